import { z } from 'zod'
import type { Pacer } from '../../scheduling/pacer.ts'
import type { StoredRecord } from './definitions.ts'

/** Items of a list that are validated, or written as JSON, together. */
const ITEMS_AT_ONCE = 1_000

/** Whether a record has a list that takes long to validate and to write: a file can have 50,000 strings. */
export const isLongRecord = (record: StoredRecord): boolean =>
  Object.values(record).some(value => Array.isArray(value) && value.length > ITEMS_AT_ONCE)

/** Like `validateRecord`, in steps over the items of long lists. */
export function* validateInSteps(
  collection: string,
  schema: z.ZodType<StoredRecord>,
  record: StoredRecord,
): Generator<void, StoredRecord> {
  const lists: Record<string, unknown[]> = {}
  const shape: Readonly<Record<string, unknown>> = schema instanceof z.ZodObject ? schema.shape : {}
  for (const [field, items] of Object.entries(record) as [string, unknown][]) {
    const list = shape[field]
    // A rule about the whole list needs all of it.
    if (!Array.isArray(items) || !(list instanceof z.ZodArray) || (list.def.checks ?? []).length > 0) continue
    const valid: unknown[] = []
    for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
      const part = list.safeParse(items.slice(from, from + ITEMS_AT_ONCE))
      if (!part.success) return validateRecord(collection, schema, record)
      for (const item of part.data) valid.push(item)
      yield
    }
    lists[field] = valid
  }
  const short = Object.fromEntries(Object.keys(lists).map(field => [field, []]))
  return { ...validateRecord(collection, schema, { ...record, ...short }), ...lists }
}

/**
 * Validates a record; returns a copy.
 * @throws Error with the collection, the record and every invalid field. An invalid record is a bug of the caller.
 */
export function validateRecord(collection: string, schema: z.ZodType<StoredRecord>, record: unknown): StoredRecord {
  const parsed = schema.safeParse(record)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(issue => `${issue.path.join('.') || 'record'}: ${issue.message}`)
  throw new Error(`Record ${formatId(record)} is not valid in ${collection}: ${faults.join('; ')}`)
}

function formatId(record: unknown): string {
  const id: unknown = typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined
  return typeof id === 'string' ? JSON.stringify(id) : 'without an id'
}

/** Encodes a record as JSON; if it is long, in steps, between which other work runs. */
export const stringifyRecord = async (record: StoredRecord, pace: Pick<Pacer, 'run'>): Promise<string> =>
  isLongRecord(record) ? pace.run(stringifyInSteps(record)) : JSON.stringify(record)

/** Like `JSON.stringify`, in steps over the items of long lists. */
export function* stringifyInSteps(record: StoredRecord): Generator<void, string> {
  const fields: string[] = []
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    if (value === undefined) continue
    const parts: string[] = []
    for (let from = 0; Array.isArray(value) && from < value.length; from += ITEMS_AT_ONCE) {
      parts.push(JSON.stringify(value.slice(from, from + ITEMS_AT_ONCE)).slice(1, -1))
      yield
    }
    fields.push(`${JSON.stringify(name)}:${parts.length === 0 ? JSON.stringify(value) : `[${parts.join(',')}]`}`)
    yield
  }
  return `{${fields.join(',')}}`
}

/** Freezes the items of the lists of a record. */
export function* freezeInSteps(record: StoredRecord): Generator<void> {
  for (const list of Object.values(record) as unknown[]) {
    if (!Array.isArray(list)) continue
    for (const [at, item] of (list as unknown[]).entries()) {
      if (typeof item === 'object' && item !== null) deepFreeze(item)
      if (at % ITEMS_AT_ONCE === 0) yield
    }
  }
}

/** Freezes inner objects first, so that a frozen object is always deeply frozen. */
export function deepFreeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value
  for (const name in value) {
    const inner = value[name]
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  }
  return Object.freeze(value)
}
