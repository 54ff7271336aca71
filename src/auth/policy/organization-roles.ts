/** What each role may do in an organization (`5.5.*`, `5.6.*`): on pages, in `get_organization` and in docs/policy.md. */
export const ORGANIZATION_ROLES = {
  owner:
    'Like an administrator. Only the owner hands over the organization, changes the glossary policy and restores glossaries.',
  admin:
    'Can also manage members, tokens, glossary terms, policies and settings, and delete projects and the organization.',
  member: 'Can read everything, create projects, push files, and edit translations and voice.',
} as const
