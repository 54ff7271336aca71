import { createHash } from 'node:crypto'
import type { Frozen } from '../../src/store/frozen.ts'
import { toSortKey } from '../../src/store/records/define.ts'
import type { EntryRecord, Origin, TranslationRecord } from '../../src/store/records/localization.ts'
import type { Logs } from '../../src/store/records/schema.ts'
import { VOCABULARY, WORDS } from './vocabulary.ts'

/** A record is an entry or one of its five translations; record `n` is the same in every run. */
const LOCALES = ['de', 'fr', 'es', 'pl', 'ja'] as const
type Locale = (typeof LOCALES)[number]
const PER_ENTRY = 1 + LOCALES.length
const ENTRIES_PER_FILE = 500
const FILES_PER_PROJECT = 10
const START = Date.UTC(2027, 0, 1)

export type RevisionRecord = Logs['revisions']['record']

export type Made =
  | { readonly collection: 'entries'; readonly record: EntryRecord }
  | { readonly collection: 'translations'; readonly record: TranslationRecord }

/** The first `count` records, entries before their translations. */
export function* records(count: number): Iterable<Made> {
  for (let n = 0; n < count; n += 1) {
    const entry = Math.floor(n / PER_ENTRY)
    const locale = LOCALES[(n % PER_ENTRY) - 1]
    yield flat(
      locale === undefined
        ? { collection: 'entries', record: entryOf(entry) }
        : { collection: 'translations', record: translationOf(entry, locale) },
    )
  }
}

/** Translations among the first `count` records. */
export const translationsIn = (count: number): number => count - Math.ceil(count / PER_ENTRY)

/** The id of the translation at this place among all. */
export const translationId = (place: number): string => idOf('t', place)

/** Mean bytes of a record as JSON, of some thousands. */
export function meanBytes(): { readonly entry: number; readonly translation: number; readonly revision: number } {
  const made = [...records(6000)]
  const units = made.flatMap(one => (one.collection === 'translations' ? [one.record] : []))
  return {
    entry: meanJson(made.flatMap(one => (one.collection === 'entries' ? [one.record] : []))),
    translation: meanJson(units),
    revision: meanJson(units.map(firstRevision)),
  }
}

/** The unit with another text, and the revision that this makes, as a submission writes them; `n` is unique in the run. */
export function submission(
  unit: Frozen<TranslationRecord>,
  n: number,
): { readonly unit: Frozen<TranslationRecord>; readonly revision: RevisionRecord } {
  const rev = unit.rev + 1
  const value = textOf(n, unit.locale as Locale)
  const src = unit.texts[0]?.src ?? ''
  const at = instant(n)
  const text = { src, value, state: 'translated', rev, origin: ORIGIN, findings: [], at } as const
  return { unit: { ...unit, state: 'translated', rev, texts: [text] }, revision: revisionOf(unit, text, n) }
}

/** The revision that made the text which a unit of `records` has; `n` is unique among revisions. */
export function firstRevision(unit: TranslationRecord, n: number): RevisionRecord {
  const [text] = unit.texts
  if (text === undefined) throw new Error(`${unit.id} has no text`)
  return flat(revisionOf(unit, text, n))
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

const ORIGIN: Origin = {
  kind: 'agent',
  user_id: idOf('u', 1),
  credential: `token:${idOf('k', 1)}`,
  client: 'claude-code/2.1.0',
}

function entryOf(n: number): EntryRecord {
  const source = textOf(n, 'en')
  const src = sha256(source)
  return {
    id: idOf('e', n),
    project_id: projectOf(n),
    file_id: fileOf(n),
    short: `e${n.toString(36)}`,
    key: keyOf(n),
    src,
    source,
    ...(n % 4 === 0 && { description: `Shown to people who use ${keyOf(n)}.` }),
    references: n % 3 === 0 ? [`src/pages/${keyOf(n).replaceAll('.', '/')}.tsx:${n % 400}`] : [],
    syntax: 'icu',
    do_not_translate: false,
    tags: [],
    words: 4,
    order: toSortKey(n),
    listed: true,
    unused_since: null,
  }
}

function translationOf(entry: number, locale: Locale): TranslationRecord {
  const n = entry * LOCALES.length + LOCALES.indexOf(locale)
  const state = STATES[n % STATES.length] ?? 'translated'
  const text = {
    src: sha256(textOf(entry, 'en')),
    value: textOf(entry, locale),
    state,
    rev: 1,
    origin: ORIGIN,
    findings: [],
    at: instant(n),
  }
  return {
    id: idOf('t', n),
    project_id: projectOf(entry),
    file_id: fileOf(entry),
    entry_id: idOf('e', entry),
    locale,
    state,
    stale: null,
    faulty: false,
    locked: false,
    rev: 1,
    texts: [text],
    suggestions: [],
    ignores: [],
    order: toSortKey(entry),
    listed: true,
    open: true,
    work: false,
    words: 4,
  }
}

const STATES = ['translated', 'translated', 'approved', 'translated', 'needs_review', 'translated', 'approved'] as const

function revisionOf(
  unit: Frozen<TranslationRecord>,
  text: Pick<RevisionRecord, 'src' | 'value' | 'state' | 'rev' | 'origin' | 'at'>,
  n: number,
): RevisionRecord {
  return {
    id: idOf('r', n),
    project_id: unit.project_id,
    entry_id: unit.entry_id,
    locale: unit.locale,
    translation_id: unit.id,
    rev: text.rev,
    src: text.src,
    value: text.value,
    state: text.state,
    origin: text.origin,
    batch_id: idOf('b', Math.floor(n / 50)),
    at: text.at,
  }
}

const projectOf = (entry: number): string => idOf('p', Math.floor(entry / (ENTRIES_PER_FILE * FILES_PER_PROJECT)))
const fileOf = (entry: number): string => idOf('f', Math.floor(entry / ENTRIES_PER_FILE))
const keyOf = (entry: number): string => {
  return [VOCABULARY.en[3 + (entry % 19)], VOCABULARY.en[3 + ((entry * 7) % 13)], `item_${entry}`].join('.')
}
const instant = (n: number): string => new Date(START + n * 1000).toISOString()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function textOf(n: number, locale: keyof typeof VOCABULARY): string {
  const random = numbers(n)
  const words = VOCABULARY[locale]
  const length = WORDS[n % WORDS.length] ?? 1
  const chosen: (string | undefined)[] = []
  while (chosen.length < length) chosen.push(words[Math.floor(random() * words.length)])
  return chosen.join(locale === 'ja' ? '' : ' ')
}

/** 20 characters as src/store/ids.ts makes them: their order tells the time, their end is as good as random. */
function idOf(kind: string, n: number): string {
  const random = numbers(n + kind.charCodeAt(0) * 10_000_019)
  const characters: string[] = [
    '01h',
    kind,
    Math.floor(n / 100)
      .toString(32)
      .padStart(5, '0'),
  ]
  while (characters.length < 14) characters.push(DIGITS.charAt(Math.floor(random() * DIGITS.length)))
  return characters.join('')
}

/** Numbers from 0 to 1, the same for a seed in every run (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const meanJson = (made: readonly object[]): number =>
  made.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)), 0) / made.length

/** As a record arrives in a request: strings of its own, none pieced together lazily. */
const flat = <T>(record: T): T => JSON.parse(JSON.stringify(record)) as T
