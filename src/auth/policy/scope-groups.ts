import { ALL_SCOPES, type Scope } from './scopes.ts'

/** The kinds of things that a scope allows, in the order of what they can do to a person's work. */
export const SCOPE_GROUPS = ['read', 'write', 'manage', 'delete'] as const

export type ScopeGroup = (typeof SCOPE_GROUPS)[number]

const GROUP_BY_ACTION: Readonly<Record<string, ScopeGroup>> = {
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
    scopes: ALL_SCOPES.filter(scope => scopes.includes(scope) && getScopeGroup(scope) === group),
  })).filter(one => one.scopes.length > 0)
}

/** Whether it needs a person who proved lately who they are. */
export const needsFreshSignIn = (scope: Scope): boolean =>
  getScopeGroup(scope) === 'manage' || getScopeGroup(scope) === 'delete'

const getScopeGroup = (scope: Scope): ScopeGroup => GROUP_BY_ACTION[scope.slice(scope.indexOf(':') + 1)] ?? 'manage'

/** Everything that a scope opens, as one says it to a person. tests/auth/oauth/scope-sentences.test.ts holds each tool against its sentence. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'user:read':
    'See your profile, the profiles of people in your organizations, your invitations and your audit log. See all your account tokens and connected apps: their names, scopes, IP addresses and user agents.',
  'user:write':
    'Change your name, and make your personal account public or private. Create, rename and revoke account tokens (also ones that never expire), revoke connected apps, answer invitations, and leave organizations.',
  'account:read':
    'See your personal account, your organizations and all public accounts, with your role there. See which limits of yours are nearly used up.',
  'organization:read':
    'See your organizations: owner, visibility, your role, and how many members and projects they have. See deleted organizations that you can restore.',
  'organization:write': 'Create organizations, and change their display names.',
  'organization:delete': 'Delete organizations with all their projects, and restore deleted organizations.',
  'organization:admin':
    'See the audit log of your organizations, and see and revoke account tokens on them, with IP addresses and user agents. Make organizations public or private, and give them a new owner.',
  'members:read': 'See the members of your organizations with their roles, and the open invitations.',
  'members:write':
    'Invite people to your organizations and revoke invitations. Change the roles of members, and remove members.',
  'project:read':
    'See your projects and public ones: their settings, progress, source strings, translations, comments, and history with its authors. Check texts, and download translated files.',
  'project:write':
    'Create projects, change their settings, and delete branches. Push source files and translations, and reserve, submit, review, annotate and revert translations.',
  'project:admin':
    "Set a project's policy: reviews, approvals, checks, exports, message syntax, and whether agents may replace what people wrote. Approve file paths, and revert, approve or unlock translations where only administrators may.",
  'project:delete': 'Delete projects with all their translations, and restore deleted projects.',
  'voice:read': 'See the voice of your projects and accounts and of public ones, with its versions.',
  'voice:write': 'Replace the voice of your projects and accounts.',
  'voice:admin': 'Restore older versions of a voice.',
  'glossary:read': 'See the glossary terms of your projects and accounts, with their versions.',
  'glossary:write': 'Add, change and remove glossary terms of your projects and accounts.',
  'glossary:admin':
    'Set whether agents may change glossary terms, and how strictly terms are checked. Restore older versions of a glossary.',
}
