import { getScopeRule } from '../../src/auth/policy/scopes.ts'
import { IDEMPOTENCY_NOTE } from '../../src/http/rest/openapi.ts'
import type { Tool } from '../../src/tools/pipeline/tool.ts'
import { TOOLS } from '../../src/tools/registry.ts'
import { type JsonSchema, strictSchema } from '../../src/tools/schemas/json-schema.ts'
import { markdownTable } from './markdown.ts'

/** docs/tools.md */
export function toolsPage(): string {
  const index = TOOLS.map(tool => [
    `[\`${tool.name}\`](#${tool.name})`,
    tool.title,
    scopeOf(tool),
    tool.toolset,
    tool.rest.map(({ method, path }) => `\`${method} ${path}\``).join(', '),
  ])
  return `# Tools

MCP, REST and the command line (\`dragoman call TOOL --json '{…}'\`) run the same tools. MCP clients list the toolset \`core\`. To list more, add
\`?toolsets=all\` or \`?toolsets=core,advanced\` to the address. You can call unlisted tools, too.

${IDEMPOTENCY_NOTE}

${markdownTable(['Tool', 'Title', 'Scope', 'Toolset', 'REST'], index)}

${TOOLS.map(section).join('\n')}`
}

const scopeOf = (tool: Tool) => (tool.scope === null ? 'none' : `\`${tool.scope}\``)

function section(tool: Tool): string {
  const roles = tool.scope === null ? 'any valid credential' : getScopeRule(tool.scope).roles.join(', ')
  const routes = tool.rest.map(({ method, path, status = 200 }) => `\`${method} ${path}\` (${status})`)
  const facts = [
    `- Scope: ${scopeOf(tool)}; roles: ${roles}`,
    `- ${describeHints(tool)}`,
    `- REST: ${routes.join(', ') || 'none'}`,
  ]
  const input = strictSchema(tool.input, 'input')
  const required = new Set(input.required)
  const fields = Object.entries(input.properties ?? {}).map(([name, schema]) => [
    `\`${name}\``,
    typeText(schema),
    required.has(name) ? 'yes' : defaultText(schema),
    schema.description ?? '',
  ])
  const table = markdownTable(['Argument', 'Type', 'Required', 'Meaning'], fields)
  return `## ${tool.name}

${tool.description}

${facts.join('\n')}

${fields.length === 0 ? 'No arguments.' : table}

Response: ${typeText(strictSchema(tool.output, 'output'))}
`
}

function describeHints({ hints }: Tool): string {
  if (hints.readOnly) return 'Read-only'
  const effect = hints.destructive ? 'Destructive write' : 'Write'
  return `${effect}, ${hints.idempotent ? 'idempotent' : 'not idempotent'}`
}

const defaultText = (schema: JsonSchema) =>
  schema['default'] === undefined ? 'no' : `no; default \`${JSON.stringify(schema['default'])}\``

/** A schema in a line of prose: `array of { id: string, name?: string }`. */
function typeText(schema: JsonSchema): string {
  return `\`${plainType(schema)}\``
}

function plainType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema['oneOf']
  if (Array.isArray(union)) return union.map(plainType).join(' | ')
  if (schema.items !== undefined) return arrayText(schema.items)
  if (schema.properties !== undefined) return objectText(schema.properties, new Set(schema.required))
  if (isSchema(schema['additionalProperties'])) return `{ [name]: ${plainType(schema['additionalProperties'])} }`
  return schema.type ?? 'any'
}

function arrayText(items: JsonSchema): string {
  const text = plainType(items)
  return items.properties === undefined && text.includes(' | ') ? `(${text})[]` : `${text}[]`
}

function objectText(properties: NonNullable<JsonSchema['properties']>, required: ReadonlySet<string>): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.has(name) ? '' : '?'}: ${plainType(schema)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0
