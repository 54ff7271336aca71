import { describe, expect, it } from 'vitest'
import { ALL_SCOPES } from '../../src/auth/policy/scopes.ts'
import type { AuditView } from '../../src/tools/audit/view.ts'
import { allTests } from '../harness/each-test.ts'
import type { CallTool } from '../harness/surfaces.ts'
import { verifies } from '../requirements.ts'
import type { Jar } from '../web/jar.ts'
import { openStory } from './stage.ts'

/** Ada starts a team with bob and cleo; bob starts a second one. The tests tell the story in order. */
const stage = allTests(() => openStory())
let ada: Jar
let bob: Jar
let cleo: Jar
/** Ada's agent, bob's terminal and script, cleo's script. */
let agent: CallTool
let bobsTerminal: CallTool
let bobsScript: CallTool
let cleosScript: CallTool
/** The token that cleo creates on the organization, for a pipeline. */
let pipeline: CallTool
let adasToken = { id: '', value: '' }
let invitation = ''

const organization = 'acme'
const project = 'acme/app'
const code = async (outcome: Promise<unknown>): Promise<string> =>
  outcome.then(
    () => 'ok',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

/** Creates a token as a user does: fill in, review a token that can manage or delete, copy the value. */
async function newToken(jar: Jar, name: string, scopes: readonly string[], account: string): Promise<string> {
  expect((await jar.get('/account/tokens')).text).toContain('href="/account/tokens/new"')
  await jar.get('/account/tokens/new')
  const fields = { name, scope: scopes, account, expires: 'never', date: '' }
  const answer = await jar.post('/account/tokens/new', { ...fields, step: 'create' })
  const isReview = answer.text.includes('Create this token?')
  const { text } = isReview ? await jar.post('/account/tokens/new', { step: 'confirm' }) : answer
  const value = /<textarea id="token"[^>]*>(svca_[0-9a-f]{48})</.exec(text)?.[1]
  if (value === undefined) throw new Error(`the page shows no token: ${text}`)
  return value
}

const tokenId = async (call: CallTool): Promise<string> =>
  ((await call('get_context')) as { via: { id: string } }).via.id

describe('three users and two organizations', () => {
  it('start with ada, who creates an organization on a page and a token for her agent on another', async () => {
    verifies('1.web-interface', '1.token-sources', '2.3.organization', '2.4.organization', '5.7.dashboard')
    ada = await stage.byLink('ada')
    await ada.get('/account/organizations/new')
    const made = await ada.post('/account/organizations/new', { organization, name: 'Acme' })
    expect([made.status, made.path]).toEqual([200, '/o/acme'])
    const value = await newToken(ada, 'agent', ALL_SCOPES, 'ada')
    agent = await stage.agent(value)
    adasToken = { id: await tokenId(agent), value }
    expect(await agent('get_organization', { organization })).toMatchObject({ owner: 'ada', members: 1, projects: 0 })
  })

  it('continue with her agent, which creates a project and invites bob by his handle', async () => {
    verifies('1.organization-projects', '2.4.invitation')
    bob = await stage.byLink('bob')
    await agent('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await agent('push_source', { project, files: [{ path: 'locales/en.json', content: '{"a":"Apple"}\n' }] })
    await agent('invite_member', { organization, user: 'bob' })
    expect(await code(agent('invite_member', { organization, user: 'bob' }))).toBe('already_exists')
    const value = await newToken(bob, 'laptop', ALL_SCOPES, 'bob')
    bobsTerminal = stage.terminal(value)
    bobsScript = stage.script(value)
    expect(await code(bobsScript('get_project', { project }))).toBe('not_found')
    const { invitations } = (await bobsTerminal('list_my_invitations')) as { invitations: { id: string }[] }
    expect(invitations).toMatchObject([{ organization, role: 'member', invited_by: 'ada' }])
    const answered = { invitation: invitations[0]?.id, accept: true }
    expect(await bobsScript('answer_invitation', answered)).toMatchObject({ organization, accepted: true })
    expect(await bobsTerminal('get_project', { project })).toMatchObject({ project })
  })

  it('and with cleo, a new user who opens a link, signs in with GitHub, and accepts on the page', async () => {
    verifies('2.4.member', '5.1.session')
    const made = (await agent('invite_member', { organization, note: 'For the translator' })) as {
      id: string
      url: string
    }
    invitation = made.id
    cleo = stage.browser()
    const stranger = stage.browser()
    for (const jar of [cleo, stranger])
      expect(await jar.get(new URL(made.url).pathname)).toMatchObject({ path: '/invite' })
    expect(await stage.byGithub(cleo, 'cleo')).toMatchObject({ location: '/invite' })
    await cleo.get('/invite')
    expect((await cleo.post('/invite', { answer: 'accept' })).path).toBe('/o/acme')
    expect(await agent('list_members', { organization })).toMatchObject({
      members: expect.arrayContaining([
        expect.objectContaining({ user: 'ada', role: 'owner' }),
        expect.objectContaining({ user: 'bob', role: 'member' }),
        expect.objectContaining({ user: 'cleo', role: 'member' }),
      ]) as unknown,
    })
    expect((await stranger.get(new URL(made.url).pathname)).text).not.toContain('name="answer"')
  })

  it('have roles, which ada gives: bob administers, and cleo translates', async () => {
    verifies('5.5.organization_admin', '5.5.organization_member')
    cleosScript = stage.script(await newToken(cleo, 'script', ALL_SCOPES, 'cleo'))
    expect(await code(bobsScript('update_project_policy', { project, four_eyes: true }))).toBe('forbidden')
    await agent('update_member', { organization, user: 'bob', role: 'admin' })
    expect(await code(bobsScript('update_project_policy', { project, four_eyes: true }))).toBe('ok')
    expect(await code(cleosScript('update_project', { project, name: 'Our app' }))).toBe('ok')
    expect(await code(cleosScript('save_glossary', { target: project, remove: ['x'] }))).toBe('forbidden')
  })

  it('get a second organization from bob’s terminal, which makes it public', async () => {
    verifies('5.5.public_account')
    await bobsTerminal('create_organization', { organization: 'globex' })
    await bobsTerminal('create_project', { project: 'globex/site', source_locale: 'en', target_locales: ['fr'] })
    expect(await code(cleosScript('get_project', { project: 'globex/site' }))).toBe('not_found')
    await bobsTerminal('set_organization_visibility', { organization: 'globex', public: true })
    expect(await code(cleosScript('get_project', { project: 'globex/site' }))).toBe('ok')
    expect(await code(cleosScript('get_account', { account: 'globex' }))).toBe('ok')
    expect(await code(cleosScript('update_project', { project: 'globex/site', name: 'Mine' }))).toBe('forbidden')
    expect(await code(cleosScript('get_glossary', { target: 'globex/site' }))).toBe('forbidden')
    expect(await code(cleosScript('list_members', { organization: 'globex' }))).toBe('not_found')
  })

  it('run a pipeline with a token that cleo creates on the organization: it accesses nothing else', async () => {
    pipeline = stage.script(await newToken(cleo, 'pipeline', ['project:read', 'project:write'], 'acme'))
    expect(await code(pipeline('update_project', { project, name: 'App' }))).toBe('ok')
    expect(await code(pipeline('get_project', { project: 'globex/site' }))).toBe('not_found')
    expect((await ada.get('/o/acme/tokens')).text).toContain('pipeline')
  })

  it('manage members by a script that may do nothing else', async () => {
    verifies('5.7.member-script')
    const value = await newToken(bob, 'members', ['members:read', 'members:write'], 'bob')
    const script = stage.script(value)
    const { id } = (await script('invite_member', { organization, role: 'admin' })) as { id: string }
    expect(await script('list_invitations', { organization })).toMatchObject({ invitations: [{ id }] })
    await script('revoke_invitation', { organization, id })
    expect(await code(script('list_members', { organization }))).toBe('ok')
    for (const role of ['admin', 'member']) await script('update_member', { organization, user: 'cleo', role })
    expect(await code(script('get_project', { project }))).toBe('insufficient_scope')
  })

  it('only read while the operator withdraws the access of the organization', async () => {
    verifies('5.4.has-access-denies-write', '7.has-access')
    await stage.machine('access', 'withdraw', 'acme')
    for (const call of [agent, bobsTerminal, pipeline]) {
      expect(await code(call('update_project', { project, name: 'Refused' }))).toBe('no_access')
      expect(await code(call('get_project', { project }))).toBe('ok')
    }
    await stage.machine('access', 'grant', 'acme')
    expect(await code(pipeline('update_project', { project, name: 'App 2' }))).toBe('ok')
  })

  it('lose cleo while ada, who is an operator, suspends her on the operator page', async () => {
    await ada.get('/operator/accounts/cleo')
    await ada.post('/operator/accounts', { account: 'cleo', change: 'suspend' })
    for (const call of [cleosScript, pipeline]) expect(await code(call('get_context'))).toBe('invalid_token')
    expect((await cleo.get('/account')).path).toContain('/login')
    await ada.get('/operator/accounts/cleo')
    await ada.post('/operator/accounts', { account: 'cleo', change: 'resume' })
    for (const call of [cleosScript, pipeline]) expect(await code(call('get_context'))).toBe('ok')
  })

  it('are transferred to bob; then cleo leaves, and her tokens on the organization are revoked', async () => {
    verifies('5.5.account_owner', '3.revoke-immediate')
    expect(await code(bobsScript('update_glossary_policy', { target: project, agents_save: true }))).toBe('forbidden')
    await agent('hand_over_organization', { organization, to: 'bob', confirm: organization })
    expect(await code(bobsScript('update_glossary_policy', { target: project, agents_save: true }))).toBe('ok')
    expect(await code(bobsScript('leave_organization', { organization }))).toBe('conflict')
    expect(await cleosScript('leave_organization', { organization })).toEqual({ organization, revoked_tokens: 1 })
    expect(await code(pipeline('get_project', { project }))).toBe('invalid_token')
    expect(await code(cleosScript('get_project', { project }))).toBe('not_found')
  })

  it('are deleted by bob, and restored completely by ada', async () => {
    await bobsTerminal('delete_organization', { organization, confirm: organization })
    for (const call of [agent, bobsScript]) expect(await code(call('get_project', { project }))).toBe('not_found')
    await agent('restore_organization', { organization })
    expect(await bobsScript('get_project', { project })).toMatchObject({ project, name: 'App 2' })
  })

  it('end with the token of ada’s agent, which she revokes by a button', async () => {
    verifies('3.revoke-web', '3.revoke-unlisted')
    const { id, value } = adasToken
    await ada.get(`/account/tokens/${id}`)
    expect((await ada.post(`/account/tokens/${id}/revoke`)).path).toBe(`/account/tokens?revoked=${id}`)
    expect(await code(stage.script(value)('get_context'))).toBe('invalid_token')
    await expect(agent('get_context')).rejects.toThrow()
  })
})

/** Who did what to what, through what: one line for each event, oldest first. */
const told = (events: readonly AuditView[]): readonly string[] =>
  events.toReversed().map(({ by = 'the machine', action, target, surface, through, client = '' }) => {
    const means = [surface, through?.name ?? through?.kind, surface === 'mcp' ? client.split(/[ /]/)[0] : undefined]
    return `${by}: ${action} ${nameOf(target)} (${means.filter(Boolean).join(', ')})`
  })

/** Ids differ from run to run. */
const nameOf = (target: string): string => {
  if (target === invitation) return 'the link'
  return /^[0-9a-z]{20}$/.test(target) ? 'an id' : target
}

const listed = async (call: CallTool, tool: string, args: object = {}) =>
  ((await call(tool, { limit: 200, ...args })) as { events: AuditView[] }).events

it('the audit trail of that story shows the administrators of each organization who did what, and through what', async () => {
  expect(told(await listed(bobsScript, 'list_organization_audit_events', { organization }))).toEqual([
    'ada: create_organization acme (web, session)',
    'ada: create_project acme/app (mcp, agent, modern)',
    'ada: push_source acme/app (mcp, agent, modern)',
    'ada: invite_member an id (mcp, agent, modern)',
    'bob: answer_invitation an id (rest, laptop)',
    'ada: invite_member the link (mcp, agent, modern)',
    'cleo: invitation_claimed the link (web, session)',
    'cleo: answer_invitation the link (web, session)',
    'ada: update_member bob (mcp, agent, modern)',
    'bob: update_project_policy acme/app (rest, laptop)',
    'cleo: update_project acme/app (rest, script)',
    'cleo: create_token an id (web, session)',
    'cleo: update_project acme/app (rest, pipeline)',
    'bob: invite_member an id (rest, members)',
    'bob: revoke_invitation an id (rest, members)',
    'bob: update_member cleo (rest, members)',
    'bob: update_member cleo (rest, members)',
    'the machine: access withdraw acme (control, control)',
    'the machine: access grant acme (control, control)',
    'cleo: update_project acme/app (rest, pipeline)',
    'ada: hand_over_organization acme (mcp, agent, modern)',
    'bob: update_glossary_policy acme/app (rest, laptop)',
    'cleo: revoke_token an id (rest, script)',
    'cleo: leave_organization acme (rest, script)',
    'bob: delete_organization acme (cli, laptop)',
    'ada: restore_organization acme (mcp, agent, modern)',
  ])
  expect(told(await listed(bobsScript, 'list_organization_audit_events', { organization: 'globex' }))).toEqual([
    'bob: create_organization globex (cli, laptop)',
    'bob: create_project globex/site (cli, laptop)',
    'bob: set_organization_visibility globex (cli, laptop)',
  ])
})
