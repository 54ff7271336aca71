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

export type GeneratedRecord =
  | { readonly collection: 'entries'; readonly record: EntryRecord }
  | { readonly collection: 'translations'; readonly record: TranslationRecord }

/** The first `count` records, entries before their translations. */
export function* generateRecords(count: number): Iterable<GeneratedRecord> {
  for (let n = 0; n < count; n += 1) {
    const entry = Math.floor(n / PER_ENTRY)
    const locale = LOCALES[(n % PER_ENTRY) - 1]
    yield flat(
      locale === undefined
        ? { collection: 'entries', record: createEntry(entry) }
        : { collection: 'translations', record: createTranslation(entry, locale) },
    )
  }
}

/** Translations among the first `count` records. */
export const translationsIn = (count: number): number => count - Math.ceil(count / PER_ENTRY)

/** The id of the translation at this place among all. */
export const translationId = (place: number): string => toId('t', place)

/** Mean bytes of a record as JSON, of some thousands. */
export function meanBytes(): { readonly entry: number; readonly translation: number; readonly revision: number } {
  const generated = [...generateRecords(6000)]
  const translations = generated.flatMap(one => (one.collection === 'translations' ? [one.record] : []))
  return {
    entry: meanJson(generated.flatMap(one => (one.collection === 'entries' ? [one.record] : []))),
    translation: meanJson(translations),
    revision: meanJson(translations.map(firstRevision)),
  }
}

/** A translation with another text, and its revision, as a submission writes them; `n` is unique in the run. */
export function submission(
  translation: Frozen<TranslationRecord>,
  n: number,
): { readonly translation: Frozen<TranslationRecord>; readonly revision: RevisionRecord } {
  const rev = translation.rev + 1
  const value = createText(n, translation.locale as Locale)
  const src = translation.texts[0]?.src ?? ''
  const at = instant(n)
  const text = { src, value, state: 'translated', rev, origin: ORIGIN, findings: [], at } as const
  return {
    translation: { ...translation, state: 'translated', rev, texts: [text] },
    revision: createRevision(translation, text, n),
  }
}

/** The revision of the text of a generated translation; `n` is unique among revisions. */
export function firstRevision(translation: TranslationRecord, n: number): RevisionRecord {
  const [text] = translation.texts
  if (text === undefined) throw new Error(`${translation.id} has no text`)
  return flat(createRevision(translation, text, n))
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

const ORIGIN: Origin = {
  kind: 'agent',
  user_id: toId('u', 1),
  credential: `token:${toId('k', 1)}`,
  client: 'claude-code/2.1.0',
}

function createEntry(n: number): EntryRecord {
  const source = createText(n, 'en')
  const src = sha256(source)
  return {
    id: toId('e', n),
    project_id: toProjectId(n),
    file_id: toFileId(n),
    short: `e${n.toString(36)}`,
    key: toKey(n),
    src,
    source,
    ...(n % 4 === 0 && { description: `Shown to people who use ${toKey(n)}.` }),
    references: n % 3 === 0 ? [`src/pages/${toKey(n).replaceAll('.', '/')}.tsx:${n % 400}`] : [],
    syntax: 'icu',
    do_not_translate: false,
    tags: [],
    words: 4,
    order: toSortKey(n),
    listed: true,
    unused_since: null,
  }
}

function createTranslation(entry: number, locale: Locale): TranslationRecord {
  const n = entry * LOCALES.length + LOCALES.indexOf(locale)
  const state = STATES[n % STATES.length] ?? 'translated'
  const text = {
    src: sha256(createText(entry, 'en')),
    value: createText(entry, locale),
    state,
    rev: 1,
    origin: ORIGIN,
    findings: [],
    at: instant(n),
  }
  return {
    id: toId('t', n),
    project_id: toProjectId(entry),
    file_id: toFileId(entry),
    entry_id: toId('e', entry),
    locale,
    state,
    stale: null,
    shown: 1,
    locked: false,
    rev: 1,
    texts: [text],
    suggestions: [],
    order: toSortKey(entry),
    listed: true,
    open: true,
    work: false,
    words: 4,
  }
}

const STATES = ['translated', 'translated', 'approved', 'translated', 'needs_review', 'translated', 'approved'] as const

function createRevision(
  translation: Frozen<TranslationRecord>,
  text: Pick<RevisionRecord, 'src' | 'value' | 'state' | 'rev' | 'origin' | 'at'>,
  n: number,
): RevisionRecord {
  return {
    id: toId('r', n),
    project_id: translation.project_id,
    entry_id: translation.entry_id,
    locale: translation.locale,
    translation_id: translation.id,
    rev: text.rev,
    src: text.src,
    value: text.value,
    state: text.state,
    origin: text.origin,
    batch_id: toId('b', Math.floor(n / 50)),
    at: text.at,
  }
}

const toProjectId = (entry: number): string => toId('p', Math.floor(entry / (ENTRIES_PER_FILE * FILES_PER_PROJECT)))
const toFileId = (entry: number): string => toId('f', Math.floor(entry / ENTRIES_PER_FILE))
const toKey = (entry: number): string => {
  return [VOCABULARY.en[3 + (entry % 19)], VOCABULARY.en[3 + ((entry * 7) % 13)], `item_${entry}`].join('.')
}
const instant = (n: number): string => new Date(START + n * 1000).toISOString()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function createText(n: number, locale: keyof typeof VOCABULARY): string {
  const random = numbers(n)
  const words = VOCABULARY[locale]
  const length = WORDS[n % WORDS.length] ?? 1
  const chosen: (string | undefined)[] = []
  while (chosen.length < length) chosen.push(words[Math.floor(random() * words.length)])
  return chosen.join(locale === 'ja' ? '' : ' ')
}

/** 20 characters as src/store/ids.ts makes them: their order tells the time, their end is as good as random. */
function toId(kind: string, n: number): string {
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

const meanJson = (records: readonly object[]): number =>
  records.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)), 0) / records.length

/** As a record arrives in a request: strings of its own, none pieced together lazily. */
const flat = <T>(record: T): T => JSON.parse(JSON.stringify(record)) as T
