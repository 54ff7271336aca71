import { beforeAll, describe, expect, it } from 'vitest'
import { changeGrant } from '../../../src/auth/oauth/grants/lifecycle.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import type { Frozen } from '../../../src/store/frozen.ts'
import type { GrantRecord } from '../../../src/store/records/authorization.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { allTests, eachTest } from '../../harness/each-test.ts'
import { legacyRequest, modernRequest, type RpcAnswer, readAnswer } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const MINUTE = 60_000
const testApp = allTests(() => openTestApp())

beforeAll(async () => {
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
  await testApp.world.organization('acme', { grace: 'admin', ada: 'member' })
  const grace = await testApp.world.user('grace')
  await grace.call('create_project', { project: 'acme/site', source_locale: 'en', target_locales: ['de'] })
})
const granted = eachTest(() => connect(testApp.services, 'ada'))

const eras = [
  ['2026-07-28', modernRequest],
  ['2025-11-25', legacyRequest],
] as const

type Make = (method: string, params: Record<string, unknown>, token: string) => RequestInit

const send = async (init: RequestInit) => readAnswer(await fetch(`${testApp.url}/mcp`, init))

/** Deleting is beyond the everyday scopes. */
const remove = (make: Make, token = granted.token) =>
  send(make('tools/call', { name: 'delete_project', arguments: { project: 'ada/app', confirm: 'ada/app' } }, token))

const change = async (patch: (grant: Frozen<GrantRecord>) => Partial<Frozen<GrantRecord>>): Promise<void> => {
  await testApp.services.store.transaction(async tx => {
    const grant = await tx.grants.get(granted.grantId)
    if (grant !== undefined) await changeGrant(tx, { ...grant, ...patch(grant) })
  })
}

const wanted = async () => (await testApp.services.store.read.grants.get(granted.grantId))?.wanted ?? []
const link = (scopes: string) => `${testApp.services.baseUrl}/account/apps/${granted.grantId}/scopes?add=${scopes}`

const expectChallenge = ({ status, headers, body }: Awaited<ReturnType<typeof send>>): void => {
  expect(status).toBe(403)
  const all = ALL_SCOPES.filter(scope => [...EVERYDAY_SCOPES, 'project:delete'].includes(scope)).join(' ')
  expect(headers.get('www-authenticate')).toMatch(
    new RegExp(
      `^Bearer error="insufficient_scope", scope="${all}", resource_metadata="${testApp.services.baseUrl}/\\.well-known/oauth-protected-resource/mcp", error_description="[^"]*project:delete[^"]*"$`,
    ),
  )
  expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  expect(body.error?.message).toContain('project:delete')
  expect(body.error?.message).toContain(link('project:delete'))
  expect(body.error?.data).toMatchObject({ code: 'insufficient_scope', scopes: ['project:delete'] })
}

const expectText = ({ status, headers, body }: { status: number; headers: Headers; body: RpcAnswer }): void => {
  expect(status).toBe(200)
  expect(headers.get('www-authenticate')).toBeNull()
  expect(body.result?.isError).toBe(true)
  const text = body.result?.content?.[0]?.text ?? ''
  expect(text).toBe(
    `delete_project needs the scope project:delete (delete projects). You did not allow Claude Code to use it. Ask your user to approve project:delete at ${link('project:delete')} and then call again. Without it, these tools work: get_status, get_work, check_text, submit_translations.`,
  )
  expect(body.result?._meta?.['dragoman/error']).toMatchObject({ code: 'insufficient_scope' })
}

describe.each(eras)('a call beyond the scopes of a grant, in revision %s', (_revision, make) => {
  it('is challenged once, and then gets an error result for two minutes', async () => {
    expectChallenge(await remove(make))
    expectText(await remove(make))
    testApp.world.pass(2 * MINUTE - 1)
    expectText(await remove(make))
    testApp.world.pass(1)
    expectChallenge(await remove(make))
    expectText(await remove(make))
  })

  it('is recorded before it is answered', async () => {
    await remove(make)
    const at = testApp.services.now().toISOString()
    expect(await wanted()).toEqual([{ scope: 'project:delete', at, challenged_at: at }])
    testApp.world.pass(MINUTE)
    await remove(make)
    expect(await wanted()).toEqual([
      { scope: 'project:delete', at: testApp.services.now().toISOString(), challenged_at: at },
    ])
  })

  it('succeeds with the same token when the user allows it, and a new scope is challenged again', async () => {
    await remove(make)
    expectText(await remove(make))
    const without = ({ wanted: before }: Frozen<GrantRecord>) =>
      before.filter(({ scope }) => scope !== 'project:delete')
    await change(grant => ({ scopes: [...grant.scopes, 'project:delete'], wanted: without(grant) }))
    const { status, body } = await remove(make)
    expect([status, body.result?.isError]).toEqual([200, undefined])
    await (await testApp.world.user('ada')).call('restore_project', { project: 'ada/app' })
    await change(grant => ({ scopes: grant.scopes.filter(scope => scope !== 'project:delete') }))
    expectChallenge(await remove(make))
  })

  it('gets an error result at once when the user denied it before', async () => {
    await change(() => ({ denied: ['project:delete'] }))
    expectText(await remove(make))
    expect((await wanted()).map(({ scope }) => scope)).toEqual(['project:delete'])
  })

  it('of another scope is challenged for that scope', async () => {
    await remove(make)
    const policy = { name: 'update_project_policy', arguments: { project: 'ada/app' } }
    const { status, headers } = await send(make('tools/call', policy, granted.token))
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toContain('project:admin')
    expect((await wanted()).map(({ scope }) => scope)).toEqual(['project:delete', 'project:admin'])
  })

  it('is challenged for one of two concurrent calls', async () => {
    const answers = await Promise.all([remove(make), remove(make)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  it('is challenged for a resource, too', async () => {
    const narrow = await connect(testApp.services, 'ada', { scopes: ['account:read'] })
    const uri = 'dragoman://ada/app/voice'
    const { headers: sent, ...request } = make('resources/read', { uri }, narrow.token)
    const read = () => send({ ...request, headers: { ...(sent as object), 'mcp-name': uri } })
    const { status, headers } = await read()
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toContain('scope="account:read voice:read"')
    const again = await read()
    expect(again.status).not.toBe(403)
    expect(again.body.error?.message).toContain(`${narrow.grantId}/scopes?add=voice:read`)
  })

  it('gets an error result at once with an account token, whose scopes are fixed', async () => {
    const { token } = await testApp.token('ada', ['project:read'])
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await remove(make, token)
      expect([status, body.result?.isError]).toEqual([200, true])
      const text = body.result?.content?.[0]?.text
      expect(text).toContain('a new token that has project:delete, too: at ')
      expect(text).not.toContain('/account/apps/')
    }
  })

  it('is not challenged when the role or has_access rejects it', async () => {
    await change(grant => ({ scopes: [...grant.scopes, 'project:delete'] }))
    const call = { name: 'delete_project', arguments: { project: 'acme/site', confirm: 'acme/site' } }
    const byRole = await send(make('tools/call', call, granted.token))
    expect([byRole.status, byRole.headers.get('www-authenticate')]).toEqual([200, null])
    expect(byRole.body.result?._meta?.['dragoman/error']).toMatchObject({ code: 'forbidden' })
    await testApp.world.setAccount('ada', { has_access: false })
    const byAccess = await remove(make)
    await testApp.world.setAccount('ada', { has_access: true })
    expect([byAccess.status, byAccess.headers.get('www-authenticate')]).toEqual([200, null])
    expect(byAccess.body.result?._meta?.['dragoman/error']).toMatchObject({ code: 'no_access' })
    expect(await wanted()).toEqual([])
  })

  it('tells a client with a narrowed token to refresh it', async () => {
    const { token } = await connect(testApp.services, 'ada', { scopes: ALL_SCOPES, narrowed: ['project:read'] })
    expect((await remove(make, token)).status).toBe(403)
    const { body } = await remove(make, token)
    expect(body.result?.content?.[0]?.text).toContain('Refresh the access token without scope.')
  })
})

it('a loop of rejected calls writes once a minute', async () => {
  const writes: string[] = []
  await remove(legacyRequest)
  await expect
    .poll(async () => (await testApp.services.store.read.grants.get(granted.grantId))?.last_used_at)
    .not.toBeNull()
  const stop = testApp.services.store.watch(changes => writes.push(...changes.map(({ id }) => id)))
  for (let n = 0; n < 10; n += 1) expectText(await remove(legacyRequest))
  stop()
  expect(writes).toEqual([])
})

const batch = (...names: string[]) => {
  const { headers } = legacyRequest('tools/call', {}, granted.token)
  const { 'mcp-protocol-version': _none, ...others } = headers as Record<string, string>
  const calls = names.map((name, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: name === 'list_accounts' ? {} : { project: 'ada/app', confirm: 'ada/app' } },
  }))
  return fetch(`${testApp.url}/mcp`, { method: 'POST', headers: others, body: JSON.stringify(calls) })
}

it('a batch of revision 2025-03-26 is challenged for all missing scopes, and then each call has its own answer', async () => {
  const first = await batch('list_accounts', 'delete_project', 'update_project_policy')
  expect(first.status).toBe(403)
  expect(first.headers.get('www-authenticate')).toContain('project:admin project:delete')
  const body = (await first.json()) as RpcAnswer
  expect(body.error?.message).toContain(link('project:delete+project:admin'))
  const second = await batch('list_accounts', 'delete_project', 'update_project_policy')
  expect(second.status).toBe(200)
  const text = await second.text()
  const answers = (
    text.startsWith('[')
      ? JSON.parse(text)
      : [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''))
  ) as RpcAnswer[]
  const told = new Map(answers.map(({ id, result }) => [id, result]))
  expect(told.get(0)?.isError).toBeUndefined()
  expect(told.get(1)?.content?.[0]?.text).toContain(link('project:delete'))
  expect(told.get(2)?.content?.[0]?.text).toContain(link('project:admin'))
})

const get = (scopes: readonly Scope[]) => connect(testApp.services, 'ada', { scopes })

it('the REST API challenges every call beyond the scopes, and has the link in the fix', async () => {
  const narrow = await get(['project:read'])
  for (let n = 0; n < 3; n += 1) {
    const { status, headers, body } = await readAnswer<{ code: string; fix: string; scopes: string[] }>(
      await fetch(`${testApp.url}/api/tokens`, { headers: { authorization: `Bearer ${narrow.token}` } }),
    )
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", scope="user:read project:read", resource_metadata="[^"]+\/oauth-protected-resource\/api"/,
    )
    expect(body).toMatchObject({ code: 'insufficient_scope', scopes: ['user:read'] })
    expect(body.fix).toContain(`/account/apps/${narrow.grantId}/scopes?add=user:read`)
  }
  const grant = await testApp.services.store.read.grants.get(narrow.grantId)
  expect(grant?.wanted.map(({ scope }) => scope)).toEqual(['user:read'])
})

describe('a call whose answer needs several scopes', () => {
  const SCOPES = ['project:read', 'voice:read', 'glossary:read']
  const TEXT =
    'get_work needs the scope project:read (read projects), and for its whole answer voice:read (read voice configuration) and glossary:read (read glossary entries).'
  const args = { project: 'ada/app', locale: 'de' }

  it('names all that a grant lacks, in error and challenge, over MCP and REST', async () => {
    const narrow = await connect(testApp.services, 'ada', { scopes: ['user:read'] })
    const headers = { authorization: `Bearer ${narrow.token}` }
    const rest = await fetch(`${testApp.url}/api/projects/ada/app/work?locale=de`, { headers })
    expect(rest.headers.get('www-authenticate')).toContain('scope="user:read project:read voice:read glossary:read"')
    expect(await rest.json()).toMatchObject({
      code: 'insufficient_scope',
      detail: expect.stringContaining(TEXT),
      fix: expect.stringContaining('/scopes?add=project:read+voice:read+glossary:read'),
      scopes: SCOPES,
    })
    const answer = await getWork(['user:read', 'voice:read'])
    expect(answer.status).toBe(403)
    expect(answer.headers.get('www-authenticate')).toContain('scope="user:read project:read voice:read glossary:read"')
    expect(answer.body.error?.data).toMatchObject({ scopes: ['project:read', 'glossary:read'] })
  })

  it('asks for nothing that only adds to the answer of a call that may run', async () => {
    const answer = await getWork(['project:read'])
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([200, null])
  })

  const getWork = async (scopes: readonly Scope[]) => {
    const { token } = await connect(testApp.services, 'ada', { scopes })
    return send(legacyRequest('tools/call', { name: 'get_work', arguments: args }, token))
  }
})

describe('get_context for a grant', () => {
  interface Context {
    via: Record<string, string>
    scopes: string[]
    cannot: string[]
  }
  const context = async (token: string) => {
    const answer = await fetch(`${testApp.url}/api/context`, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()) as Context
  }

  it('names the client, its permissions, and where its user adds more', async () => {
    const { via, scopes, cannot } = await context(granted.token)
    expect(via).toEqual({ kind: 'grant', id: granted.grantId, client: 'Claude Code' })
    expect(scopes).toEqual(EVERYDAY_SCOPES)
    expect(cannot.join('\n')).toContain('Use these scopes: user:write')
    expect(cannot.join('\n')).toContain(link(''))
  })

  it('names the accounts that it cannot access', async () => {
    const account = await testApp.services.store.read.accounts.by('handle', 'ada')
    await testApp.world.organization('left', { ada: 'admin' })
    const narrow = await connect(testApp.services, 'ada', { accounts: [account?.id ?? ''] })
    const { cannot } = await context(narrow.token)
    expect(cannot.join('\n')).toMatch(/^Access acme, left: not selected when this client was connected\./m)
    expect(cannot.join('\n')).toContain(`/account/apps/${narrow.grantId}/scopes?add=`)
    const unseeing = await connect(testApp.services, 'ada', { accounts: [account?.id ?? ''], scopes: ['project:read'] })
    expect((await context(unseeing.token)).cannot.join('\n')).not.toMatch(/\bleft\b:/)
  })
})
