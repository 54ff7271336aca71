import { deserialize, serialize } from 'node:v8'
import { TermBook, type TermWithLevels } from '../l10n/glossary/term-book.ts'

/** Terms that are packed or read in one step. */
const CHUNK = 100

/** The terms of a book for some locales, in memory that all threads read. */
export interface SharedTerms {
  /** Equal for the same terms and locales. */
  readonly key: string
  readonly sourceLocale: string | undefined
  readonly chunks: readonly Uint8Array<SharedArrayBuffer>[]
}

let lastNumber = 0
/** What each book is known by, and its terms for the locales that were needed last. */
const packed = new WeakMap<TermBook, { readonly number: number; terms?: SharedTerms }>()

/** Packs the terms of a book, in steps. A book is packed once for all batches of the same locales. */
export function* shareTerms(book: TermBook, tags: ReadonlySet<string>): Generator<void, SharedTerms> {
  const known = packed.get(book) ?? { number: (lastNumber += 1) }
  packed.set(book, known)
  const key = `${known.number} ${[...tags].sort().join(' ')}`
  if (known.terms?.key === key) return known.terms
  const chunks: Uint8Array<SharedArrayBuffer>[] = []
  for (let at = 0; at < book.terms.length; at += CHUNK) {
    const bytes = serialize(book.terms.slice(at, at + CHUNK).map(term => limitToLocales(term, tags)))
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    chunks.push(shared)
    yield
  }
  known.terms = { key, sourceLocale: book.sourceLocale, chunks }
  return known.terms
}

/** The books of the last job. A job is often followed by one of the same call, and the index costs more than its checks. */
let kept: ReadonlyMap<string, TermBook> = new Map()

/** The books of a job, in a thread. */
export function readSharedTerms(all: readonly SharedTerms[]): readonly TermBook[] {
  kept = new Map(all.map(terms => [terms.key, kept.get(terms.key) ?? readBook(terms)]))
  return [...kept.values()]
}

function readBook({ chunks, sourceLocale }: SharedTerms): TermBook {
  // V8 does not read shared memory.
  const terms = chunks.flatMap(chunk => deserialize(Buffer.from(chunk)) as TermWithLevels[])
  return new TermBook(terms, { sourceLocale })
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
