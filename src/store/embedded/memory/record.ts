import type { StoredRecord } from '../../engine/definitions.ts'
import { deepFreeze } from '../../engine/record.ts'
import type { StringInterner } from './string-interner.ts'

/** Interns the strings of a record, or of a part of one, and freezes it deeply. Returns primitive values unchanged. */
export const freezePart = <T>(part: T, texts: StringInterner): T =>
  typeof part === 'object' && part !== null ? deepFreeze(texts.intern(part)) : part

/** Freezes a record. Loaded records are frozen on their first read only, because most are never read. */
export const freezeRecord = (record: StoredRecord): StoredRecord => deepFreeze(record)
