import { expect, it } from 'vitest'
import { ALL_SCOPES } from '../../../src/auth/policy/scopes.ts'
import { allTests } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'
import { openJar, signIn } from '../../web/jar.ts'
import {
  createExchange,
  firstTokens,
  makeClient,
  makeCode,
  postForm,
  refreshOf,
  tokensOf,
  wordOf,
} from './authorized.ts'

const testApp = allTests(() => openTestApp())

const get = async (path: string, token: string) =>
  (await (await fetch(`${testApp.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as Record<
    string,
    unknown
  >

it('an app that is limited to one organization loses access while the organization is deleted, and regains it when it is restored', async () => {
  const acme = await testApp.world.organization('acme', { ada: 'admin' })
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
  const client = await makeClient(testApp.services)
  const allowed = { accounts: [acme], scopes: ALL_SCOPES }
  const { access_token, refresh_token, grantId } = await firstTokens(testApp, client, allowed)
  const { code } = await makeCode(testApp.services, { client, ...allowed })
  const accountsOf = async () => {
    const { grants } = await ada.call<{ grants: { id: string; accounts: string[] }[] }>('list_grants')
    return grants.find(({ id }) => id === grantId)?.accounts
  }
  const jar = openJar(testApp.services.baseUrl)
  await signIn(testApp, jar, 'ada')
  const page = async () => /<dt>Accounts<\/dt><dd>([^<]*)/.exec((await jar.get(`/account/apps/${grantId}`)).text)?.[1]
  expect([await accountsOf(), await page()]).toEqual([['acme'], 'acme'])

  await ada.call('delete_organization', { organization: 'acme', confirm: 'acme' })
  expect([await accountsOf(), await page()]).toEqual([[], 'None'])
  expect(await get('/api/projects', access_token)).toMatchObject({ projects: [] })
  expect(await get('/api/projects/acme/app', access_token)).toMatchObject({ code: 'not_found' })
  const refresh = () => postForm(testApp, '/oauth/token', refreshOf(client, refresh_token))
  expect(wordOf(await refresh())).toBe('400 invalid_grant')
  const exchange = () => postForm(testApp, '/oauth/token', createExchange(client, code))
  expect(wordOf(await exchange())).toBe('400 invalid_grant')

  await ada.call('restore_organization', { organization: 'acme' })
  expect([await accountsOf(), await page()]).toEqual([['acme'], 'acme'])
  expect(await get('/api/projects', access_token)).toMatchObject({ projects: [{ project: 'acme/app' }] })
  tokensOf(await refresh())
  tokensOf(await exchange())
})
