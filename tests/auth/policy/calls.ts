import type { Args } from './ask.ts'
import { ACCOUNT_RELATIONS, onTheirTokens, PUBLIC_ACCOUNTS, type Relation, USER_RELATIONS } from './cells.ts'

/** A call that needs one scope, on whatever an account owns. */
export interface ScopeCall {
  readonly scope: string
  readonly tool: string
  readonly relations: readonly Relation[]
  readonly args: (account: string, ids: Ids) => Args
  /** Undoes the effect of the call; such calls run one after another. */
  readonly undo?: string
}

/** IDs that the stage knows by the handle of the account. */
export interface Ids {
  readonly token: (handle: string) => string
}

const onAccount = (scope: string, tool: string, args: ScopeCall['args'], undo?: string): ScopeCall => ({
  scope,
  tool,
  relations: ACCOUNT_RELATIONS,
  args,
  ...(undo !== undefined && { undo }),
})

const onBoth = (scope: string, tool: string, more: Args = {}): readonly ScopeCall[] => [
  onAccount(scope, tool, account => ({ target: account, ...more })),
  onAccount(scope, tool, account => ({ target: `${account}/app`, ...more })),
]

/** A tool for each scope, called so that it changes nothing, or followed by a tool that undoes it. */
export const SCOPE_CALLS: readonly ScopeCall[] = [
  { scope: 'user:read', tool: 'get_user', relations: USER_RELATIONS, args: account => ({ handle: account }) },
  {
    scope: 'user:write',
    tool: 'update_token',
    relations: USER_RELATIONS.map(onTheirTokens),
    args: (account, ids) => ({ id: ids.token(account), description: 'as before' }),
  },
  {
    scope: 'user:write',
    tool: 'update_user',
    relations: USER_RELATIONS.filter(({ roles }) => roles.includes('self')),
    args: account => ({ name: account }),
  },
  onAccount('account:read', 'get_account', account => ({ account })),
  onAccount('organization:read', 'get_organization', organization => ({ organization })),
  onAccount('organization:write', 'update_organization', organization => ({ organization, name: organization })),
  onAccount(
    'organization:delete',
    'delete_organization',
    organization => ({ organization, confirm: organization }),
    'restore_organization',
  ),
  onAccount('organization:admin', 'set_organization_visibility', organization => ({
    organization,
    public: PUBLIC_ACCOUNTS.some(handle => handle === organization),
  })),
  onAccount('members:read', 'list_members', organization => ({ organization })),
  onAccount('members:write', 'update_member', organization => ({ organization, user: 'cole', role: 'member' })),
  onAccount('project:read', 'get_project', account => ({ project: `${account}/app` })),
  onAccount('project:write', 'update_project', account => ({ project: `${account}/app`, name: 'app' })),
  onAccount('project:admin', 'update_project_policy', account => ({ project: `${account}/app`, four_eyes: false })),
  onAccount(
    'project:delete',
    'delete_project',
    account => ({ project: `${account}/app`, confirm: `${account}/app` }),
    'restore_project',
  ),
  ...onBoth('voice:read', 'get_voice'),
  ...onBoth('voice:write', 'save_voice', { voice: {} }),
  ...onBoth('voice:admin', 'restore_voice', { version: 0 }),
  ...onBoth('glossary:read', 'get_glossary'),
  ...onBoth('glossary:write', 'save_glossary', { remove: ['no such term'] }),
  ...onBoth('glossary:admin', 'update_glossary_policy', { agents_save: true }),
]
