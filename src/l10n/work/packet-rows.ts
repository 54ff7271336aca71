import { escapeInvisible } from '../../text/escape.ts'
import { type PluralNeeds, pluralNeeds } from '../locales/plural-rules.ts'
import type { Family } from '../message/families.ts'
import type { Message, Syntax } from '../message/message.ts'
import { describeSyntax, findOccurring, type ShownFamily } from '../message/placeholders.ts'
import type { Protection } from '../translation/protection.ts'

/** The plural forms of each locale: those that the check demands, and those that it also accepts. */
type Plurals = Readonly<Record<string, { readonly required: readonly string[]; readonly optional?: readonly string[] }>>

/** A value for each locale, or the value itself if one locale was requested. */
type ByLocale<V> = V | Readonly<Record<string, V>>

/** A row of a work packet: one source string, and everything needed for its translation. */
export type Row = {
  readonly id: string
  /** Absent if the key is the source string itself. */
  readonly key?: string
  readonly file?: string
  readonly src: string
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  readonly syntax?: string
  /** The placeholder families of its file, for the rules of the packet. */
  readonly families?: readonly Family[]
  /** gettext's msgctxt. */
  readonly context?: string
  readonly note?: string
  /** A note that somebody added here. */
  readonly added_note?: string
  /** A place in the program that uses it; only for short strings without a note. */
  readonly at?: string
  /** Maximum length in graphemes. */
  readonly max?: number
  /** Plural forms by locale. Only present if rows differ. */
  readonly plurals?: Plurals
  /** The locales that need work, if not all do. */
  readonly want?: readonly string[]
  /** Whether a reviewer wants it changed. */
  readonly kind?: 'revise'
  readonly request?: ByLocale<Request>
  /** How the same or a similar source was translated, best first. */
  readonly like?: ByLocale<readonly Like[]>
  /** The translation that replaces a missing one. */
  readonly fallback?: ByLocale<Fallback>
  /** The text to replace. */
  readonly before?: ByLocale<Before>
  /** The text that the imported file has instead. */
  readonly in_file?: ByLocale<Message>
  /** The revision to send with a text that replaces one. */
  readonly rev?: ByLocale<number>
  /** Whether a submission becomes a suggestion. */
  readonly locked?: true
  /** Why a submission becomes a suggestion. */
  readonly protected?: ByLocale<Protection>
  /** Other workers with a lease on it. */
  readonly held_by?: string
  /** How many further strings the row stands for. */
  readonly also?: number
  /** The state of the translations that those strings have, to send with a text that replaces them. */
  readonly also_rev?: string
  /** Those translations, most frequent first. */
  readonly elsewhere?: ByLocale<readonly Variant[]>
}

/** Further strings with the same source that a row stands for. */
export interface Repeated {
  readonly also: number
  readonly also_rev?: string
  /** By locale. */
  readonly elsewhere?: Readonly<Record<string, readonly Variant[]>>
}

/** A translation of several strings with the same source. */
interface Variant {
  readonly text: Message
  readonly count: number
}

/** A translation from the memory. */
export interface Like {
  /** 101: same source in the same context, 100: same source, less: similar. */
  readonly score: number
  /** Only of a similar source. */
  readonly source?: Message
  readonly text: Message
  /** Only of a translation into a fallback of the locale. */
  readonly locale?: string
}

/** The translation of the same string into a fallback of the locale. */
interface Fallback {
  readonly locale: string
  readonly text: Message
}

/** A text that is stale, has findings, was selected by name, or waits for review. */
export interface Before {
  /** The source that it translates, unless that is the current one. */
  readonly source?: Message
  readonly text: Message
  /** A stale reason, the kind of a reviewer's request, or its state. */
  readonly why: string
  readonly findings?: readonly object[]
}

/** What a reviewer wants changed. */
export interface Request {
  readonly why: 'changes_requested' | 'rejected'
  readonly comment?: string
  /** The reviewer. */
  readonly by?: string
  /** The text that the reviewer refused. It is the current one if there is no `before`. */
  readonly refused: Message
  /** Earlier refusals of other texts, newest first, to follow as well. */
  readonly earlier?: readonly Omit<Request, 'earlier'>[]
}

/** What the row has for one locale. */
export interface LocaleDetails {
  readonly locale: string
  readonly like?: readonly Like[] | undefined
  readonly fallback?: Fallback | undefined
  readonly before?: Before | undefined
  readonly request?: Request | undefined
  /** The text of an open conflict. */
  readonly inFile?: Message | undefined
  readonly rev?: number | undefined
  readonly protected?: Protection | undefined
}

/** The values that all rows share. */
interface Hoisted {
  readonly file?: string
  /** Placeholder rules, one line per syntax. */
  readonly rules?: Readonly<Record<string, string>>
  /** Plural forms of each locale. */
  readonly forms?: Plurals
  /** Like `forms`, for selectordinal. */
  readonly ordinals?: Plurals
}

/** Rows without their common values, and these values. */
export interface Hoisting {
  readonly rows: readonly Row[]
  readonly hoisted: Hoisted
}

/** The data for the row of a source string. */
export interface RowSource {
  readonly entry: {
    readonly short: string
    readonly syntax: string
    readonly words: number
    readonly context?: string | undefined
    readonly description?: string | undefined
    readonly added_note?: { readonly text: string } | undefined
    readonly references: readonly string[]
    readonly max_length?: number | undefined
  }
  /** The key in the branch. */
  readonly key: string
  readonly file: string
  readonly src: string
  readonly source: Message
  readonly families?: readonly Family[] | undefined
  /** The selected locales. */
  readonly details: readonly LocaleDetails[]
  readonly locked?: boolean | undefined
  readonly holders?: string | undefined
  readonly repeated?: Repeated | undefined
  /** By locale; empty if the source has no plural forms. */
  readonly plurals: Plurals
}

/** Maximum words of a source string that is unclear by itself. */
const FEW_WORDS = 3

/** Builds the row of a source string for the requested locales. */
export function toRow(
  { entry, key, file, src, source, families, details, locked, holders, repeated, plurals }: RowSource,
  locales: readonly string[],
): Row {
  const request = byLocale(details, locales, one => one.request)
  const like = byLocale(details, locales, one => one.like)
  const fallback = byLocale(details, locales, one => one.fallback)
  const before = byLocale(details, locales, one => one.before)
  const inFile = byLocale(details, locales, one => one.inFile)
  const rev = byLocale(details, locales, one => one.rev)
  const kept = byLocale(details, locales, one => one.protected)
  const elsewhere = byLocale(details, locales, ({ locale }) => repeated?.elsewhere?.[locale])
  const [at] = entry.references
  const saysLittle = (entry.description ?? entry.added_note) === undefined && entry.words <= FEW_WORDS
  return {
    id: entry.short,
    ...(!isKeyInSource(key, source, entry.context) && { key: escapeInvisible(key) }),
    file: escapeInvisible(file),
    src: src.slice(0, 8),
    ...(typeof source === 'string' ? { text: source } : { forms: source }),
    syntax: entry.syntax,
    ...(families !== undefined && { families }),
    ...(entry.context !== undefined && { context: escapeInvisible(entry.context) }),
    ...(entry.description !== undefined && { note: escapeInvisible(entry.description) }),
    ...(entry.added_note !== undefined && { added_note: escapeInvisible(entry.added_note.text) }),
    ...(saysLittle && at !== undefined && { at: escapeInvisible(at) }),
    ...(entry.max_length !== undefined && { max: entry.max_length }),
    ...(Object.keys(plurals).length > 0 && { plurals }),
    ...(details.length < locales.length && { want: details.map(({ locale }) => locale) }),
    ...(request !== undefined && { kind: 'revise', request }),
    ...(like !== undefined && { like }),
    ...(fallback !== undefined && { fallback }),
    ...(before !== undefined && { before }),
    ...(inFile !== undefined && { in_file: inFile }),
    ...(rev !== undefined && { rev }),
    ...(locked === true && { locked }),
    ...(kept !== undefined && { protected: kept }),
    ...(holders !== undefined && { held_by: holders }),
    ...(repeated !== undefined && { also: repeated.also }),
    ...(repeated?.also_rev !== undefined && { also_rev: repeated.also_rev }),
    ...(elsewhere !== undefined && { elsewhere }),
  }
}

/** The plural forms as a packet shows them. */
export const toPlurals = (needs: readonly (readonly [locale: string, PluralNeeds])[]): Plurals =>
  Object.fromEntries(
    needs.map(([locale, { required, optional }]) => [locale, { required, ...(optional.length > 0 && { optional }) }]),
  )

function byLocale<V>(
  details: readonly LocaleDetails[],
  locales: readonly string[],
  get: (one: LocaleDetails) => V | undefined,
): ByLocale<V> | undefined {
  const values = details.flatMap(one => {
    const value = get(one)
    return value === undefined ? [] : [[one.locale, value] as const]
  })
  const [first] = values
  return first === undefined || locales.length === 1 ? first?.[1] : Object.fromEntries(values)
}

/** Returns whether a submission of some locale becomes a suggestion. */
export const isKept = (row: Row): boolean => row.locked === true || row.protected !== undefined

/** Moves values that all rows share out of the rows, so that a packet has them once. */
export function hoist(rows: readonly Row[], locales: readonly string[]): Hoisting {
  const files = new Set(rows.map(({ file }) => file))
  const syntaxes = new Set(rows.map(({ syntax }) => syntax))
  const rules = describeRules(rows)
  const plurals = new Map(
    rows.flatMap(row => (row.plurals === undefined ? [] : [[JSON.stringify(row.plurals), row.plurals]])),
  )
  const [file] = files
  const [forms] = plurals.values()
  return {
    rows: rows.map(({ file: own, syntax, families: _families, plurals: needed, ...row }) => ({
      ...row,
      ...(files.size > 1 && own !== undefined && { file: own }),
      ...(syntaxes.size > 1 && syntax !== undefined && { syntax }),
      ...(plurals.size > 1 && needed !== undefined && { plurals: needed }),
    })),
    hoisted: {
      ...(files.size === 1 && file !== undefined && { file }),
      ...(rules !== undefined && { rules }),
      ...(plurals.size === 1 && forms !== undefined && { forms }),
      ...(rows.some(({ text }) => /,\s*selectordinal\s*,/.test(text ?? '')) && {
        ordinals: toPlurals(locales.map(locale => [locale, pluralNeeds(locale, { type: 'ordinal', kind: 'icu' })])),
      }),
    },
  }
}

/** Returns whether a source string is one word that nothing explains, such as `Open`: it can be a verb or an adjective. */
export const isAmbiguous = ({ text, context, note, added_note }: Row): boolean =>
  text !== undefined && (context ?? note ?? added_note) === undefined && /^\p{L}{2,}$/u.test(text.trim())

/** Returns whether a source has plural forms, of its file or inside an ICU message. */
export const hasPlurals = (source: Message): boolean => typeof source !== 'string' || /,\s*plural\s*,/.test(source)

/** Returns whether a gettext key repeats the source: it is the source, after the context and one character if there is a context. */
function isKeyInSource(key: string, source: Message, context: string | undefined): boolean {
  const text = typeof source === 'string' ? source : (source['one'] ?? '')
  return context === undefined ? key === text : key.startsWith(context) && key.slice(context.length + 1) === text
}

/** The rule of each syntax that has placeholders or markup in the rows; undefined if none has. */
function describeRules(rows: readonly Row[]): Readonly<Record<string, string>> | undefined {
  const used = new Map<Syntax, { readonly families: Set<ShownFamily>; isKnown: boolean }>()
  for (const { text, forms, syntax, families } of rows) {
    const occurring = findOccurring(text ?? forms ?? '', syntax as Syntax, families)
    if (occurring === undefined) continue
    const seen = used.get(syntax as Syntax) ?? { families: new Set(), isKnown: true }
    used.set(syntax as Syntax, seen)
    if (families === undefined) seen.isKnown = false
    for (const family of occurring) seen.families.add(family)
  }
  if (used.size === 0) return undefined
  return Object.fromEntries(
    [...used].map(([syntax, { families, isKnown }]) => [
      syntax,
      describeSyntax(syntax, isKnown ? families : undefined),
    ]),
  )
}
