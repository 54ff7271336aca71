import { z } from 'zod'
import { MAX_JSON_VALUES } from '../../text/json-size.ts'
import { isBlankOption, isUnsetFlag, readString, type StringBudget } from './read-string.ts'

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

interface NormalizeOptions {
  readonly refuse: (oversize: Oversize) => Error
  /** Present if strings are read as the type of their place, and blank options count as absent. */
  readonly strings?: StringBudget | undefined
}

interface NormalizeContext extends NormalizeOptions {
  /** Counts an object or a list. */
  readonly count: (entries: number) => void
}

/**
 * Removes known fields that are `null`: they count as absent, as does a flag that is `false`. Unknown fields stay, so that the schema refuses them. Refuses
 * objects and lists that are too large, because the schema would parse each entry before it counts them.
 * @throws the error that `refuse` returns for the first object or list that is too large.
 */
export function normalizeInput(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
  options: NormalizeOptions,
): unknown {
  let left = MAX_VALUES
  const count = (entries: number): void => {
    left -= entries
    if (left < 0) throw options.refuse({ path, max: MAX_VALUES })
  }
  return normalize(schema, value, path, { ...options, count })
}

/** Reads the strings of an input and removes its blank options, as the pipeline does. Leaves an input that is too large for the pipeline to refuse. */
export function readLeniently(schema: z.ZodObject, value: unknown): unknown {
  try {
    const options = { refuse: () => new OversizeError(), strings: { left: MAX_JSON_VALUES } }
    return normalize(schema, value, [], { ...options, count: () => undefined })
  } catch (error) {
    if (error instanceof OversizeError) return value
    throw error
  }
}

class OversizeError extends Error {}

/** Reads the strings among the fields of an input, but not those inside of them. */
export function readFields<T>(schema: z.ZodObject, value: T, options: NormalizeOptions): T | object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const read = Object.entries(value).map(([name, item]) => {
    const field = findFieldSchema(schema, name)
    return [name, field === undefined ? item : readValue(field, item, [name], options)] as const
  })
  return Object.fromEntries(read)
}

function readValue(
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
  { strings, refuse }: NormalizeOptions,
): unknown {
  if (typeof value !== 'string' || strings === undefined) return value
  return readString(schema, value, strings, () => refuse({ path, max: MAX_JSON_VALUES }))
}

function normalize(schema: Schema, given: unknown, path: readonly PropertyKey[], walk: NormalizeContext): unknown {
  const value = readValue(schema, given, path, walk)
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
    if (field === undefined) {
      tidied.push([name, item])
      continue
    }
    const read = item === null ? null : normalize(field, item, [...path, name], walk)
    const isAbsent =
      read === null || isUnsetFlag(field, read) || (walk.strings !== undefined && isBlankOption(field, read))
    if (!isAbsent) tidied.push([name, read])
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
