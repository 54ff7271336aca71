import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import type { Transaction } from '../../../src/store/store.ts'
import { eachTest } from '../../harness/each-test.ts'
import { loginLink, openJar, type Seen, signIn } from '../../web/jar.ts'
import { useGithub } from './fake-github.ts'
import { comeBack, onward, start, through } from './sign-in-steps.ts'

const { testApp } = useGithub()
const jar = eachTest(() => openJar(testApp.services.baseUrl))
afterEach(() => vi.restoreAllMocks())

/** Allows this many writes, and then fails one with a full disk. */
function failAfter(good: number): void {
  const { store } = testApp.services
  const write = store.transaction.bind(store)
  const spy = vi.spyOn(store, 'transaction')
  for (let n = 0; n < good; n += 1) spy.mockImplementationOnce(write)
  spy.mockImplementationOnce(async <T>(work: (tx: Transaction) => Promise<T>) => {
    await write(async tx => {
      await work(tx)
      throw new AppError('store_unavailable', 'The disk is full.')
    })
    throw new Error('unreachable')
  })
}

const ways: Readonly<Record<string, () => Promise<() => Promise<Seen>>>> = {
  'a sign-in link': async () => {
    const path = await loginLink(testApp, 'grace')
    await jar.get(path)
    failAfter(0)
    return () => jar.post(path)
  },
  'a provider': async () => {
    const address = await through(onward(await start(jar, 'github')), testApp.services.baseUrl)
    failAfter(1)
    return () => comeBack(jar, address)
  },
}

it.each(Object.keys(ways))('a sign-in by %s that cannot be saved keeps the current session', async way => {
  await signIn(testApp, jar, 'ada')
  jar.cookies.set('dragoman_invitation', 'of-ada')
  const before = new Map(jar.cookies)
  const send = await ways[way]?.()
  const seen = await send?.()
  expect(seen).toMatchObject({ status: 503 })
  expect(seen?.headers['set-cookie'] ?? []).toEqual([])
  expect(jar.cookies.get('dragoman_session')).toBe(before.get('dragoman_session'))
  expect((await jar.get('/')).text).toContain('Hello, <bdi>ada</bdi>')
})
