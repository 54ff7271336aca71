import { expect, it } from 'vitest'
import { MAX_PENDING } from '../../../src/auth/oauth/pending-limit.ts'
import { openJarOf } from '../../web/jar.ts'
import { useGithub } from './fake-github.ts'
import { comeBack, onward, start, through } from './sign-in-steps.ts'

const { testApp, jarOf } = useGithub({}, { trustProxy: 1 })

const waiting = () => testApp.services.store.read.sign_ins.list('all', '')

/** A browser that can be sent to the provider from any address, again and again. */
async function openSender(jar = jarOf()) {
  await jar.get('/login?again=1')
  const { csrf = [] } = jar.hidden('/login/github')
  return async (address: string) => {
    const headers = { 'x-forwarded-for': address }
    expect(await jar.post('/login/github', { csrf }, { headers, follow: false })).toMatchObject({ status: 200 })
  }
}

it('concurrent sign-ins of one network are limited, and the oldest is replaced', async () => {
  const mine = jarOf()
  const location = onward(await start(mine, 'github'))
  const address = await through(location, testApp.services.baseUrl)
  const send = await openSender()
  for (let n = 0; n <= MAX_PENDING.network; n += 1) {
    testApp.world.pass(1)
    await send(`2001:db8:7:${n.toString(16)}::1`)
  }
  expect(await waiting()).toHaveLength(MAX_PENDING.network + 1)
  expect((await waiting()).filter(({ network }) => network === '2001:db8:7::/48')).toHaveLength(MAX_PENDING.network)
  expect(await comeBack(mine, address)).toMatchObject({ status: 302 })
})

it('sign-ins of signed-in users do not count', async () => {
  const jar = await openJarOf(testApp, 'ada')
  await (await openSender(jar))('192.0.2.1')
  expect(await waiting()).toMatchObject([{ next: '' }])
  expect((await waiting())[0]).not.toHaveProperty('network')
})

it('a long return path is kept by the browser, not by the store', async () => {
  const [short, long] = [`/account?x=${'a'.repeat(400)}`, `/account?x=${'a'.repeat(600)}`]
  for (const next of [short, long]) {
    const jar = jarOf()
    await jar.get(`/login?${new URLSearchParams({ next })}`)
    const location = onward(await jar.post('/login/github', {}, { follow: false }))
    expect(await waiting()).toMatchObject([{ next: next === short ? short : '' }])
    expect(await comeBack(jar, await through(location, testApp.services.baseUrl))).toMatchObject({ location: next })
  }
  const given = onward(await start(jarOf(), 'github', { next: long }))
  expect(given).not.toContain('aaaa')
  expect(await waiting()).toMatchObject([{ next: '' }])
})
