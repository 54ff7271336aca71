import { z } from 'zod'

/** A JSON Schema (2020-12) as plain data. */
export interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly [keyword: string]: unknown
}

type Direction = 'input' | 'output'

/** Converts a schema to few bytes, for models: omits everything that clients do not need to build or read a value. */
export function terseSchema(schema: z.ZodType, io: Direction): JsonSchema {
  return simplify(convert(schema, io), { io, terse: true })
}

/** Converts a schema as it is enforced, for OpenAPI: objects allow no unknown fields. */
export function strictSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const exact = io === 'input' && schema instanceof z.ZodObject ? schema.strict() : schema
  return simplify(convert(exact, io), { io, terse: false })
}

/** Converts to JSON Schema. A discriminated union at the root has no `type`, but clients require one. */
function convert(schema: z.ZodType, io: Direction): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, { io }) as JsonSchema
  return 'type' in converted ? converted : { type: 'object', ...converted }
}

/** Keywords whose value maps names, which are not keywords, to schemas. */
const MAP_KEYWORDS = new Set(['properties', '$defs', 'patternProperties'])

interface Style {
  readonly io: Direction
  /** For models, whose providers read only the keywords that all of them know. */
  readonly terse: boolean
}

/** Removes noise from a schema. If terse, also removes keywords that readers of this direction do not need. */
function simplify(given: JsonSchema, style: Style): JsonSchema {
  const schema = withoutConst(withOneType(given), style)
  const kept = Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value, schema, style))
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      MAP_KEYWORDS.has(keyword)
        ? Object.fromEntries(
            Object.entries(value as Record<string, JsonSchema>).map(([name, of]) => [name, simplify(of, style)]),
          )
        : simplifyValue(value, style),
    ]),
  )
}

/** Replaces a list of types by `anyOf`: strict clients warn about lists, and some read only one type. */
function withOneType(schema: JsonSchema): JsonSchema {
  const { type, ...others } = schema as { readonly type?: unknown }
  return Array.isArray(type) ? { anyOf: type.map((one: unknown) => ({ type: one }) as JsonSchema), ...others } : schema
}

/**
 * Replaces `const`, for which Gemini refuses all tools of a request: a flag is a boolean, because `false` counts as absent, and a word is an enumeration of
 * one. Gemini's enumerations have only strings, so that alternative numbers become their type.
 */
function withoutConst(schema: JsonSchema, { io, terse }: Style): JsonSchema {
  const { const: value, anyOf, ...others } = schema
  if (value === true && (terse || io === 'input')) return { ...others, type: 'boolean' }
  if (!terse) return schema
  if (typeof value === 'string') return { ...others, type: 'string', enum: [value] }
  if (anyOf?.every(one => typeof one.const === 'number')) return { ...others, type: 'number' }
  return schema
}

function simplifyValue(value: unknown, style: Style): unknown {
  if (Array.isArray(value)) return value.map(item => simplifyValue(item, style))
  return typeof value === 'object' && value !== null ? simplify(value as JsonSchema, style) : value
}

/** Omitted from terse schemas: the error for a value over a limit names the limit, and costs less than listing every limit in advance. */
const LIMIT_KEYWORDS = new Set(
  'minLength maxLength minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern'.split(
    ' ',
  ),
)

function isNoise(keyword: string, value: unknown, schema: JsonSchema, { io, terse }: Style): boolean {
  if (terse && LIMIT_KEYWORDS.has(keyword)) return true
  if (keyword === 'maximum') return value === Number.MAX_SAFE_INTEGER
  if (keyword === 'minimum') return value === Number.MIN_SAFE_INTEGER
  if (keyword === 'pattern') return schema['format'] === 'date-time' || schema['format'] === 'date'
  if (!terse) return false
  // Readers of an answer do not need to know which fields are always present.
  if (keyword === 'required') return io === 'output'
  if (keyword === 'default') return true
  if (keyword === 'propertyNames') return (value as JsonSchema).type === 'string'
  return keyword === 'additionalProperties' && (value === false || JSON.stringify(value) === '{}')
}
