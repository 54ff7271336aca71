import { SCOPE_DESCRIPTIONS } from '../../src/auth/policy/scope-groups.ts'
import { ALL_SCOPES, EVERYDAY_SCOPES } from '../../src/auth/policy/scopes.ts'
import { TOOLS } from '../../src/tools/registry.ts'
import { markdownTable } from './markdown.ts'

/** docs/scopes.md */
export function scopesPage(): string {
  const rows = ALL_SCOPES.map(scope => {
    const tools = TOOLS.filter(tool => tool.scope === scope).map(({ name }) => `\`${name}\``)
    return [`\`${scope}\``, SCOPE_DESCRIPTIONS[scope], EVERYDAY_SCOPES.includes(scope) ? 'yes' : '', tools.join(', ')]
  })
  return `# Scopes

A scope is the upper bound of what a token or an app may do. A call also needs a role on the resource ([permissions](policy.md#the-table)). Agents
usually need only the everyday scopes. \`--scopes everyday\` and \`--scopes all\` select a set.

${markdownTable(['Scope', 'Allows', 'Everyday', 'Tools'], rows)}
`
}
