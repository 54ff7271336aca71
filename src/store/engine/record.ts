import type { z } from 'zod'
import type { StoredRecord } from './definitions.ts'

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

/** Freezes inner objects first, so that a frozen object is always deeply frozen. */
export function deepFreeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value
  for (const name in value) {
    const inner = value[name]
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  }
  return Object.freeze(value)
}
