import { neededCategories } from '../../l10n/locales/cldr.ts'
import type { Message, Syntax } from '../../l10n/message/message.ts'
import { describeSyntax, findPlaceholders } from '../../l10n/message/placeholders.ts'
import { isUnreviewedImport } from '../../l10n/translation/protection.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Reader } from '../../store/store.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { CheckRulesReader } from '../translations/check-rules.ts'
import { findSource } from '../translations/sources.ts'
import type { Entry } from '../translations/unit.ts'
import type { Candidate } from './query.ts'

type Categories = Readonly<Record<string, readonly string[]>>

/** A row of a packet: what to translate, and all that matters for it. */
export type Row = {
  readonly id: string
  /** Absent where it is the text itself. */
  readonly key?: string
  readonly file?: string
  readonly src: string
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  readonly syntax?: string
  /** gettext's msgctxt. */
  readonly context?: string
  readonly note?: string
  /** Where the program uses it; only for short texts without a note, which say little by themselves. */
  readonly at?: string
  /** Graphemes. */
  readonly max?: number
  /** Plural categories to give, by locale, where not all rows of the packet need the same. */
  readonly plurals?: Categories
  /** Which locales wait, where not all do. */
  readonly want?: readonly string[]
  /** The other worker who has it reserved. */
  readonly worker?: string
  /** A text that is stale, or imported as fuzzy: its source, what it says, and why it is work; by locale when several were asked for. */
  readonly before?: Before | Readonly<Record<string, Before>>
}

interface Before {
  readonly source?: Message
  readonly text: Message
  readonly why: string
}

/** What holds for all rows, said once. */
interface Hoisted {
  readonly file?: string
  /** By syntax, one line each. */
  readonly rules?: Readonly<Record<string, string>>
  /** Plural categories that each locale needs. */
  readonly forms?: Categories
  /** The same for selectordinal. */
  readonly ordinals?: Categories
}

/** Rows without what they share, and that. */
export interface Hoisting {
  readonly rows: readonly Row[]
  readonly hoisted: Hoisted
}

const FEW_WORDS = 3

export async function makeRow(
  candidate: Candidate,
  locales: readonly string[],
  checker: CheckRulesReader,
  read: Reader,
): Promise<Row> {
  const { entry, key, file, src, units, worker } = candidate
  const source = getSource(entry, src)
  const stale: (readonly [string, Before])[] = []
  for (const unit of units) {
    const before = await getBefore(entry, unit, src, read)
    if (before !== undefined) stale.push([unit.locale, before])
  }
  const [first] = stale
  const [at] = entry.references
  const saysLittle = entry.description === undefined && entry.words <= FEW_WORDS
  return {
    id: entry.short,
    ...(!isKeyInSource(key, source, entry.context) && { key: escapeInvisible(key) }),
    file: escapeInvisible(file),
    src: src.slice(0, 8),
    ...toTextFields(source),
    syntax: entry.syntax,
    ...(entry.context !== undefined && { context: escapeInvisible(entry.context) }),
    ...(entry.description !== undefined && { note: escapeInvisible(entry.description) }),
    ...(saysLittle && at !== undefined && { at: escapeInvisible(at) }),
    ...(entry.max_length !== undefined && { max: entry.max_length }),
    ...(await getPlurals(source, entry, locales, checker)),
    ...(units.length < locales.length && { want: units.map(({ locale }) => locale) }),
    ...(worker !== undefined && { worker: escapeInvisible(worker) }),
    ...(first !== undefined && { before: locales.length === 1 ? first[1] : Object.fromEntries(stale) }),
  }
}

/** Takes out of the rows what all of them share. */
export function hoist(rows: readonly Row[], locales: readonly string[]): Hoisting {
  const files = new Set(rows.map(({ file }) => file))
  const syntaxes = new Set(rows.map(({ syntax }) => syntax))
  const told = rows.filter(hasPlaceholders).map(({ syntax }) => syntax as Syntax)
  const rules = Object.fromEntries([...new Set(told)].map(syntax => [syntax, describeSyntax(syntax)]))
  const plurals = new Map(
    rows.flatMap(row => (row.plurals === undefined ? [] : [[toSignature(row.plurals), row.plurals]])),
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
      ...(told.length > 0 && { rules }),
      ...(plurals.size === 1 && forms !== undefined && { forms }),
      ...(rows.some(hasOrdinal) && {
        ordinals: Object.fromEntries(locales.map(locale => [locale, neededCategories(locale, 'ordinal')])),
      }),
    },
  }
}

/** gettext's keys are the text, behind the context and one character where there is one. */
function isKeyInSource(key: string, source: Frozen<Message>, context: string | undefined): boolean {
  const text = typeof source === 'string' ? source : (source['one'] ?? '')
  return context === undefined ? key === text : key.startsWith(context) && key.slice(context.length + 1) === text
}

const toSignature = (categories: Categories): string => JSON.stringify(categories)

const toTextFields = (value: Frozen<Message>): Pick<Row, 'text' | 'forms'> =>
  typeof value === 'string' ? { text: value } : { forms: value }

/** A file may decide which forms it has a place for; plurals within a text are the language's. */
async function getPlurals(
  source: Frozen<Message>,
  { file_id, tags }: Entry,
  locales: readonly string[],
  checker: CheckRulesReader,
): Promise<Pick<Row, 'plurals'>> {
  if (typeof source === 'string' && !/,\s*plural\s*,/.test(source)) return {}
  const plurals: Record<string, readonly string[]> = {}
  for (const locale of locales) {
    const ofFile = typeof source === 'string' ? undefined : await checker.getCategories(file_id, locale)
    plurals[locale] = ofFile ?? neededCategories(locale, tags.includes('ordinal') ? 'ordinal' : 'cardinal')
  }
  return { plurals }
}

async function getBefore(
  entry: Entry,
  unit: Candidate['units'][number],
  src: string,
  read: Reader,
): Promise<Before | undefined> {
  const { text } = shownText(unit, src)
  if (text === undefined) return undefined
  const why = staleReason(unit, entry, src) ?? (isUnreviewedImport(text) ? 'needs_review' : undefined)
  if (why === undefined) return undefined
  const source = await findSource(entry, text.src, read)
  return { ...(source !== undefined && { source }), text: text.value, why }
}

const hasPlaceholders = ({ text, forms, syntax }: Row): boolean =>
  findPlaceholders(text ?? forms ?? '', syntax as Syntax).length > 0

const hasOrdinal = ({ text }: Row): boolean => /,\s*selectordinal\s*,/.test(text ?? '')
