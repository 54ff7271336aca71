import { z } from 'zod'

/** Default limit for the entries of an object or a list. */
const MAX_ENTRIES = 1_000
/** Entries of all objects and lists of one input together; parsing so many takes about 10 ms. */
const MAX_VALUES = 10_000

/** An object or a list in an input that has too many entries. */
export interface Oversize {
  readonly path: readonly PropertyKey[]
  /** Its own entries; absent if the total of its nested entries is too large. */
  readonly size?: number
  readonly max: number
}

type Schema = z.core.$ZodType

interface NormalizeContext {
  readonly refuse: (oversize: Oversize) => Error
  /** Counts an object or a list. */
  readonly count: (entries: number) => void
}

/**
 * Removes known fields that are `null`: they count as absent. Unknown fields stay, so that the schema refuses them. Refuses objects and lists that are too
 * large, because the schema would parse each entry before it counts them.
 * @throws the error that `refuse` returns for the first object or list that is too large.
 */
export function normalizeInput(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
  refuse: NormalizeContext['refuse'],
): unknown {
  let left = MAX_VALUES
  const count = (entries: number): void => {
    left -= entries
    if (left < 0) throw refuse({ path, max: MAX_VALUES })
  }
  return normalize(schema, value, path, { refuse, count })
}

function normalize(schema: Schema, value: unknown, path: readonly PropertyKey[], walk: NormalizeContext): unknown {
  if (typeof value !== 'object' || value === null) return value
  const judge = findContainerSchema(schema, value)
  if (judge instanceof z.ZodArray && Array.isArray(value)) {
    const { max } = getListBounds(judge)
    if (value.length > max) throw walk.refuse({ path, size: value.length, max })
    walk.count(value.length)
    return value.map((item, at) => normalize(judge.element, item, [...path, at], walk))
  }
  if (!(judge instanceof z.ZodRecord || judge instanceof z.ZodObject)) return value
  const size = Object.keys(value).length
  if (size > MAX_ENTRIES) throw walk.refuse({ path, size, max: getMaxEntries(judge) })
  walk.count(size)
  const tidied: [name: string, item: unknown][] = []
  for (const [name, item] of Object.entries(value)) {
    const field = findFieldSchema(judge, name)
    if (field === undefined) tidied.push([name, item])
    else if (item !== null) tidied.push([name, normalize(field, item, [...path, name], walk)])
  }
  return Object.fromEntries(tidied)
}

/** The schema for an object or a list within optional, nullable, default and union schemas. */
function findContainerSchema(schema: Schema, value: object): Schema | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return findContainerSchema(schema.def.innerType, value)
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.map(option => findContainerSchema(option, value)).find(judge => judge !== undefined)
  }
  const takes = Array.isArray(value)
    ? schema instanceof z.ZodArray
    : schema instanceof z.ZodRecord || schema instanceof z.ZodObject
  return takes ? schema : undefined
}

const getMaxEntries = (judge: z.ZodRecord | z.ZodObject): number =>
  judge instanceof z.ZodObject ? Object.keys(judge.shape).length : MAX_ENTRIES

function findFieldSchema(judge: z.ZodRecord | z.ZodObject, name: string): Schema | undefined {
  if (judge instanceof z.ZodRecord) return judge.valueType
  const shape: Readonly<Record<string, Schema>> = judge.shape
  return Object.hasOwn(shape, name) ? shape[name] : undefined
}

/** The length bounds of a list; `isAll`: the schema has no other checks on the list itself. */
interface ListBounds {
  readonly min: number
  readonly max: number
  readonly isAll: boolean
}

const boundsCache = new WeakMap<z.ZodArray, ListBounds>()

/** The length bounds that an array schema sets. */
export function getListBounds(schema: z.ZodArray): ListBounds {
  const found = boundsCache.get(schema)
  if (found !== undefined) return found
  const { checks = [] } = schema.def
  const { minItems, maxItems } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  const limits = [minItems, maxItems].filter(limit => limit !== undefined)
  const max = Math.min(MAX_ENTRIES, maxItems ?? MAX_ENTRIES)
  const bounds = { min: minItems ?? 0, max, isAll: limits.length === checks.length }
  boundsCache.set(schema, bounds)
  return bounds
}
