import { z } from 'zod'
import { COLLECTIONS, LOGS } from '../../src/store/records/schema.ts'
import type { JsonSchema } from '../../src/tools/schemas/json-schema.ts'

interface Definition {
  readonly schema: z.ZodType
  readonly index: object
  readonly unique?: object
  readonly shard?: unknown
}

/** What the schemas do not say: bounds that the code keeps, and values with a form of their own. */
const NOTES: Readonly<Record<string, string>> = {
  'origin.credential': '`token:<id>`, `grant:<id>`, `session:<id>`, `stdio` or `control`',
  'request.earlier': 'at most 10, with at most 65,536 UTF-16 units of refused text',
  'suggestion.id': 'those from shape 1 are `s1`, `s2` …',
  'sessions.expires_at': 'in the past when the session has ended',
  'login_links.used': 'that browser may repeat it for a minute',
  'clients.id': '`svcc_…`, or an https address',
  'interactions.answered': 'the same browser gets it again for a minute; a denial reverts an unused approval',
  'grants.consents': 'at most 20',
  'grants.revoked_for': 'also `restore`',
  'projects.slug': '`deleted:<id>` if another project took the name after the 30 days',
  'projects.branches': 'at most 20 `versions` each; `version` is a commit or a sha256',
  'histories.bytes': 'UTF-16 length plus 500 of each past translation, past source and batch',
  'files.options': '`format_set`, `syntax_set` and `families_set`: set by a push',
  'entries.left': 'at most 5',
  'entries.dropped': 'at most 5',
  'entries.other_keys': 'at most 20 with 2,000 characters together',
  'entries.sources': 'at most 4, with 2,000 UTF-16 units together or the length of `source`',
  'translations.texts': 'at most 5; `note` and each of `seen`: 16 hexadecimal digits',
  'translations.suggestions': 'at most 20, conflicts before others',
  'translations.other_requests': 'at most 5',
  'replays.holder': 'user ID, `:`, and `program` or `browser`',
  'runs.parts': '0 when they were removed',
  'engine_spends.id': 'account ID, engine and month, joined by `.`',
  'engine_spends.month': '`2026-11`',
  'review_verdicts.n': 'number of the item, from 1',
  'revisions.value': '`""` when removed',
}

/** The records of docs/stored-records.md: one line for each field. */
export function storedRecords(): string {
  return [
    '### 7.2 Objects inside records',
    ...Object.entries(SHAPES).map(([name, schema]) => `\`${name}\`:\n\n${fields(name, schema)}`),
    '### 7.3 Collections',
    ...Object.entries(COLLECTIONS).map(([name, definition]) => section(name, definition)),
    '### 7.4 Logs',
    ...Object.entries(LOGS).map(([name, definition]) => section(name, definition)),
  ].join('\n\n')
}

/** The schema of a record, or of what is at the path in it; `[]` is an element. */
function schemaAt({ schema }: Definition, ...path: readonly string[]): JsonSchema {
  let found = z.toJSONSchema(schema) as JsonSchema
  for (const name of path) found = (name === '[]' ? found.items : found.properties?.[name]) ?? {}
  return found
}

/** Objects and words that several records contain, the inner ones first. */
const SHAPES: Readonly<Record<string, JsonSchema>> = {
  credential: schemaAt(COLLECTIONS.tokens, 'created_by'),
  origin: schemaAt(LOGS.revisions, 'origin'),
  finding: schemaAt(COLLECTIONS.translations, 'texts', '[]', 'findings', '[]'),
  refusal: schemaAt(COLLECTIONS.translations, 'request', 'earlier', '[]'),
  request: schemaAt(COLLECTIONS.translations, 'request'),
  suggestion: schemaAt(COLLECTIONS.translations, 'suggestions', '[]'),
  voice: schemaAt(COLLECTIONS.voices, 'voice'),
  term: schemaAt(LOGS.glossary_versions, 'changes', '[]', 'before'),
  usage: schemaAt(COLLECTIONS.runs, 'usage'),
  tally: schemaAt(COLLECTIONS.reviews, 'sample'),
  reason: schemaAt(COLLECTIONS.review_parts, 'items', '[]', 'reasons', '[]', 'reason'),
}

const NAMES: ReadonlyMap<string, string> = new Map([
  [JSON.stringify(schemaAt(COLLECTIONS.users, 'id')), 'id'],
  [JSON.stringify(schemaAt(COLLECTIONS.users, 'created_at')), 'instant'],
  [JSON.stringify(schemaAt(COLLECTIONS.tokens, 'hash')), 'sha256'],
  [JSON.stringify(schemaAt(LOGS.revisions, 'value')), 'message'],
  ...Object.entries(SHAPES).map(([name, schema]): [string, string] => [JSON.stringify(schema), name]),
])

const section = (name: string, definition: Definition): string =>
  [`#### \`${name}\``, ...describeKeys(name, definition), fields(name, schemaAt(definition))].join('\n\n')

/** The group of a collection and the names of its keys. Those of logs have their fields, because index files contain them. */
function describeKeys(name: string, { unique = {}, index, shard }: Definition): readonly string[] {
  if (name in LOGS) return [`Indexes: ${Object.entries(index).map(describeKey).join(', ')}.`]
  const names = (keys: object) =>
    Object.keys(keys)
      .map(key => `\`${key}\``)
      .join(', ')
  const parts = [
    ...(shard === undefined ? [] : [`Group: ${keyFields(shard)}.`]),
    ...(Object.keys(unique).length === 0 ? [] : [`Unique: ${names(unique)}.`]),
    ...(Object.keys(index).length === 0 ? [] : [`Indexes: ${names(index)}.`]),
  ]
  return parts.length === 0 ? [] : [parts.join(' ')]
}

const describeKey = ([name, key]: readonly [string, unknown]): string => `\`${name}\` (${keyFields(key) || '`""`'})`

/** The fields that a key is made from. */
const keyFields = (key: unknown): string =>
  typeof key === 'function' ? String(key(pathOf(''))).replaceAll('\u0000', ' + ') : ''

/** Any object as a key's function sees it: each field is its own path. */
const pathOf = (path: string): object =>
  new Proxy(
    {},
    {
      get: (_, name) =>
        typeof name === 'string' && !(name in String.prototype)
          ? pathOf(path === '' ? name : `${path}.${name}`)
          : () => path,
    },
  )

const fields = (table: string, schema: JsonSchema): string =>
  listFields(schema, name => NOTES[`${table}.${name}`])
    .map(line => `    ${line}`)
    .join('\n')

function listFields(schema: JsonSchema, note: (name: string) => string | undefined = () => undefined): string[] {
  const { properties, required = [], enum: words } = isNullable(schema) ? (schema.anyOf?.[0] ?? {}) : schema
  if (words !== undefined) return [wordsText(words)]
  if (properties === undefined) return [typeText(schema, false)]
  return Object.entries(properties).map(([name, field]) => {
    const text = note(name)
    return `${name}${required.includes(name) ? '' : '?'}: ${typeText(field)}${text === undefined ? '' : ` // ${text}`}`
  })
}

const isNullable = ({ anyOf = [] }: JsonSchema): boolean => anyOf.some(({ type }) => type === 'null')
const wordsText = (words: readonly unknown[]): string => words.map(word => `'${String(word)}'`).join('|')

/** A schema as a TypeScript type, with the names of `NAMES`. */
function typeText(schema: JsonSchema, named = true): string {
  const name = NAMES.get(JSON.stringify(schema))
  if (named && name !== undefined) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.enum !== undefined) return wordsText(schema.enum)
  const union = schema.anyOf ?? schema['oneOf']
  if (Array.isArray(union)) return union.map(one => typeText(one)).join('|')
  if (schema.items !== undefined) return arrayText(typeText(schema.items))
  if (schema.properties !== undefined) return `{${listFields(schema).join(', ')}}`
  const values = schema['additionalProperties']
  if (typeof values === 'object') return `{[name]: ${typeText(values as JsonSchema)}}`
  return [schema.type].flat().join('|')
}

const arrayText = (item: string): string => (/^[^{]*\|/.test(item) ? `(${item})[]` : `${item}[]`)
