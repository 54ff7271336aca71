import { type Message, messageUnits } from '../../l10n/message/message.ts'
import type { Frozen } from '../frozen.ts'
import type { EntryRecord, TranslationRecord } from './entries.ts'

/** What a record takes beside its texts, in memory or in a log: ids, hashes, times, who wrote it. */
const RECORD_OVERHEAD = 500

const fileSizes = new WeakMap<object, number>()

/** How much of an account's limits a file takes: its bytes, and what is kept beside it. */
export const fileSize = (content: string): number => RECORD_OVERHEAD + Buffer.byteLength(content)

/** The same, counted once for each version of its record: each sum asks for it when a record comes and when it goes. */
export function storedFileSize(file: { readonly content: string }): number {
  let size = fileSizes.get(file)
  if (size === undefined) fileSizes.set(file, (size = fileSize(file.content)))
  return size
}

/** How much of an account's limits a text takes: a unit for each UTF-16 unit, and what is kept beside it. */
export const textSize = (...texts: readonly Message[]): number =>
  texts.reduce<number>((sum, text) => sum + messageUnits(text), RECORD_OVERHEAD)

/** How much of an account's limits an entry takes that no branch lists: its texts and keys alone, as strings have a limit of their own. */
export function entrySize(entry: Frozen<EntryRecord>): number {
  const { key, context = '', source, sources = [], other_keys = [], description = '', references, tags } = entry
  let size = key.length + context.length + messageUnits(source) + description.length
  for (const other of sources) size += messageUnits(other.source)
  for (const texts of [other_keys, references, tags]) for (const text of texts) size += text.length
  return size
}

/** The same for all that a translation carries. */
export function translationSize({ texts, suggestions, ignores }: TranslationRecord): number {
  let size = RECORD_OVERHEAD
  for (const { value } of texts) size += messageUnits(value)
  for (const { value } of suggestions) size += textSize(value)
  for (const { reason } of ignores) size += reason.length
  return size
}
