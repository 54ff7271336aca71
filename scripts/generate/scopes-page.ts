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

A call needs the scope on its token, and one of the scope's roles for its user on the resource ([permissions](policy.md)). Scopes "denied without
access" are refused while \`has_access\` is false for the user's account or the owner of the resource.

Agents usually need only the everyday scopes. \`--scopes everyday\` and \`--scopes all\` select a set.

${markdownTable(['Scope', 'Allows', 'Roles (any of)', 'Denied without access', 'Everyday', 'Tools'], rows)}

| Role | Held by |
| --- | --- |
| self | the user, on their own resources |
| organization_member | members of the owning organization |
| organization_admin | its administrators |
| account_owner | the owner of the account |
| public_account | every signed-in user, when the account is public |
`
}
