import type { z } from 'zod'
import type { StoredRecord } from './definitions.ts'

/**
 * Checks a record against its schema and gives a deeply frozen copy, which nobody can change behind the indexes.
 * @throws Error that names the collection, the record and every wrong field: a record that does not fit is a bug of the caller.
 */
export function sealRecord(collection: string, schema: z.ZodType<StoredRecord>, record: unknown): StoredRecord {
  const parsed = schema.safeParse(record)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(issue => `${issue.path.join('.') || 'record'}: ${issue.message}`)
    throw new Error(`The record ${idOf(record)} does not fit ${collection}: ${faults.join('; ')}`)
  }
  return deepFreeze(parsed.data)
}

/** Freezes a record that came from the disk when somebody first asks for it: most are never asked for. */
export const sealed = (record: StoredRecord): StoredRecord => deepFreeze(record)

function idOf(record: unknown): string {
  const id: unknown = typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined
  return typeof id === 'string' ? JSON.stringify(id) : 'without an id'
}

/** From the inside out, so that what is frozen is so in all its depth. Most lists of most records are empty: they are all the same one. */
function deepFreeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value
  const fields = value as Record<string, unknown>
  for (const name in fields) {
    const inner = fields[name]
    if (typeof inner !== 'object' || inner === null) continue
    if (Array.isArray(inner) && inner.length === 0) fields[name] = NONE
    else deepFreeze(inner)
  }
  return Object.freeze(value)
}

/** The one empty list. */
export const NONE: readonly never[] = Object.freeze([])
