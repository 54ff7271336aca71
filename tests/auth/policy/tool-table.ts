import type { Args } from './ask.ts'

/** IDs of ada's resources, so that a call names something real. */
export interface Fixture {
  readonly token: string
  readonly grant: string
  readonly revokedToken: string
  readonly revokedInvitation: string
  readonly entry: string
  readonly src: string
}

interface ToolRow {
  readonly tool: string
  /** null = any valid credential. */
  readonly scope: string | null
  readonly args: (account: string, fixture: Fixture) => Args
  /** The answer to ada on her own account with a sufficient credential. */
  readonly own: string
  /**
   * What it acts on. `account`: one that the call names, which is not there for whoever may not see it. Else the caller's own things: what a stranger is
   * told who names hers, what a credential that was allowed certain accounts, and what a token made on an organization.
   */
  readonly on: 'account' | { readonly stranger: string; readonly limited: string; readonly organization: string }
}

const onAccount = (tool: string, scope: string, args: ToolRow['args'], own = 'ok'): ToolRow => ({
  tool,
  scope,
  args,
  own,
  on: 'account',
})

const onProject = (tool: string, scope: string, more: (fixture: Fixture) => Args = () => ({}), own = 'ok'): ToolRow =>
  onAccount(tool, scope, (account, fixture) => ({ project: `${account}/app`, ...more(fixture) }), own)

const onOrganization = (tool: string, scope: string, more: (fixture: Fixture) => Args = () => ({}), own = 'ok') =>
  onAccount(tool, scope, (organization, fixture) => ({ organization, ...more(fixture) }), own)

const onTarget = (tool: string, scope: string, more: Args = {}): ToolRow =>
  onAccount(tool, scope, target => ({ target, ...more }))

const onSelf = (
  tool: string,
  scope: string | null,
  args: (fixture: Fixture) => Args,
  { own = 'ok', stranger = own, ...others }: { own?: string; stranger?: string; limited: string; organization: string },
): ToolRow => ({ tool, scope, args: (_, fixture) => args(fixture), own, on: { stranger, ...others } })

/** Every caller gets a list, possibly an empty one. */
const LISTS = { limited: 'ok', organization: 'ok' }
/** A token of an organization does not act for its whole user. */
const PERSONAL = { limited: 'ok', organization: 'forbidden' }
/** Neither does an app that is limited to certain accounts: its writes would exceed them. */
const WHOLE = { limited: 'forbidden', organization: 'forbidden' }
/** A credential cannot see what it did not create. */
const OTHERS = { stranger: 'not_found', limited: 'not_found', organization: 'not_found' }

const SOURCE = 'locales/en.json'
const TMX = '<tmx version="1.4"><header srclang="en"/><body/></tmx>'

/** Every tool: the scope it needs, and what it does for whom. A tool that is not here fails the test that reads this. */
export const TOOL_TABLE: readonly ToolRow[] = [
  onSelf('get_context', null, () => ({}), LISTS),
  onSelf('list_accounts', 'account:read', () => ({}), LISTS),
  onAccount('get_account', 'account:read', account => ({ account })),
  onSelf('list_projects', 'project:read', () => ({}), LISTS),
  onProject(
    'create_project',
    'project:write',
    () => ({ source_locale: 'en', target_locales: ['de'] }),
    'already_exists',
  ),
  onProject('get_project', 'project:read'),
  onProject('get_project_context', 'project:read'),
  onProject('update_project', 'project:write', () => ({ name: 'app' })),
  onProject('update_project_policy', 'project:admin', () => ({ four_eyes: false })),
  onProject('delete_branch', 'project:write', () => ({ branch: 'main' }), 'invalid_input'),
  onProject('delete_project', 'project:delete', () => ({}), 'invalid_input'),
  onProject('restore_project', 'project:delete', () => ({}), 'conflict'),
  onProject('push_source', 'project:write', () => ({ files: [{ path: SOURCE, content: '{"a":"Apple"}\n' }] })),
  onProject('push_translations', 'project:write', () => ({ files: [{ path: 'locales/de.json', content: '{}' }] })),
  onProject('get_status', 'project:read'),
  onProject('get_work', 'project:read', () => ({ locale: 'de' })),
  onProject('submit_translations', 'project:write', ({ entry, src }) => ({
    locale: 'de',
    items: [{ id: entry, src, text: 'Apfel' }],
  })),
  onProject('check_text', 'project:read', () => ({ locale: 'de', source: 'Apple', text: 'Apfel' })),
  onProject('find_checks', 'project:read'),
  onProject('get_entries', 'project:read'),
  onProject('review_translations', 'project:write', ({ entry }) => ({
    locale: 'de',
    dry_run: true,
    items: [{ id: entry, action: 'approve', rev: 1 }],
  })),
  onProject('annotate_entry', 'project:write', ({ entry }) => ({ id: entry, comment: 'seen' })),
  onProject('pull_translations', 'project:read', () => ({ locale: 'de', path: SOURCE })),
  onProject('compare_translations', 'project:read', () => ({ locale: 'de', path: SOURCE, texts: {} })),
  onProject('start_run', 'project:write', () => ({ engines: ['memory'], estimate: true })),
  onProject('get_runs', 'project:read'),
  onProject('cancel_run', 'project:write', () => ({ run: 'none' }), 'not_found'),
  onProject('create_review', 'project:write', () => ({ batch: 'none' }), 'not_found'),
  onProject('get_review', 'project:read'),
  onProject('decide_review', 'project:write', () => ({ review: 'none', end: 'accept' }), 'not_found'),
  onProject('list_changes', 'project:read'),
  onProject('revert_changes', 'project:write', () => ({ person: 'ada', dry_run: true })),
  onTarget('get_voice', 'voice:read'),
  onTarget('save_voice', 'voice:write', { voice: {} }),
  onTarget('restore_voice', 'voice:admin', { version: 0 }),
  onTarget('get_glossary', 'glossary:read'),
  onTarget('save_glossary', 'glossary:write', { remove: ['no such term'] }),
  onTarget('update_glossary_policy', 'glossary:admin', { agents_save: true }),
  onTarget('restore_glossary', 'glossary:admin', { version: 0 }),
  onProject('search_memory', 'project:read', () => ({ locale: 'de', text: 'Apple' })),
  onProject('import_memory', 'project:write', () => ({ files: [{ path: 'a.tmx', content: TMX }] })),
  onProject('delete_memory', 'project:write', () => ({ import: 'none' }), 'not_found'),
  onProject('export_memory', 'project:read'),
  onTarget('list_webhooks', 'project:admin'),
  onTarget('save_webhook', 'project:admin', { url: 'https://example.org/hook', events: ['source.pushed'] }),
  onAccount('delete_webhook', 'project:admin', target => ({ target, id: 'none' }), 'not_found'),
  onAccount('list_deliveries', 'project:admin', target => ({ target, id: 'none' }), 'not_found'),
  onAccount('repeat_delivery', 'project:admin', target => ({ target, id: 'none', delivery: 'none' }), 'not_found'),
  onAccount('ping_webhook', 'project:admin', target => ({ target, id: 'none' }), 'not_found'),
  onSelf('list_tokens', 'user:read', () => ({}), LISTS),
  onSelf('create_token', 'user:write', () => ({ name: 'x', scopes: ['user:write'] }), PERSONAL),
  onSelf('update_token', 'user:write', ({ token: id }) => ({ id, description: 'idle' }), OTHERS),
  onSelf('revoke_token', 'user:write', ({ revokedToken: id }) => ({ id }), OTHERS),
  onOrganization('list_organization_tokens', 'organization:admin'),
  onOrganization('revoke_organization_token', 'organization:admin', ({ revokedToken: id }) => ({ id })),
  onSelf('list_grants', 'user:read', () => ({}), LISTS),
  onSelf('revoke_grant', 'user:write', ({ grant: id }) => ({ id }), OTHERS),
  onSelf('get_user', 'user:read', () => ({}), PERSONAL),
  onSelf('update_user', 'user:write', () => ({ name: 'ada' }), WHOLE),
  onSelf('list_organizations', 'organization:read', () => ({}), LISTS),
  onOrganization('get_organization', 'organization:read'),
  onSelf('create_organization', 'organization:write', () => ({ organization: 'acme' }), {
    own: 'already_exists',
    ...WHOLE,
  }),
  onOrganization('update_organization', 'organization:write', () => ({ name: 'acme' })),
  onOrganization('delete_organization', 'organization:delete', () => ({ confirm: 'no' }), 'invalid_input'),
  onOrganization('restore_organization', 'organization:delete', () => ({}), 'conflict'),
  onOrganization('set_organization_visibility', 'organization:admin', () => ({ public: false })),
  onOrganization('hand_over_organization', 'organization:admin', () => ({ to: 'bob', confirm: 'no' }), 'invalid_input'),
  onOrganization('list_members', 'members:read'),
  onOrganization('update_member', 'members:write', () => ({ user: 'bob', role: 'member' })),
  onOrganization('remove_member', 'members:write', () => ({ user: 'ada' }), 'conflict'),
  {
    tool: 'leave_organization',
    scope: 'user:write',
    args: organization => ({ organization }),
    own: 'conflict',
    on: { stranger: 'not_found', limited: 'not_found', organization: 'forbidden' },
  },
  onOrganization('list_invitations', 'members:read'),
  onOrganization('invite_member', 'members:write', () => ({ user: 'ada' }), 'already_exists'),
  onOrganization('revoke_invitation', 'members:write', ({ revokedInvitation: id }) => ({ id })),
  onSelf('list_my_invitations', 'user:read', () => ({}), PERSONAL),
  onSelf(
    'answer_invitation',
    'user:write',
    ({ revokedInvitation }) => ({ invitation: revokedInvitation, accept: false }),
    {
      own: 'not_found',
      ...WHOLE,
    },
  ),
  onSelf('list_audit_events', 'user:read', () => ({}), PERSONAL),
  onOrganization('list_organization_audit_events', 'organization:admin'),
]
