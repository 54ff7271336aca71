import type { z } from 'zod'
import type { StoredRecord } from '../definitions.ts'
import type { StringInterner } from './string-interner.ts'

/**
 * Checks a record against its schema and gives a deeply frozen copy, which nobody can change behind the indexes.
 * @throws Error that names the collection, the record and every wrong field: a record that does not fit is a bug of the caller.
 */
export const validateAndFreeze = (
  collection: string,
  schema: z.ZodType<StoredRecord>,
  record: unknown,
  texts: StringInterner,
): StoredRecord => freezePart(validateRecord(collection, schema, record), texts)

/** A copy of a record that fits its schema. @throws Error as `validateAndFreeze`. */
export function validateRecord(collection: string, schema: z.ZodType<StoredRecord>, record: unknown): StoredRecord {
  const parsed = schema.safeParse(record)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(issue => `${issue.path.join('.') || 'record'}: ${issue.message}`)
  throw new Error(`Record ${formatId(record)} is not valid in ${collection}: ${faults.join('; ')}`)
}

/** Shares the texts of a record, or of a part of one, and freezes it in all its depth. What is no object stays as it is. */
export const freezePart = <T>(part: T, texts: StringInterner): T =>
  typeof part === 'object' && part !== null ? deepFreeze(texts.intern(part)) : part

/** Freezes a record that came from the disk when somebody first asks for it: most are never asked for. */
export const freezeRecord = (record: StoredRecord): StoredRecord => deepFreeze(record)

function formatId(record: unknown): string {
  const id: unknown = typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined
  return typeof id === 'string' ? JSON.stringify(id) : 'without an id'
}

/** From the inside out, so that what is frozen is so in all its depth. */
function deepFreeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value
  for (const name in value) {
    const inner = value[name]
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  }
  return Object.freeze(value)
}
