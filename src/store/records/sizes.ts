import { type Message, messageUnits } from '../../l10n/message/message.ts'
import type { Frozen } from '../frozen.ts'
import type { EntryRecord, TranslationRecord } from './entries.ts'

/** Approximate size of a record without its strings, in memory or in a log: IDs, hashes, times, origin. */
const RECORD_OVERHEAD = 500

const fileSizes = new WeakMap<object, number>()

/** The size of a file in the account's quota: its bytes and the record overhead. */
const fileSize = (content: string): number => RECORD_OVERHEAD + Buffer.byteLength(content)

/** The size of a file with the one before, cached per record version: sums need it when a record is added and removed. */
export function storedFileSize(file: StoredFile): number {
  let size = fileSizes.get(file)
  if (size === undefined) {
    const before = file.reviewed?.content ?? ''
    fileSizes.set(file, (size = fileSize(file.content) + Buffer.byteLength(before)))
  }
  return size
}

/** A file with the one before that pulls still edit. */
interface StoredFile {
  readonly content: string
  readonly reviewed?: { readonly content: string } | null | undefined
}

/** The size of a translation in the account's quota: its UTF-16 units and the record overhead. */
export const textSize = (...texts: readonly Message[]): number =>
  texts.reduce<number>((sum, text) => sum + messageUnits(text), RECORD_OVERHEAD)

/** The size of an entry that no branch lists, in the account's quota. Counts strings and keys only, because the number of strings has its own limit. */
export function entrySize(entry: Frozen<EntryRecord>): number {
  const {
    key,
    context = '',
    source,
    sources = [],
    other_keys = [],
    description = '',
    added_note,
    references,
    tags,
  } = entry
  let size = key.length + context.length + messageUnits(source) + description.length + (added_note?.text.length ?? 0)
  for (const other of sources) size += messageUnits(other.source)
  for (const texts of [other_keys, references, tags]) for (const text of texts) size += text.length
  return size
}

/** The size of a translation record in the account's quota: all translations, suggestions, ignored findings and the requests of reviewers. The history has `let_through`, except of a copy. */
export function translationSize(translation: TranslationRecord): number {
  const { texts, let_through = [], suggestions, decided = [], request, other_requests = [] } = translation
  let size = RECORD_OVERHEAD
  for (const { value, ignores = [] } of texts) {
    size += messageUnits(value)
    for (const { reason } of ignores) size += reason.length
  }
  for (const { value, rev } of let_through) if (rev === 0) size += textSize(value)
  for (const { value } of suggestions) size += textSize(value)
  for (const { value } of decided) size += textSize(value)
  for (const other of other_requests) size += requestSize(other)
  return size + requestSize(request)
}

/** The size of a reviewer's request in the account's quota: its comments and the refused translations. */
export function requestSize(request: Frozen<TranslationRecord['request']>): number {
  if (request === undefined) return 0
  let size = 0
  for (const { refused, comment = '' } of [request, ...(request.earlier ?? [])]) {
    size += messageUnits(refused.value) + comment.length
  }
  return size
}
