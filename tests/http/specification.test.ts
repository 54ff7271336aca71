import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { allTests } from '../harness/each-test.ts'
import { verifies } from '../requirements.ts'
import { legacyRequest, modernRequest, readAnswer } from './rpc.ts'
import { openTestApp, type TestApp } from './test-app.ts'

type Answer = Readonly<Record<string, unknown>>
type Send = (deps: TestApp, token: string, tool: string, args: Answer) => Promise<{ code?: unknown; answer: Answer }>

const ROUTES: Readonly<Record<string, readonly [method: string, path: string]>> = {
  list_tokens: ['GET', '/api/tokens'],
  create_token: ['POST', '/api/tokens'],
  revoke_token: ['DELETE', '/api/tokens/:id'],
  list_projects: ['GET', '/api/projects'],
  create_project: ['POST', '/api/projects'],
}

const byRest: Send = async (deps, token, tool, args) => {
  const [method, path] = ROUTES[tool] ?? ['GET', `/api/${tool}`]
  const response = await fetch(deps.url + path.replace(':id', String(args['id'])), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(method === 'POST' && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { body: JSON.stringify(args) }),
  })
  if (response.status === 204) return { answer: {} }
  const { status, body } = await readAnswer<Answer>(response)
  return status < 400 ? { answer: body } : { code: body['code'], answer: body }
}

const byMcp =
  (request: (method: string, params: Record<string, unknown>, token: string) => RequestInit): Send =>
  async (deps, token, tool, args) => {
    const sent = await fetch(`${deps.url}/mcp`, request('tools/call', { name: tool, arguments: args }, token))
    if (sent.status === 401) return { code: 'invalid_token', answer: {} }
    const { result } = (await readAnswer(sent)).body
    const error = result?._meta?.['dragoman/error'] as Answer | undefined
    return error === undefined ? { answer: result?.structuredContent ?? {} } : { code: error['code'], answer: error }
  }

describe.each([
  { surface: 'REST', send: byRest },
  { surface: 'MCP 2026-07-28', send: byMcp(modernRequest) },
  { surface: 'MCP 2025-11-25', send: byMcp(legacyRequest) },
])('the specification over $surface', ({ send }) => {
  const deps = allTests(() => openTestApp())

  it('creates, lists, uses and revokes an account token', async () => {
    verifies('4.3.list', '4.3.create', '4.3.revoke', '4.5.list-tokens', '4.5.create-token', '4.5.revoke-token')
    verifies('3.revoke-rest', '3.revoke-mcp', '4.5.path', '4.5.transport', '1.mcp', '4.base-url')
    verifies('5.7.value-once', '2.2.list-active', '3.revoke-unlisted')
    const { token: own } = await deps.token('ada', ['user:read', 'user:write', 'project:read'])
    const made = await send(deps, own, 'create_token', { name: 'ci', scopes: ['user:read'], expires_at: '2027-12-31' })
    expect(made.answer).toMatchObject({ name: 'ci', scopes: ['user:read'], last_used_at: null })
    expect(made.answer['expires_at']).toBe('2027-12-31T23:59:59.999Z')
    const value = String(made.answer['token'])
    expect(value).toMatch(/^svca_[0-9a-f]{48}$/)

    const listed = await send(deps, value, 'list_tokens', {})
    expect(idsOf(listed.answer)).toContain(made.answer['id'])
    expect(JSON.stringify(listed.answer)).not.toContain(value.slice(0, 20))

    expect((await send(deps, own, 'revoke_token', { id: made.answer['id'] })).code).toBeUndefined()
    expect((await send(deps, value, 'list_tokens', {})).code).toBe('invalid_token')
    expect(idsOf((await send(deps, own, 'list_tokens', {})).answer)).not.toContain(made.answer['id'])
  })

  it('creates a token that never expires if its expiration is blank', async () => {
    verifies('2.2.expiration-blank', '4.5.create-token')
    const { token: own } = await deps.token('lin', ['user:read', 'user:write'])
    for (const blank of [{}, { expires_at: '' }, { expires_at: ' ' }, { expires_at: null }]) {
      const { answer } = await send(deps, own, 'create_token', { name: 'ci', scopes: ['user:read'], ...blank })
      expect(answer['expires_at']).toBeNull()
      expect(Object.keys(answer).toSorted()).toEqual(
        'account created_at created_by expires_at id last_used_at name prefix scopes token'.split(' '),
      )
    }
  })

  it('checks the scope of the token, then the policy on the resource', async () => {
    verifies('5.4.both-surfaces', '5.4.scope-check', '5.4.resource-check', '7.scope-missing', '7.policy-unsatisfied')
    verifies('5.1.account-token-model', '7.has-access')
    const { token } = await deps.token('zoe', ['project:read', 'project:write'])
    await deps.world.organization('acme', { bob: 'admin', mia: 'member' })
    const project = (name: string) => ({ project: name, source_locale: 'en', target_locales: ['de'] })
    expect((await send(deps, token, 'create_token', { name: 'x', scopes: ['project:read'] })).code).toBe(
      'insufficient_scope',
    )
    expect((await send(deps, token, 'create_project', project('acme/app'))).code).toBe('not_found')
    await deps.world.setAccount('acme', { public: true })
    expect((await send(deps, token, 'create_project', project('acme/app'))).code).toBe('forbidden')
    await deps.world.setAccount('zoe', { has_access: false })
    expect((await send(deps, token, 'create_project', project('zoe/app'))).code).toBe('no_access')
    expect((await send(deps, token, 'list_projects', {})).code).toBeUndefined()
    await deps.world.setAccount('zoe', { has_access: true })
    expect((await send(deps, token, 'create_project', project('zoe/app'))).code).toBeUndefined()
  })

  it('serves the integrations that the specification names', async () => {
    verifies('5.7.read-only-integration', '5.7.pipeline', '5.7.same-scopes', '4.4.projects', '2.4.project')
    verifies('1.personal-projects', '1.rest-and-cli')
    const reader = await deps.token('kim', ['project:read', 'voice:read'])
    const pipeline = await deps.token('kim', ['project:read', 'project:write'])
    const shop = { project: 'kim/shop', source_locale: 'en', target_locales: ['de', 'pl'] }
    expect((await send(deps, reader.token, 'create_project', shop)).code).toBe('insufficient_scope')
    expect((await send(deps, pipeline.token, 'create_project', shop)).answer['project']).toBe('kim/shop')
    const { answer } = await send(deps, reader.token, 'list_projects', {})
    expect((answer['projects'] as readonly Answer[]).map(({ project }) => project)).toEqual(['kim/shop'])
  })
})

it('a local server listens on port 4050 by default', () => {
  verifies('4.5.port')
  expect(readConfig({}).port).toBe(4050)
})

const idsOf = (answer: Answer): readonly unknown[] => (answer['tokens'] as readonly Answer[]).map(({ id }) => id)
