import { ALL_SCOPES, type Scope } from '../scopes.ts'

/** The kinds of things that a scope allows, in the order of what they can do to a person's work. */
export const SCOPE_GROUPS = ['read', 'write', 'manage', 'delete'] as const

export type ScopeGroup = (typeof SCOPE_GROUPS)[number]

const GROUP_OF: Readonly<Record<string, ScopeGroup>> = {
  read: 'read',
  write: 'write',
  admin: 'manage',
  delete: 'delete',
}

/** Some scopes by group; groups without one are left out. */
export function groupScopes(
  scopes: readonly Scope[],
): readonly { readonly group: ScopeGroup; readonly scopes: readonly Scope[] }[] {
  return SCOPE_GROUPS.map(group => ({
    group,
    scopes: ALL_SCOPES.filter(scope => scopes.includes(scope) && groupOf(scope) === group),
  })).filter(one => one.scopes.length > 0)
}

/** Whether it needs a person who proved lately who they are. */
export const needsFreshSignIn = (scope: Scope): boolean => groupOf(scope) === 'manage' || groupOf(scope) === 'delete'

const groupOf = (scope: Scope): ScopeGroup => GROUP_OF[scope.slice(scope.indexOf(':') + 1)] ?? 'manage'

/** What a scope lets an app do, as one says it to a person. */
export const SENTENCES: Readonly<Record<Scope, string>> = {
  'user:read': 'See your profile: your name and your handle.',
  'user:write': 'Change your profile.',
  'account:read': 'See which accounts you have and which organizations you belong to.',
  'organization:read': 'See your organizations and their details.',
  'organization:write': 'Create organizations and change their details.',
  'organization:delete': 'Delete organizations with everything in them.',
  'organization:admin': 'Administer organizations.',
  'members:read': 'See who works in your organizations and who is invited.',
  'members:write': 'Invite people to your organizations, change their roles, and remove them.',
  'project:read': 'See your projects, their texts and their translations.',
  'project:write': 'Create projects, add texts, and write translations.',
  'project:admin': 'Administer projects.',
  'project:delete': 'Delete projects with all their translations.',
  'voice:read': 'See how your texts should sound.',
  'voice:write': 'Change how your texts should sound.',
  'voice:admin': 'Administer the voice of your projects.',
  'glossary:read': 'See the terms of your glossaries.',
  'glossary:write': 'Add and change terms of your glossaries.',
  'glossary:admin': 'Change the settings of your glossaries.',
}
