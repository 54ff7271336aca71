import { escapeInvisible } from '../../text/escape.ts'
import { neededCategories } from '../locales/plural-rules.ts'
import type { Message, Syntax } from '../message/message.ts'
import { describeSyntax, findPlaceholders } from '../message/placeholders.ts'

type Categories = Readonly<Record<string, readonly string[]>>

/** A row of a work packet: one source string, and all that matters for its translation. */
export type Row = {
  readonly id: string
  /** Absent where it is the source itself. */
  readonly key?: string
  readonly file?: string
  readonly src: string
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  readonly syntax?: string
  /** gettext's msgctxt. */
  readonly context?: string
  readonly note?: string
  /** Where the program uses it; only for short strings without a note. */
  readonly at?: string
  /** Graphemes. */
  readonly max?: number
  /** Plural categories to give, by locale. In a packet only where rows differ. */
  readonly plurals?: Categories
  /** The locales that need work, where not all do. */
  readonly want?: readonly string[]
  /** Another worker who reserved it. */
  readonly worker?: string
  /** The text to replace; by locale when several were requested. */
  readonly before?: Before | Readonly<Record<string, Before>>
}

/** A text that is stale, or an import that waits for review. */
export interface Before {
  readonly source?: Message
  readonly text: Message
  /** A stale reason, or `needs_review`. */
  readonly why: string
}

/** What all rows share. */
interface Hoisted {
  readonly file?: string
  /** One line for each syntax. */
  readonly rules?: Readonly<Record<string, string>>
  /** Plural categories that each locale needs. */
  readonly forms?: Categories
  /** The same for selectordinal. */
  readonly ordinals?: Categories
}

/** Rows without what they share, and what they share. */
export interface Hoisting {
  readonly rows: readonly Row[]
  readonly hoisted: Hoisted
}

/** What a row says of a source string. */
export interface RowSource {
  readonly entry: {
    readonly short: string
    readonly syntax: string
    readonly words: number
    readonly context?: string | undefined
    readonly description?: string | undefined
    readonly references: readonly string[]
    readonly max_length?: number | undefined
  }
  /** As the branch has it. */
  readonly key: string
  readonly file: string
  readonly src: string
  readonly source: Message
  /** The locales that need work. */
  readonly want: readonly string[]
  readonly worker?: string | undefined
  /** By locale; empty where the source has no plural forms. */
  readonly plurals: Categories
  readonly before: readonly (readonly [locale: string, before: Before])[]
}

/** A source of so few words says little by itself. */
const FEW_WORDS = 3

/** The row for a source string, for these requested locales. */
export function toRow(
  { entry, key, file, src, source, want, worker, plurals, before }: RowSource,
  locales: readonly string[],
): Row {
  const [first] = before
  const [at] = entry.references
  const saysLittle = entry.description === undefined && entry.words <= FEW_WORDS
  return {
    id: entry.short,
    ...(!isKeyInSource(key, source, entry.context) && { key: escapeInvisible(key) }),
    file: escapeInvisible(file),
    src: src.slice(0, 8),
    ...(typeof source === 'string' ? { text: source } : { forms: source }),
    syntax: entry.syntax,
    ...(entry.context !== undefined && { context: escapeInvisible(entry.context) }),
    ...(entry.description !== undefined && { note: escapeInvisible(entry.description) }),
    ...(saysLittle && at !== undefined && { at: escapeInvisible(at) }),
    ...(entry.max_length !== undefined && { max: entry.max_length }),
    ...(Object.keys(plurals).length > 0 && { plurals }),
    ...(want.length < locales.length && { want }),
    ...(worker !== undefined && { worker: escapeInvisible(worker) }),
    ...(first !== undefined && { before: locales.length === 1 ? first[1] : Object.fromEntries(before) }),
  }
}

/** Takes out of the rows what all of them share, so that a packet says it once. */
export function hoist(rows: readonly Row[], locales: readonly string[]): Hoisting {
  const files = new Set(rows.map(({ file }) => file))
  const syntaxes = new Set(rows.map(({ syntax }) => syntax))
  const used = rows.filter(hasPlaceholders).map(({ syntax }) => syntax as Syntax)
  const rules = Object.fromEntries([...new Set(used)].map(syntax => [syntax, describeSyntax(syntax)]))
  const plurals = new Map(
    rows.flatMap(row => (row.plurals === undefined ? [] : [[JSON.stringify(row.plurals), row.plurals]])),
  )
  const [file] = files
  const [forms] = plurals.values()
  return {
    rows: rows.map(({ file: own, syntax, plurals: needed, ...row }) => ({
      ...row,
      ...(files.size > 1 && own !== undefined && { file: own }),
      ...(syntaxes.size > 1 && syntax !== undefined && { syntax }),
      ...(plurals.size > 1 && needed !== undefined && { plurals: needed }),
    })),
    hoisted: {
      ...(files.size === 1 && file !== undefined && { file }),
      ...(used.length > 0 && { rules }),
      ...(plurals.size === 1 && forms !== undefined && { forms }),
      ...(rows.some(hasOrdinal) && {
        ordinals: Object.fromEntries(locales.map(locale => [locale, neededCategories(locale, 'ordinal')])),
      }),
    },
  }
}

/** Whether a source has plural forms, of its file or within an ICU message. */
export const hasPlurals = (source: Message): boolean => typeof source !== 'string' || /,\s*plural\s*,/.test(source)

/** gettext's keys are the source, behind the context and one character where there is a context. */
function isKeyInSource(key: string, source: Message, context: string | undefined): boolean {
  const text = typeof source === 'string' ? source : (source['one'] ?? '')
  return context === undefined ? key === text : key.startsWith(context) && key.slice(context.length + 1) === text
}

const hasPlaceholders = ({ text, forms, syntax }: Row): boolean =>
  findPlaceholders(text ?? forms ?? '', syntax as Syntax).length > 0

const hasOrdinal = ({ text }: Row): boolean => /,\s*selectordinal\s*,/.test(text ?? '')
