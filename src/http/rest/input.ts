import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { isObject, tryParseJson } from '../../text/try-parse-json.ts'
import type { Tool } from '../../tools/pipeline/tool.ts'
import { type JsonSchema, terseSchema } from '../../tools/schemas/json-schema.ts'
import type { RestEndpoint } from './routes.ts'

interface RequestParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The parsed body; undefined when the request had none. */
  readonly body: unknown
  /** The text of the file, on routes whose body is a file. */
  readonly file?: string
}

/**
 * Combines path, query and body into a tool's arguments, which the pipeline parses.
 * @throws AppError `invalid_input` when parts contradict each other or are in the wrong place.
 */
export function gatherInput(
  { tool, route }: RestEndpoint,
  { params, query, body, file }: RequestParts,
): Record<string, unknown> {
  const takesQuery = route.method === 'GET' || route.method === 'DELETE' || route.body !== undefined
  const stray = takesQuery ? undefined : query.keys().next().value
  if (stray !== undefined) {
    throw new AppError(
      'invalid_input',
      `${route.method} ${route.path} takes no query parameters, but the URL has ${echo(stray)}.`,
      { fix: 'Send the field in the JSON body.' },
    )
  }
  const path = bindPath(route.bind, params)
  const given = file === undefined ? fromQuery(query, getInputFields(tool), tool) : withFile(query, file, tool)
  return [given, fromBody(body)].reduce((all, more) => mergeFields(all, more), path)
}

/** The input fields from the path: its parameters, or fields composed of several (`:account/:project`). */
function bindPath(
  bind: Readonly<Record<string, string>> | undefined,
  params: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const bound = Object.entries(bind ?? {})
  const used = new Set(bound.flatMap(([, template]) => [...template.matchAll(PARAMETER)].map(([, name]) => name)))
  return {
    ...Object.fromEntries(Object.entries(params).filter(([name]) => !used.has(name))),
    ...Object.fromEntries(
      bound.map(([field, template]) => [field, template.replace(PARAMETER, (_, name: string) => params[name] ?? '')]),
    ),
  }
}

const PARAMETER = /:([a-z_]+)/g

/** More fields than any operation has. Requests with more are rejected before the fields are read. */
const MAX_FIELDS = 1_000

function fromBody(body: unknown): Record<string, unknown> {
  if (body === undefined) return {}
  if (isObject(body)) {
    const { length } = Object.keys(body)
    if (length > MAX_FIELDS) {
      throw new AppError('invalid_input', `The body has ${length} fields. The maximum is ${MAX_FIELDS}.`, {
        fix: 'Send only the fields of the operation.',
      })
    }
    return body
  }
  throw new AppError('invalid_input', `The body is ${describeKind(body)}.`, {
    fix: 'Send one JSON object with the fields of the operation.',
  })
}

/** The single file of the call: its text, and its fields from the query. The other query fields belong to the call. */
function withFile(query: URLSearchParams, content: string, tool: Tool): Record<string, unknown> {
  const properties = getInputFields(tool)
  if (query.has('files')) {
    throw new AppError('invalid_input', 'The URL has files, but the body is the only file of this request.', {
      fix: 'Omit files, or send several files as JSON with POST.',
    })
  }
  const ofFile = getFileFields(properties)
  const [about, rest] = [new URLSearchParams(), new URLSearchParams()]
  for (const [name, value] of query) (Object.hasOwn(ofFile, name) ? about : rest).append(name, value)
  return { ...fromQuery(rest, properties, tool), files: [{ ...fromQuery(about, ofFile, tool, ['files', 0]), content }] }
}

/** The fields that the query may set for a file that is the body. */
export function getFileFields(properties: Fields): Fields {
  const { content: _, ...fields } = properties['files']?.items?.properties ?? {}
  return fields
}

/** @param within the path of the fields in the input */
function fromQuery(
  query: URLSearchParams,
  properties: Fields,
  tool: Tool,
  within: InputPath = [],
): Record<string, unknown> {
  const given = new Map<string, string[]>()
  for (const [name, value] of query) {
    const values = given.get(name)
    if (values === undefined) given.set(name, [value])
    else values.push(value)
  }
  return Object.fromEntries(
    Array.from(given, ([name, values]) => {
      const isSplit = values.some(value => value.includes(',')) && !allowsComma(tool, [...within, name])
      return [name, coerce(values, properties[name] ?? {}, isSplit)]
    }),
  )
}

type InputPath = readonly (string | number)[]

/**
 * Whether the values of a list may have commas, as keys and paths may. Such a list has one value per parameter, as OpenAPI describes it. Other lists may also
 * be written as `de,ja`.
 */
export function allowsComma({ input }: Tool, path: InputPath): boolean {
  const probe = path.reduceRight<unknown>((value, part) => (part === 0 ? [value] : { [part]: value }), [','])
  const faults = input.safeParse(probe).error?.issues ?? []
  return !faults.some(fault => path.every((part, at) => fault.path[at] === part))
}

const describeKind = (body: unknown): string =>
  Array.isArray(body) ? 'an array' : body === null ? 'null' : `a ${typeof body}`

type Fields = NonNullable<JsonSchema['properties']>

const fieldsByTool = new WeakMap<Tool, Fields>()

function getInputFields(tool: Tool): Fields {
  const known = fieldsByTool.get(tool)
  if (known !== undefined) return known
  const { properties = {} } = terseSchema(tool.input, 'input')
  fieldsByTool.set(tool, properties)
  return properties
}

/**
 * Converts strings to the JSON type of the field. Strings that don't convert stay, for the pipeline to report by name.
 */
function coerce(values: readonly string[], schema: JsonSchema, isSplit: boolean): unknown {
  const kinds = schema.anyOf ?? [schema]
  const array = kinds.find(({ type }) => type === 'array')
  const single = values.length === 1 ? values[0] : undefined
  const literal = kinds.find(kind => single !== undefined && kind.enum?.includes(single))
  if (array !== undefined && literal === undefined) {
    const all = isSplit ? values.flatMap(value => value.split(',')) : values
    return all.map(value => coerceOne(value, [array.items ?? {}]))
  }
  return single === undefined ? values : coerceOne(single, kinds)
}

function coerceOne(value: string, kinds: readonly JsonSchema[]): unknown {
  const types = new Set(kinds.map(({ type }) => type))
  if ((types.has('integer') || types.has('number')) && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true'
  if (types.has('object') && value.startsWith('{')) return tryParseJson(value) ?? value
  return value
}

function mergeFields(all: Record<string, unknown>, more: Record<string, unknown>): Record<string, unknown> {
  const clash = Object.keys(more).find(name => Object.hasOwn(all, name) && more[name] !== all[name])
  if (clash === undefined) return { ...all, ...more }
  throw new AppError(
    'invalid_input',
    `${clash} is ${echoJson(more[clash])}, but the URL has ${echoJson(all[clash])}.`,
    { fix: `Omit ${clash}. The URL sets it.` },
  )
}

const echoJson = (value: unknown): string => echo(JSON.stringify(value) ?? 'undefined')
