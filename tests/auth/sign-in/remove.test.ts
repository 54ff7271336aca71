import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { openJar, openJarOf, signIn } from '../../web/jar.ts'
import { ownCsrf } from '../../web/own-csrf.ts'
import { useGithub } from './fake-github.ts'
import { walk } from './sign-in-steps.ts'

const { github, testApp } = useGithub()
const jar = eachTest(() => openJar(testApp.services.baseUrl))
beforeEach(async () => {
  await walk(testApp, jar, 'github')
})

const identities = async (handle = 'octo-cat') => {
  const { read } = testApp.services.store
  return read.identities.list('user', (await read.users.by('handle', handle))?.id ?? '')
}
const removal = async (number = '583231') =>
  `/account/identities/${(await identities()).find(({ subject }) => subject === number)?.id}/remove`

describe('removing a sign-in method', () => {
  it('works at once when another one is left', async () => {
    github.account.id = 999
    await walk(testApp, jar, 'github', { add: '1' })
    expect(await identities()).toHaveLength(2)
    await jar.get('/account')
    expect((await jar.get('/account?removed=1')).text).not.toContain('is removed from')
    const seen = await jar.post(await removal())
    expect(seen).toMatchObject({ path: '/account?removed=1' })
    expect(seen.text).toContain('Octo.Cat was removed from your sign-in methods')
    expect(await identities()).toMatchObject([{ subject: '999' }])
    const { items } = await testApp.services.store.read.audit.page('user', (await identities())[0]?.user_id ?? '', {
      limit: 1,
    })
    expect(items).toMatchObject([{ action: 'identity_removed', target: 'github:583231', surface: 'web' }])
    github.account.id = 583231
    await walk(testApp, jar, 'github', { add: '1' })
    expect((await jar.get('/account?removed=1')).text).not.toContain('is removed from')
  })

  it('asks before it removes the last one, for good', async () => {
    await jar.get('/account')
    const path = await removal()
    const seen = await jar.post(path)
    expect(seen).toMatchObject({ status: 200, text: expect.stringContaining('Remove your last sign-in method?') })
    expect(await identities()).toHaveLength(1)
    await jar.post(path)
    expect(await identities()).toEqual([])
    await walk(testApp, openJar(testApp.services.baseUrl), 'github')
    expect(await identities('octo-cat-2')).toMatchObject([{ subject: '583231' }])
  })

  it('signs out the browsers that used it, and no others', async () => {
    const [other, linked] = [openJar(testApp.services.baseUrl), openJar(testApp.services.baseUrl)]
    await walk(testApp, other, 'github')
    await signIn(testApp, linked, 'octo-cat')
    await jar.get('/account')
    const path = await removal()
    expect((await jar.post(path)).text).toContain('Other browsers that signed in with it are signed out')
    await jar.post(path)
    expect((await other.get('/account')).path).toMatch(/^\/login/)
    expect([(await jar.get('/account')).path, (await linked.get('/account')).path]).toEqual(['/account', '/account'])
  })

  it('is for the user’s own account only', async () => {
    await jar.get('/account')
    const path = await removal()
    const other = await openJarOf(testApp, 'grace')
    const csrf = await ownCsrf(testApp, other, path)
    expect(await other.post(path, { csrf, sure: '1' })).toMatchObject({ status: 404 })
    expect(await other.post(path, { csrf: 'none', sure: '1' })).toMatchObject({ status: 400 })
    expect(await identities()).toHaveLength(1)
  })
})
