import type { z } from 'zod'
import type { StoredRecord } from '../../engine/definitions.ts'
import { deepFreeze, validateRecord } from '../../engine/record.ts'
import type { StringInterner } from './string-interner.ts'

/**
 * Validates a record; returns a deeply frozen copy, so that no caller can change it behind the indexes.
 * @throws Error like `validateRecord`.
 */
export const validateAndFreeze = (
  collection: string,
  schema: z.ZodType<StoredRecord>,
  record: unknown,
  texts: StringInterner,
): StoredRecord => freezePart(validateRecord(collection, schema, record), texts)

/** Interns the strings of a record, or of a part of one, and freezes it deeply. Returns primitive values unchanged. */
export const freezePart = <T>(part: T, texts: StringInterner): T =>
  typeof part === 'object' && part !== null ? deepFreeze(texts.intern(part)) : part

/** Freezes a record. Loaded records are frozen on their first read only, because most are never read. */
export const freezeRecord = (record: StoredRecord): StoredRecord => deepFreeze(record)
