import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_SCOPES, type Scope } from '../../../src/auth/policy/scopes.ts'
import { TOOLS_INSTEAD } from '../../../src/tools/pipeline/insufficient-scope.ts'
import { TOOLS } from '../../../src/tools/registry.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { allTests } from '../../harness/each-test.ts'
import { legacyRequest, modernRequest, type RpcAnswer, readAnswer } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const testApp = allTests(() => openTestApp())
let full: string

beforeAll(async () => {
  await testApp.world.organization('acme', { ada: 'admin', cole: 'member' })
  full = (await testApp.token('ada', ALL_SCOPES)).token
})

const ERAS = [
  ['2026-07-28', modernRequest],
  ['2025-11-25', legacyRequest],
] as const

type Make = (method: string, params: Record<string, unknown>, token: string) => RequestInit
type Args = Readonly<Record<string, unknown>>

const send = async (init: RequestInit, query = '') => readAnswer(await fetch(`${testApp.url}/mcp${query}`, init))
const call = (name: string, args: Args, token = full, make: Make = modernRequest, query = '') =>
  send(make('tools/call', { name, arguments: args }, token), query)
const use = (tool: string, args: Args, token = full, make: Make = modernRequest) =>
  call('use_tool', { tool, arguments: args }, token, make)

const textOf = ({ body }: { readonly body: RpcAnswer }): string => body.result?.content?.[0]?.text ?? ''

interface Found {
  readonly best?: readonly {
    readonly tool: string
    readonly scope?: string
    readonly missing?: true
    readonly arguments: Args
  }[]
  readonly listed?: readonly string[]
  readonly tools?: Readonly<
    Record<string, readonly { readonly tool: string; readonly does: string; readonly missing?: true }[]>
  >
  readonly next: string
}
const find = async (args: Args = {}, token = full, query = ''): Promise<Found> =>
  JSON.parse(textOf(await call('find_tools', args, token, modernRequest, query))) as Found

const UNLISTED = TOOLS.filter(({ toolset }) => toolset !== 'core')

describe('find_tools', () => {
  it('names every tool that is not listed, by toolset, with one line, its scope and whether the caller has it', async () => {
    const { token } = await testApp.token('ada', ['project:read'])
    const { tools = {} } = await find({}, token)
    expect(Object.keys(tools)).toEqual(['organizations', 'advanced'])
    const lines = Object.values(tools).flat()
    expect(lines.map(({ tool }) => tool).toSorted()).toEqual(UNLISTED.map(({ name }) => name).toSorted())
    expect(lines.find(({ tool }) => tool === 'invite_member')).toEqual({
      tool: 'invite_member',
      does: expect.stringMatching(/^[A-Z].*\.$/),
      scope: 'members:write',
      missing: true,
    })
    expect(lines.find(({ tool }) => tool === 'check_text')).not.toHaveProperty('missing')
    expect(JSON.stringify(await find()).length).toBeLessThan(8_000)
  })

  it.each([
    ['invite a member', 'invite_member'],
    ['Remove a colleague from the team', 'remove_member'],
  ])('finds the tool to %s first, with its arguments', async (need, tool) => {
    const found = await find({ need })
    expect(found.best?.map(one => one.tool)).toContain(tool)
    expect(found.best?.[0]?.tool).toBe(tool)
    expect(found.best?.[0]?.arguments['properties']).toBeTypeOf('object')
    expect(found.best?.length).toBeLessThanOrEqual(3)
    expect(found).not.toHaveProperty('tools')
    expect(JSON.stringify(found).length).toBeLessThan(8_000)
  })

  it('says that no tool matches, and what to do; a listed one is called directly', async () => {
    expect((await find({ need: 'translate strings' })).next).toBe('Call get_work directly.')
    expect(await find({ need: 'zzz' })).toEqual({
      next: 'No tool matches these words. Name the action and its object in English, such as "remove a member", or call find_tools without need for all names. If none of them fits, tell your user.',
    })
  })

  it('takes a blank need as none', async () => {
    expect(await find({ need: '' })).toEqual(await find())
  })

  it('has nothing to name where all tools are listed', async () => {
    expect(await find({}, full, '?toolsets=all')).toEqual({ next: 'All tools are listed. Call them directly.' })
  })
})

describe.each(ERAS)('use_tool in revision %s', (_revision, make) => {
  it('runs a tool that is not listed, with its own audit event', async () => {
    const project = `ada/app-${_revision}`
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] }, full, make)
    const deleted = await use('delete_project', { project, confirm: project }, full, make)
    expect(JSON.parse(textOf(deleted))).toMatchObject({ project })
    const events = await use('list_audit_events', { target: project }, full, make)
    expect(JSON.parse(textOf(events))).toMatchObject({ events: [{ action: 'delete_project' }, {}] })
  })

  it('refuses listed tools and itself, and names the nearest tool for a wrong name', async () => {
    for (const name of ['get_work', 'find_tools', 'use_tool']) {
      expect(textOf(await use(name, {}, full, make))).toBe(
        `"${name}" is a listed tool, and use_tool runs only others. Call ${name} directly.`,
      )
    }
    expect(textOf(await use('invite_menber', {}, full, make))).toContain('Did you mean invite_member?')
    expect(textOf(await call('use_tool', { tool: 'invite_member', args: {} }, full, make))).toContain(
      'it takes tool, arguments.',
    )
  })

  it('challenges for the scope of the tool that it runs', async () => {
    const granted = await connect(testApp.services, 'ada')
    const { status, headers } = await use('delete_project', { project: 'ada/x', confirm: 'ada/x' }, granted.token, make)
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toContain('project:delete')
  })
})

describe('use_tool', () => {
  it('takes its arguments as JSON text', async () => {
    const args = { tool: 'list_audit_events', arguments: '{"limit":"1"}' }
    expect(JSON.parse(textOf(await call('use_tool', args)))).toMatchObject({ events: [{}] })
  })

  it.each([
    ['all scopes', ALL_SCOPES],
    ['one scope', ['project:read']],
  ] as const)('answers as the tool itself for a token with %s', async (_, scopes) => {
    const { token } = await testApp.token('ada', scopes as readonly Scope[])
    for (const { name } of UNLISTED.filter(tool => !tool.name.startsWith('list_'))) {
      const args = { project: 'acme/nothing', nonsense: 1 }
      const direct = await call(name, args, token)
      const indirect = await use(name, args, token)
      const plain = ({ body }: typeof direct) => JSON.stringify(body.result?.content).replaceAll(/[0-9a-z]{20}/g, 'ID')
      expect(plain(indirect), name).toBe(plain(direct))
      expect(indirect.body.result?.isError, name).toBe(direct.body.result?.isError)
    }
  })

  it('repeats no write with the same idempotency key', async () => {
    const args = { organization: 'keyed', idempotency_key: 'once' }
    expect((await use('create_organization', args)).body.result?.isError).toBeUndefined()
    expect(textOf(await use('create_organization', args))).toContain('"organization":"keyed"')
    expect(textOf(await use('create_organization', { organization: 'keyed' }))).toContain('taken')
  })

  it('keeps a secret out of the stored answers', async () => {
    const args = { organization: 'acme', user: 'rita', role: 'member', idempotency_key: 'k' }
    expect(textOf(await use('invite_member', args))).toContain('Unknown argument idempotency_key')
  })
})

describe('the refusal of a missing scope', () => {
  it('names tools that exist and need the scope', () => {
    for (const [scope, names] of Object.entries(TOOLS_INSTEAD)) {
      for (const name of names) expect(TOOLS.find(tool => tool.name === name)?.scope, name).toBe(scope)
    }
  })

  it('says where the user creates a token that has it, and what works without', async () => {
    const { token } = await testApp.token('ada', ['project:read', 'glossary:read'])
    const text = textOf(await call('save_glossary', { target: 'acme', upsert: [{ term: 'x' }] }, token))
    expect(text).toBe(
      'save_glossary needs the scope glossary:write (create or update glossary entries). The credential lacks it. ' +
        `The scopes of a token can't change. Ask your user for a new token that has glossary:write, too: at ${testApp.services.baseUrl}/account/tokens/new?scopes=project:read+glossary:read+glossary:write ` +
        'or with `dragoman token create --name NAME --scopes "project:read glossary:read glossary:write"`. ' +
        'Without it, these tools work: get_glossary.',
    )
  })

  it('of a role names who has the role, to members only', async () => {
    const { token } = await testApp.token('cole', ALL_SCOPES)
    const text = textOf(await call('save_glossary', { target: 'acme', upsert: [{ term: 'x' }] }, token))
    expect(text).toContain(
      'Required role: organization_admin or account_owner. In acme, these users have it: ada (owner)',
    )
    await testApp.world.setAccount('acme', { public: true })
    const stranger = (await testApp.token('eve', ALL_SCOPES)).token
    const hidden = textOf(await call('save_voice', { target: 'acme', voice: {} }, stranger))
    expect(hidden).toContain('Ask an owner or administrator of acme.')
    expect(hidden).not.toContain('ada')
  })
})
