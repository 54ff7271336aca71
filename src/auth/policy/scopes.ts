/** The roles (`5.5.*` of docs/specification.md) that a principal can hold on a resource. `no_access` is a refusal, not a role: see authorize.ts. */
export const ROLES = ['self', 'organization_member', 'organization_admin', 'account_owner', 'public_account'] as const

export type Role = (typeof ROLES)[number]

interface ScopeRule {
  /** The summary of the spec (5.3). Pages and documents use the full `SCOPE_DESCRIPTIONS`. */
  readonly summary: string
  /** One of these roles is required (`5.6.*`). */
  readonly roles: readonly Role[]
  /** Rejected when `has_access` is false (`5.4.has-access-denies-write`). */
  readonly needsAccess: boolean
}

const MEMBERS = ['organization_member', 'organization_admin'] as const
const READERS = ['organization_member', 'organization_admin', 'account_owner', 'public_account'] as const
const WRITERS = ['organization_member', 'organization_admin', 'account_owner'] as const
const ADMINS = ['organization_admin', 'account_owner'] as const

/** The 19 scopes and the roles that may use them (`5.3.*`, `5.6.*`). Single source of all checks and documents. */
export const SCOPES = {
  'user:read': { summary: 'Read user profile', roles: ['self', 'organization_member'], needsAccess: false },
  'user:write': { summary: 'Update user profile', roles: ['self'], needsAccess: false },
  'account:read': {
    summary: 'List accessible accounts (personal and organization)',
    roles: READERS,
    needsAccess: false,
  },
  'organization:read': {
    summary: 'Read organization details and list own organizations',
    roles: MEMBERS,
    needsAccess: false,
  },
  'organization:write': { summary: 'Create or update organizations', roles: ['organization_admin'], needsAccess: true },
  'organization:delete': { summary: 'Delete organizations', roles: ['organization_admin'], needsAccess: true },
  'organization:admin': {
    summary: 'Administrative organization actions',
    roles: ['organization_admin'],
    needsAccess: true,
  },
  'members:read': { summary: 'Read organization members and invitations', roles: MEMBERS, needsAccess: false },
  'members:write': {
    summary: 'Manage organization members and invitations',
    roles: ['organization_admin'],
    needsAccess: true,
  },
  'project:read': { summary: 'Read projects', roles: READERS, needsAccess: false },
  'project:write': { summary: 'Create or update projects', roles: WRITERS, needsAccess: true },
  'project:admin': { summary: 'Administrative project actions', roles: ADMINS, needsAccess: true },
  'project:delete': { summary: 'Delete projects', roles: ADMINS, needsAccess: true },
  'voice:read': { summary: 'Read voice configuration', roles: READERS, needsAccess: false },
  'voice:write': { summary: 'Create or update voice configuration', roles: WRITERS, needsAccess: true },
  'voice:admin': { summary: 'Administrative voice actions', roles: ADMINS, needsAccess: true },
  'glossary:read': { summary: 'Read glossary entries', roles: WRITERS, needsAccess: false },
  'glossary:write': { summary: 'Create or update glossary entries', roles: ADMINS, needsAccess: true },
  'glossary:admin': { summary: 'Manage glossary settings', roles: ['account_owner'], needsAccess: true },
} as const satisfies Record<string, ScopeRule>

export type Scope = keyof typeof SCOPES

export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[]

/** Scopes for everyday work: all reads, and writes of projects, voice and glossary. Never :delete, :admin, members or organization writes. */
export const EVERYDAY_SCOPES: readonly Scope[] = ALL_SCOPES.filter(
  scope =>
    scope.endsWith(':read') || scope === 'project:write' || scope === 'voice:write' || scope === 'glossary:write',
)

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPES, text)
}

export const getScopeRule = (scope: Scope): ScopeRule => SCOPES[scope]
