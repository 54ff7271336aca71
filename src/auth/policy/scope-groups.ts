import { ALL_SCOPES, type Scope } from './scopes.ts'

/** Groups of scopes, from harmless to dangerous. */
export const SCOPE_GROUPS = ['read', 'write', 'manage', 'delete'] as const

export type ScopeGroup = (typeof SCOPE_GROUPS)[number]

const GROUP_BY_ACTION: Readonly<Record<string, ScopeGroup>> = {
  read: 'read',
  write: 'write',
  admin: 'manage',
  delete: 'delete',
}

/** Groups scopes; empty groups are omitted. */
export function groupScopes(
  scopes: readonly Scope[],
): readonly { readonly group: ScopeGroup; readonly scopes: readonly Scope[] }[] {
  return SCOPE_GROUPS.map(group => ({
    group,
    scopes: ALL_SCOPES.filter(scope => scopes.includes(scope) && getScopeGroup(scope) === group),
  })).filter(one => one.scopes.length > 0)
}

/** Returns whether approving the scope needs a recent sign-in. */
export const needsFreshSignIn = (scope: Scope): boolean =>
  getScopeGroup(scope) === 'manage' || getScopeGroup(scope) === 'delete'

const getScopeGroup = (scope: Scope): ScopeGroup => GROUP_BY_ACTION[scope.slice(scope.indexOf(':') + 1)] ?? 'manage'

/** The effects of each scope, for consent pages and documents. tests/auth/oauth/scope-descriptions.test.ts compares each tool with its sentence. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  'user:read':
    'See your profile, your invitations, your audit log and the profiles of members of your organizations. See all your account tokens and connected apps, with names, scopes, IP addresses and user agents.',
  'user:write':
    'Change your profile, and make your personal account public or private. Manage your account tokens, connected apps and invitations, and leave organizations.',
  'account:read':
    'See your personal account, your organizations and all public accounts, with your role in each. See which of your limits are nearly reached.',
  'organization:read':
    'See your organizations: owner, visibility, your role, and the number of members and projects. See deleted organizations that you can restore.',
  'organization:write': 'Create organizations and change their display names.',
  'organization:delete': 'Delete organizations with all their projects, and restore deleted organizations.',
  'organization:admin':
    'See the audit log of your organizations and their account tokens, with IP addresses and user agents. Revoke these tokens, make organizations public or private, and transfer them to a new owner.',
  'members:read': 'See the members of your organizations, their roles and open invitations.',
  'members:write':
    'Invite users to your organizations and revoke invitations. Change the roles of members, and remove members.',
  'project:read':
    'See your projects and public projects: settings, progress, runs, reviews, source strings, translations, comments and history with authors. Run checks, search and export the translation memory, and pull translations.',
  'project:write':
    'Create projects, change their settings, and delete branches. Push source files and translations, submit, review, annotate and revert translations, create and decide reviews, start and cancel runs, and import translation memories.',
  'project:admin':
    'Change project policy, approve file paths, and manage webhooks. Approve and override reviewed or locked translations.',
  'project:delete': 'Delete projects with all their translations, and restore deleted projects.',
  'voice:read': 'See the voice of your own and of public projects and accounts, with earlier versions.',
  'voice:write': 'Replace the voice of your projects and accounts.',
  'voice:admin': 'Restore earlier versions of a voice.',
  'glossary:read': 'See the glossary terms of your projects and accounts, with earlier versions.',
  'glossary:write': 'Add, change and remove glossary terms of your projects and accounts.',
  'glossary:admin':
    'Set whether agents may change glossary terms and how strictly terms are checked. Restore earlier versions of a glossary.',
}
