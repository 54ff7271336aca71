import { ERROR_CODES } from '../../errors.ts'
import { JSON_LINES } from '../../tools/pipeline/json-lines.ts'
import type { RestRoute, Tool } from '../../tools/pipeline/tool.ts'
import { TOOLS } from '../../tools/registry.ts'
import { type JsonSchema, strictSchema } from '../../tools/schemas/json-schema.ts'
import { allowsComma, getFileFields } from './input.ts'

interface ApiInfo {
  readonly version: string
  readonly baseUrl: string
}

/** For clients that send the header with every request. Used by every page about REST. */
export const IDEMPOTENCY_NOTE =
  'A repeated call with the same idempotency_key returns the first response and writes nothing, for 24 hours. Per user, 4 MiB of responses are kept: at least the last 48 calls, usually over 2,000. After that, it is a new call. You can also send the key as the header Idempotency-Key. Reads ignore it. create_token and invite_member reject it, because their responses have a secret that is not stored.'

/** The OpenAPI 3.1 document of everything under /api, generated from the registry. */
export function openApiDocument({ version, baseUrl }: ApiInfo): Readonly<Record<string, unknown>> {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dragoman',
      version,
      description: `Self-hosted localization for coding agents. Every operation is also an MCP tool of the same name. ${IDEMPOTENCY_NOTE}`,
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    paths: createPaths(),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An account token: svca_ and 48 hexadecimal digits.' },
      },
      schemas: { Problem: PROBLEM_SCHEMA },
      responses: {
        Problem: {
          description: 'Error and fix (RFC 9457)',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  }
}

const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'permanent', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The error message' },
    code: { type: 'string', enum: ERROR_CODES },
    fix: { type: 'string', description: 'How to correct it' },
    scopes: { type: 'array', items: { type: 'string' }, description: 'Missing scopes' },
    retry_after: { type: 'integer', description: 'Seconds' },
    permanent: { type: 'boolean', description: 'False when the same request may work later' },
    request_id: { type: 'string' },
  },
}

function createPaths(): Record<string, Record<string, unknown>> {
  const all: Record<string, Record<string, unknown>> = {}
  for (const tool of TOOLS) {
    tool.rest.forEach((route, index) => {
      const path = route.path.replace(/:([a-z_]+)/g, '{$1}')
      all[path] = { ...all[path], [route.method.toLowerCase()]: createOperation(tool, route, index) }
    })
  }
  return { ...all, [RUN_EVENTS_PATH]: { get: RUN_EVENTS } }
}

const RUN_EVENTS_PATH = '/api/projects/{account}/{project}/runs/{run}/events'

/** The stream is no tool: it stays open. */
const RUN_EVENTS = {
  operationId: 'stream_run_events',
  summary: 'Stream run events',
  description:
    'Server-sent events of a run. `part`: the outcomes of translations, with an ID to continue from. `run`: its state, as get_runs answers it. `end`: it has ended. Send `Last-Event-ID` to continue; 204 means that nothing is left.\n\nScope: `project:read`.',
  security: [{ bearer: ['project:read'] }],
  parameters: [
    ...['account', 'project', 'run'].map(name => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    })),
    { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'integer', minimum: 0 } },
    {
      name: 'last_event_id',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 0 },
      description: 'For clients that cannot set the header',
    },
  ],
  responses: {
    '200': { description: 'The stream', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    '204': { description: 'The run has ended, and the client has all of its events' },
    default: { $ref: '#/components/responses/Problem' },
  },
}

function createOperation(tool: Tool, route: RestRoute, index: number) {
  const schema = strictSchema(tool.input, 'input')
  const names = [...route.path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
  const bound = Object.keys(route.bind ?? {})
  const inBind = new Set(Object.values(route.bind ?? {}).flatMap(template => template.match(/:[a-z_]+/g) ?? []))
  const own = names.filter(name => !inBind.has(`:${name}`))
  const free = Object.entries(schema.properties ?? {}).filter(([name]) => !own.includes(name) && !bound.includes(name))
  const required = new Set(schema.required ?? [])
  const isFile = route.body === 'file'
  const inQuery = route.method === 'GET' || route.method === 'DELETE' || isFile
  const parameters = isFile
    ? [...listFileParameters(schema, required), ...free.filter(([name]) => name !== 'files')]
    : free
  const fileFields = isFile ? getFileFields(schema.properties ?? {}) : {}
  const allows = (name: string) => allowsComma(tool, Object.hasOwn(fileFields, name) ? ['files', 0, name] : [name])
  return {
    operationId: index === 0 ? tool.name : `${tool.name}_${index + 1}`,
    summary: tool.title,
    description: tool.scope === null ? tool.description : `${tool.description}\n\nScope: \`${tool.scope}\`.`,
    security: [{ bearer: tool.scope === null ? [] : [tool.scope] }],
    parameters: [
      ...names.map(name => ({
        name,
        in: 'path',
        required: true,
        schema: (own.includes(name) && schema.properties?.[name]) || TEXT_SCHEMA,
      })),
      ...(inQuery ? parameters.map(([name, of]) => queryParameter(name, of, required.has(name), allows(name))) : []),
    ],
    ...(isFile && { requestBody: FILE_BODY }),
    ...(!inQuery && free.length > 0 && { requestBody: requestBody(free, required) }),
    responses: {
      [String(route.status ?? 200)]: createSuccessResponse(tool, route),
      ...(route.answer !== undefined && {
        '304': { description: 'Not modified: If-None-Match names the current ETag' },
      }),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** RFC 9110: any bytes. OpenAPI 3.1 expresses this with an empty schema. */
const FILE_BODY = {
  required: true,
  description: 'The bytes of the file, in UTF-8, at most 16 MiB',
  content: { 'application/octet-stream': { schema: {} } },
}

/** The query parameters of a file that is the body. Adds the required ones to `required`. */
function listFileParameters(schema: JsonSchema, required: Set<string>): [string, JsonSchema][] {
  const { items = {} } = schema.properties?.['files'] ?? {}
  const fields = getFileFields(schema.properties ?? {})
  for (const name of items.required ?? []) if (Object.hasOwn(fields, name)) required.add(name)
  return Object.entries(fields)
}

const TEXT_SCHEMA: JsonSchema = { type: 'string', minLength: 1 }

/** An object is JSON in one parameter; a list repeats it. */
const queryParameter = (name: string, schema: JsonSchema, required: boolean, hasCommas: boolean) => ({
  name,
  in: 'query',
  required,
  ...(isList(schema) && { description: hasCommas ? REPEATED : REPEATED_OR_SPLIT }),
  ...(schema.type === 'object' ? { content: { 'application/json': { schema } } } : { schema }),
})

const isList = ({ type, anyOf = [] }: JsonSchema): boolean =>
  type === 'array' || anyOf.some(kind => kind.type === 'array')

const REPEATED = 'One value per parameter. Repeat the parameter for several values. A comma is part of the value.'
const REPEATED_OR_SPLIT = 'Repeat the parameter for several values, or separate them with commas.'

function requestBody(fields: readonly (readonly [string, JsonSchema])[], required: ReadonlySet<string>) {
  const needed = fields.map(([name]) => name).filter(name => required.has(name))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  }
  return { required: needed.length > 0, content: { 'application/json': { schema } } }
}

function createSuccessResponse(tool: Tool, route: RestRoute) {
  if (route.status === 204) return { description: 'Done' }
  const content = { 'application/json': { schema: strictSchema(tool.output, 'output') } }
  if (route.lines !== undefined) return createLinesResponse(tool, route.lines)
  if (route.answer === undefined) return { description: tool.title, content }
  const isFile = route.answer === 'file'
  return {
    description: `The bytes of ${isFile ? 'the file' : 'a tar.gz of the files'}, or the JSON response of the tool with Accept: application/json`,
    headers: {
      ETag: { description: 'SHA-256 of the bytes', schema: { type: 'string' } },
      'Content-Disposition': { description: 'The name of the file', schema: { type: 'string' } },
    },
    content: { ...content, [isFile ? 'application/octet-stream' : 'application/gzip']: { schema: {} } },
  }
}

/** OpenAPI 3.1 cannot describe a stream of values: the schema is that of one line. */
function createLinesResponse(tool: Tool, list: string) {
  const schema = strictSchema(tool.output, 'output')
  return {
    description: `${tool.title}. With Accept: ${JSON_LINES}: one ${list} value per line, from cursor to the end, without limit. A broken connection means an incomplete response: access was revoked, or the server stopped.`,
    content: {
      'application/json': { schema },
      [JSON_LINES]: { schema: schema.properties?.[list]?.items ?? {} },
    },
  }
}
