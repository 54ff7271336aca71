import type { z } from 'zod'
import { IDEMPOTENCY_NOTE } from '../../src/http/rest/openapi.ts'
import { AccountView } from '../../src/tools/accounts/read-accounts.ts'
import { AuditView } from '../../src/tools/audit/view.ts'
import { InvitationView } from '../../src/tools/invitations/view.ts'
import { OrganizationView } from '../../src/tools/organizations/view.ts'
import type { Tool } from '../../src/tools/pipeline/tool.ts'
import { MCP_TOOLS, TOOLS } from '../../src/tools/registry.ts'
import { ReviewView } from '../../src/tools/reviews/view.ts'
import { RunView } from '../../src/tools/runs/view.ts'
import { type JsonSchema, strictSchema } from '../../src/tools/schemas/json-schema.ts'
import { TokenView } from '../../src/tools/tokens/view.ts'
import { DeliveryView } from '../../src/tools/webhooks/view.ts'
import { markdownTable } from './markdown.ts'

/** Arguments that mean the same in every tool that has them without a description. */
const COMMON_ARGUMENTS: Readonly<Record<string, string>> = {
  project: 'Account and name: `acme/app`',
  organization: 'Handle: `acme`',
  target: 'Account or project: `acme` or `acme/app`',
  branch: 'Default: the main branch',
  locale: 'BCP 47 tag: `pt-BR`',
  file: 'Path of a source file, from the repository root',
  limit: 'Most results of one page',
  max_bytes: 'Most bytes of one response',
  cursor: '`next_cursor` of the previous page',
  dry_run: 'Checks and reports, but writes nothing',
  note: 'Shown in the history',
  idempotency_key: 'Every write takes it, except as above; not listed below',
}

/** Descriptions in the schemas that repeat the table of common arguments. */
const REPEATED = ['Handle, such as acme', 'acme or acme/app', 'account/project']

/** Objects that several responses contain. */
const COMMON_OBJECTS: Readonly<Record<string, z.ZodObject>> = {
  Account: AccountView,
  Organization: OrganizationView,
  Invitation: InvitationView,
  Token: TokenView,
  AuditEvent: AuditView,
  Run: RunView,
  Review: ReviewView,
  Delivery: DeliveryView,
}

/** docs/tools.md */
export function toolsPage(): string {
  const index = [...new Set(TOOLS.map(({ toolset }) => toolset))].map(toolset => [
    `\`${toolset}\``,
    TOOLS.filter(tool => tool.toolset === toolset)
      .map(({ name }) => `[\`${name}\`](#${name})`)
      .join(', '),
  ])
  const objects = Object.entries(COMMON_OBJECTS).map(
    ([name, schema]) => `- \`${name}\`: \`${plainType(strictSchema(schema, 'output'))}\``,
  )
  return `# Tools

MCP, REST and the command line (\`dragoman call TOOL --json '{…}'\`) run the same tools. MCP clients list the toolset \`core\`. To list more, add
\`?toolsets=all\` or \`?toolsets=core,advanced\` to the address. Agents reach the other tools by
${MCP_TOOLS.map(({ name }) => `[\`${name}\`](#${name})`).join(' and ')}, which only MCP has.

${markdownTable(['Toolset', 'Tools'], index)}

Each tool needs a [scope](scopes.md) and a [role](policy.md#the-table). \`?\` marks optional fields; a field without a type is a
string. REST responses have status 200, unless another is given. \`GET\` only reads; a tool with another method writes, unless it is read-only.

Arguments that take no text also accept it where it is clear: a list or an object as JSON text, a number or a boolean in quotes. \`null\` counts as absent, as
does \`""\` for an optional argument that takes text, but not a blank one.

${IDEMPOTENCY_NOTE}

${markdownTable(
  ['Argument', 'Meaning'],
  Object.entries(COMMON_ARGUMENTS).map(([name, text]) => [`\`${name}\``, text]),
)}

Several responses contain these objects. \`...Token\` stands for the fields of one:

${objects.join('\n')}

${[...TOOLS, ...MCP_TOOLS].map(section).join('\n')}`
}

function section(tool: Tool): string {
  const scope = tool.scope === null ? 'No scope' : `Scope \`${tool.scope}\``
  const routes = tool.rest.map(
    ({ method, path, status = 200 }) => `\`${method} ${path}\`${status === 200 ? '' : ` (${status})`}`,
  )
  const { idempotency_key: _, ...fields } = strictSchema(tool.input, 'input').properties ?? {}
  const required = new Set(strictSchema(tool.input, 'input').required)
  const meanings = Object.entries(fields).flatMap(([name, { description }]) =>
    description === undefined || (name in COMMON_ARGUMENTS && REPEATED.includes(description))
      ? []
      : [`  - \`${name}\`: ${description}`],
  )
  const lines = [
    ...(Object.keys(fields).length === 0 ? [] : [`- Arguments: \`${objectText(fields, required)}\``, ...meanings]),
    `- Response: \`${nameObjects(plainType(strictSchema(tool.output, 'output')))}\``,
  ]
  return `## ${tool.name}

${tool.description}

${[scope, ...describeHints(tool), ...routes].join('; ')}

${lines.join('\n')}
`
}

/** What the method of the first route does not say. */
function describeHints({ hints, rest: [route] }: Tool): readonly string[] {
  if (hints.readOnly) return route?.method === 'GET' ? [] : ['read-only']
  return [
    ...(hints.destructive ? ['destructive'] : []),
    ...(hints.idempotent ? ['idempotent'] : []),
    ...(route === undefined ? ['write'] : []),
  ]
}

/** The type of a response with the name of each common object in place of its fields. */
const nameObjects = (type: string): string =>
  Object.entries(COMMON_OBJECTS).reduce((text, [name, schema]) => {
    const whole = plainType(strictSchema(schema, 'output'))
    return text.replaceAll(whole, name).replaceAll(whole.slice(1, -1), `...${name}`)
  }, type)

/** A schema as a TypeScript type: `{id, name?}[]`. */
function plainType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join('|')
  const union = schema.anyOf ?? schema['oneOf']
  if (Array.isArray(union)) return union.map(plainType).join('|')
  if (schema.items !== undefined) return arrayText(schema.items)
  if (schema.properties !== undefined) return objectText(schema.properties, new Set(schema.required))
  if (isSchema(schema['additionalProperties'])) return `{[name]: ${plainType(schema['additionalProperties'])}}`
  return schema.type ?? 'any'
}

function arrayText(items: JsonSchema): string {
  const text = plainType(items)
  return items.properties === undefined && text.includes('|') ? `(${text})[]` : `${text}[]`
}

function objectText(properties: NonNullable<JsonSchema['properties']>, required: ReadonlySet<string>): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.has(name) ? '' : '?'}${typeSuffix(schema)}${defaultText(schema)}`,
  )
  return `{${fields.join(', ')}}`
}

/** Most fields are strings. */
function typeSuffix(schema: JsonSchema): string {
  const type = plainType(schema)
  return type === 'string' ? '' : `: ${type}`
}

const defaultText = (schema: JsonSchema) =>
  schema['default'] === undefined || schema['default'] === false ? '' : ` = ${JSON.stringify(schema['default'])}`

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0
