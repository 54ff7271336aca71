import { z } from 'zod'

/** Entries of an object or a list for which the schema sets no limit. */
const MAX_ENTRIES = 1_000

/** Something in an input that has more entries than can be meant. */
export interface Oversize {
  readonly path: readonly PropertyKey[]
  readonly size: number
  readonly max: number
}

type Schema = z.core.$ZodType

/**
 * The first list or object of an input that has too many entries, found before any of them is judged: the schema would judge each before it counts them.
 */
export function findOversize(schema: Schema, value: unknown, path: readonly PropertyKey[] = []): Oversize | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return findOversize(schema.def.innerType, value, path)
  }
  if (schema instanceof z.ZodUnion) return firstIn(schema.options, option => findOversize(option, value, path))
  if (schema instanceof z.ZodArray) return inList(schema, value, path)
  const size = Object.keys(value).length
  if (schema instanceof z.ZodRecord) {
    if (size > MAX_ENTRIES) return { path, size, max: MAX_ENTRIES }
    return firstIn(Object.entries(value), ([name, item]) => findOversize(schema.valueType, item, [...path, name]))
  }
  if (!(schema instanceof z.ZodObject)) return undefined
  const shape: Readonly<Record<string, Schema>> = schema.shape
  if (size > MAX_ENTRIES) return { path, size, max: Object.keys(shape).length }
  return firstIn(Object.entries(value), ([name, item]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    return field === undefined ? undefined : findOversize(field, item, [...path, name])
  })
}

function inList(schema: z.ZodArray, value: object, path: readonly PropertyKey[]): Oversize | undefined {
  if (!Array.isArray(value)) return undefined
  const { max } = boundsOf(schema)
  if (value.length > max) return { path, size: value.length, max }
  return firstIn(value.entries(), ([at, item]) => findOversize(schema.element, item, [...path, at]))
}

/** What a schema asks of the length of a list; `isAll` = of the list as a whole it asks nothing else. */
interface Bounds {
  readonly max: number
  readonly isAll: boolean
}

const known = new WeakMap<z.ZodArray, Bounds>()

export function boundsOf(schema: z.ZodArray): Bounds {
  const found = known.get(schema)
  if (found !== undefined) return found
  const { checks = [] } = schema.def
  const { minItems, maxItems } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  const limits = [minItems, maxItems].filter(limit => limit !== undefined)
  const bounds = { max: Math.min(MAX_ENTRIES, maxItems ?? MAX_ENTRIES), isAll: limits.length === checks.length }
  known.set(schema, bounds)
  return bounds
}

function firstIn<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
