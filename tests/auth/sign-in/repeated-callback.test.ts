import { afterEach, describe, expect, it, vi } from 'vitest'
import { suspendUser } from '../../operator/at-machine.ts'
import { openJarOf } from '../../web/jar.ts'
import { useGithub } from './fake-github.ts'
import { comeBack, onward, start, through } from './sign-in-steps.ts'

const SECOND_CLICK_MS = 60_000
const NOT_OURS = {
  status: 400,
  text: expect.stringContaining('was already used, expired after 10 minutes, or was started in another browser'),
}

const { github, testApp, jarOf } = useGithub()
afterEach(() => vi.restoreAllMocks())

const sessions = () => testApp.services.store.read.sessions.list('all', '')
const begun = async (jar = jarOf(), fields: Readonly<Record<string, string>> = {}): Promise<string> =>
  through(onward(await start(jar, 'github', fields)), testApp.services.baseUrl)

describe('a repeated callback of a provider', () => {
  it('redirects like the first for a minute, although the browser lost its cookie', async () => {
    const jar = jarOf()
    const address = await begun(jar, { next: '/account' })
    await comeBack(jar, address)
    const first = jar.cookies.get('dragoman_session')
    jar.cookies.delete('dragoman_session')
    testApp.world.pass(SECOND_CLICK_MS - 1)
    expect(await comeBack(jar, address)).toMatchObject({ status: 302, location: '/account' })
    expect(jar.cookies.get('dragoman_session')).toBe(first)
    expect(await sessions()).toHaveLength(1)
    testApp.world.pass(1)
    expect(await comeBack(jar, address)).toMatchObject(NOT_OURS)
  })

  it('is rejected in another browser, and with another parameter', async () => {
    const jar = jarOf()
    const address = await begun(jar)
    await comeBack(jar, address)
    const other = jarOf()
    await other.get('/login')
    expect(await comeBack(other, address)).toMatchObject(NOT_OURS)
    expect(await comeBack(jarOf(), address)).toMatchObject(NOT_OURS)
    expect(await comeBack(jar, `${address}0`)).toMatchObject(NOT_OURS)
  })

  it('signs nobody in again who signed out meanwhile, or was suspended', async () => {
    for (const end of ['out', 'suspended']) {
      const jar = jarOf()
      const address = await begun(jar)
      await comeBack(jar, address)
      const browser = jar.cookies.get('dragoman_browser') ?? ''
      if (end === 'suspended') await suspendUser(testApp.services, 'octo-cat')
      else {
        await jar.get('/account')
        await jar.post('/logout')
      }
      jar.cookies.clear()
      jar.cookies.set('dragoman_browser', browser)
      expect(await comeBack(jar, address)).toMatchObject(NOT_OURS)
      expect(jar.cookies.has('dragoman_session')).toBe(false)
    }
  })

  it('takes the invitation from the next user as the first did', async () => {
    const jar = await openJarOf(testApp, 'ada')
    jar.cookies.set('dragoman_invitation', 'of-ada')
    const address = await begun(jar)
    const before = new Map(jar.cookies)
    await comeBack(jar, address)
    for (const [name, value] of before) jar.cookies.set(name, value)
    await comeBack(jar, address)
    expect(jar.cookies.has('dragoman_invitation')).toBe(false)
    expect((await jar.get('/')).text).toContain('Hello, <bdi>octo-cat</bdi>')
  })

  it('adds a provider once, and signs nobody in', async () => {
    const jar = await openJarOf(testApp, 'grace')
    const address = await begun(jar, { add: '1' })
    const seen = await Promise.all([1, 2].map(() => comeBack(jar, address)))
    expect(seen).toMatchObject([{ location: '/account' }, { location: '/account' }])
    jar.cookies.delete('dragoman_session')
    await comeBack(jar, address)
    expect(jar.cookies.has('dragoman_session')).toBe(false)
  })

  it('is rejected after one that failed', async () => {
    github.manner.denies = true
    const jar = jarOf()
    const address = await begun(jar)
    expect(await comeBack(jar, address)).toMatchObject({
      status: 400,
      text: expect.stringContaining('you denied access'),
    })
    expect(await comeBack(jar, address)).toMatchObject(NOT_OURS)
  })

  it('succeeds when the store could not save the first', async () => {
    const jar = jarOf()
    const address = await begun(jar)
    vi.spyOn(testApp.services.store, 'transaction').mockRejectedValueOnce(new Error('no disk'))
    expect(await comeBack(jar, address)).toMatchObject({ status: 500 })
    expect(await comeBack(jar, address)).toMatchObject({ status: 302 })
  })
})
