import { SCOPE_DESCRIPTIONS } from '../../src/auth/policy/scope-groups.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES, getScopeRule } from '../../src/auth/policy/scopes.ts'
import { TOOLS } from '../../src/tools/registry.ts'
import { markdownTable } from './markdown.ts'

/** docs/scopes.md */
export function scopesPage(): string {
  const rows = ALL_SCOPES.map(scope => {
    const { roles, needsAccess } = getScopeRule(scope)
    const tools = TOOLS.filter(tool => tool.scope === scope).map(({ name }) => `\`${name}\``)
    return [
      `\`${scope}\``,
      SCOPE_DESCRIPTIONS[scope],
      roles.join(', '),
      needsAccess ? 'yes' : 'no',
      EVERYDAY_SCOPES.includes(scope) ? 'yes' : '',
      tools.join(', '),
    ]
  })
  return `# Scopes and roles

Two checks must both pass. The token must carry the scope: scopes are the upper bound of what a token may do. And the user must hold one of the
roles on the resource. What is denied without access is refused when \`has_access\` is false on the user's own account or on the account that owns
the resource, whatever the role. What the caller may not even see is \`not_found\`.

"Everyday" scopes are what an agent needs for the work of an ordinary day; \`--scopes everyday\` and \`--scopes all\` name the sets.

${markdownTable(['Scope', 'Allows', 'Roles, of which one is enough', 'Denied without access', 'Everyday', 'Tools'], rows)}

| Role | Who holds it |
| --- | --- |
| self | the user, on what is their own |
| organization_member | members of the organization that owns it |
| organization_admin | administrators of the organization that owns it |
| account_owner | the owner of the account that owns it |
| public_account | everybody, when the account is public |
`
}
