import type { CheckInput } from '../l10n/checks/check.ts'
import { TermBook, type TermWithLevels } from '../l10n/glossary/term-book.ts'
import { localeChain } from '../l10n/locales/chain.ts'
import type { Message } from '../l10n/message/message.ts'
import type { Parcel } from './packing.ts'

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
  const lists: Record<string, readonly unknown[]> = { tasks: packed, sources: [...sources.keys()] }
  for (const [book, place] of books) {
    const terms: TermWithLevels[] = []
    for (const term of book.terms) {
      terms.push(limitToLocales(term, tags))
      yield
    }
    lists[`terms ${place}`] = terms
  }
  return { head: { books: [...books.keys()].map(({ sourceLocale = null }) => sourceLocale) }, lists }
}

/** Unpacks the tasks of a parcel. Each term list is indexed once. */
export function unpackTasks({ head, lists }: Parcel): readonly SharedTask[] {
  const { books: locales } = head as { books: readonly (string | null)[] }
  const sources = (lists['sources'] ?? []) as readonly Message[]
  const books = locales.map(
    (locale, place) =>
      new TermBook((lists[`terms ${place}`] ?? []) as TermWithLevels[], { sourceLocale: locale ?? undefined }),
  )
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

/** Reduces a term to the given locales and to the fields that checks read. */
function limitToLocales(
  { term, kind, case_sensitive, source_variants, levels, translations }: TermWithLevels,
  tags: ReadonlySet<string>,
): TermWithLevels {
  const own: Record<string, TermWithLevels['translations'][string]> = {}
  for (const tag of tags) {
    const translation = Object.hasOwn(translations, tag) ? translations[tag] : undefined
    if (translation !== undefined) own[tag] = translation
  }
  const variants = source_variants !== undefined && { source_variants }
  return { term, kind, case_sensitive, ...variants, levels, translations: own }
}
