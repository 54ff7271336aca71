import { describe, expect, it, vi } from 'vitest'
import { endSessions } from '../../../src/auth/users/sessions.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'
import { openJar, signIn } from '../../web/jar.ts'
import { openHostileOpenid } from './hostile-oidc.ts'
import { start, walk } from './sign-in-steps.ts'

const oidc = eachTest(() => openHostileOpenid())
const testApp = eachTest(() => openTestApp({ auth: { providers: [oidc.config], newAccounts: 'open' } }))
const thief = eachTest(() => openJar(testApp.services.baseUrl))

const identities = async (handle: string) => {
  const { read } = testApp.services.store
  return read.identities.list('user', (await read.users.by('handle', handle))?.id ?? '')
}
/** What the user does in another browser while this one waits, before the provider has answered. */
const signOutEverywhere = (handle: string): void => {
  void testApp.services.store.transaction(async tx => {
    await endSessions(tx, (await tx.users.by('handle', handle))?.id ?? '')
  })
}

describe('a user who is signed out everywhere during a request', () => {
  it('adds no provider that answers later', async () => {
    await signIn(testApp, thief, 'ada')
    oidc.tamper.userinfo = () => signOutEverywhere('ada')
    const seen = await walk(testApp, thief, 'oidc', { add: '1' })
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('because you were signed out') })
    expect(seen.text).toContain('href="/login"')
    expect(await identities('ada')).toEqual([])
    oidc.tamper.userinfo = () => {}
    await walk(testApp, openJar(testApp.services.baseUrl), 'oidc')
    expect(await identities('eve')).toHaveLength(1)
  })

  it('starts to add none', async () => {
    await signIn(testApp, thief, 'ada')
    oidc.tamper.description = () => signOutEverywhere('ada')
    expect(await start(thief, 'oidc', { add: '1' })).toMatchObject({ status: 400 })
    expect(await testApp.services.store.read.sign_ins.list('all', '')).toEqual([])
  })

  it('removes no sign-in method', async () => {
    await walk(testApp, thief, 'oidc')
    await thief.get('/account')
    const [identity] = await identities('eve')
    const { store } = testApp.services
    const write = store.transaction.bind(store)
    // The first write of the request finds that another request was faster.
    vi.spyOn(store, 'transaction').mockImplementationOnce(async work => {
      await write(async tx => endSessions(tx, (await tx.users.by('handle', 'eve'))?.id ?? ''))
      return write(work)
    })
    expect(await thief.post(`/account/identities/${identity?.id}/remove`, { sure: '1' })).toMatchObject({ status: 401 })
    expect(await identities('eve')).toHaveLength(1)
  })
})
