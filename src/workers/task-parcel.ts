import type { CheckInput } from '../l10n/checks/check.ts'
import type { TermBook } from '../l10n/glossary/term-book.ts'
import { localeChain } from '../l10n/locales/fallback-chain.ts'
import type { Message } from '../l10n/message/message.ts'
import type { Parcel } from './packing.ts'
import { readSharedTerms, type SharedTerms, shareTerms } from './shared-terms.ts'

/** A task whose source and terms may be shared with other tasks. Only the terms of its locale are needed. */
export type SharedTask = Pick<CheckInput, 'source' | 'terms'> & { readonly locale?: string }

/** A task with references to its source and terms, which the parcel contains once. */
type PackedTask = Omit<SharedTask, 'source' | 'terms'> & { readonly source: number; readonly terms: number | undefined }

/** Packs tasks into a parcel in steps, with the terms for their locales only. */
export function* packTasks(tasks: readonly SharedTask[]): Generator<void, Parcel> {
  const sources = new Map<Message, number>()
  const books = new Map<TermBook, number>()
  const packed: PackedTask[] = []
  for (const { source, terms, ...rest } of tasks) {
    packed.push({
      ...rest,
      source: indexIn(sources, source),
      terms: terms === undefined ? undefined : indexIn(books, terms),
    })
    yield
  }
  const tags = new Set(tasks.flatMap(({ locale }) => (locale === undefined ? [] : localeChain(locale))))
  const terms: SharedTerms[] = []
  for (const book of books.keys()) terms.push(yield* shareTerms(book, tags))
  return { head: { terms }, lists: { tasks: packed, sources: [...sources.keys()] } }
}

/** Unpacks the tasks of a parcel, in a thread. */
export function unpackTasks({ head, lists }: Parcel): readonly SharedTask[] {
  const sources = (lists['sources'] ?? []) as readonly Message[]
  const books = readSharedTerms((head as { readonly terms: readonly SharedTerms[] }).terms)
  return (lists['tasks'] as readonly PackedTask[]).map(({ source, terms, ...rest }) => ({
    ...rest,
    source: sources[source] ?? '',
    terms: terms === undefined ? undefined : books[terms],
  }))
}

function indexIn<Item>(places: Map<Item, number>, item: Item): number {
  const known = places.get(item)
  if (known !== undefined) return known
  places.set(item, places.size)
  return places.size - 1
}
