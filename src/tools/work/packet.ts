import { pluralCategories } from '../../l10n/locales.ts'
import type { Message, Syntax } from '../../l10n/message.ts'
import { placeholdersOf, syntaxRules } from '../../l10n/work.ts'
import type { Frozen } from '../../store/store.ts'
import type { Candidate } from './candidates.ts'
import { type Entry, shownText, staleReason } from './unit.ts'

/** A row of a packet: what to translate, and all that matters for it. */
export type Row = {
  readonly id: string
  readonly key: string
  readonly file?: string
  readonly src: string
  readonly text?: string
  readonly forms?: Readonly<Record<string, string>>
  readonly syntax?: string
  readonly note?: string
  /** Graphemes. */
  readonly max?: number
  /** Which locales wait, where not all do. */
  readonly want?: readonly string[]
  /** A stale text: its old source, what it says, and why it is stale; by locale when several were asked for. */
  readonly before?: Before | Readonly<Record<string, Before>>
}

interface Before {
  readonly source?: Message
  readonly text: Message
  readonly why: string
}

/** What holds for all rows, said once. */
export interface Hoisted {
  readonly file?: string
  /** By syntax, one line each. */
  readonly rules?: Readonly<Record<string, string>>
  /** Plural categories that each locale needs. */
  readonly forms?: Readonly<Record<string, readonly string[]>>
}

export function makeRow({ entry, key, file, src, units }: Candidate, locales: readonly string[]): Row {
  const source = entry.versions.find(version => version.src === src)?.source ?? ''
  const stale = units.flatMap(unit => {
    const before = beforeOf(entry, unit, src)
    return before === undefined ? [] : [[unit.locale, before] as const]
  })
  const [first] = stale
  return {
    id: entry.short,
    key,
    file,
    src: src.slice(0, 8),
    ...valueOf(source),
    syntax: entry.syntax,
    ...(entry.description !== undefined && { note: entry.description }),
    ...(entry.max_length !== undefined && { max: entry.max_length }),
    ...(units.length < locales.length && { want: units.map(({ locale }) => locale) }),
    ...(first !== undefined && { before: locales.length === 1 ? first[1] : Object.fromEntries(stale) }),
  }
}

/** Takes out of the rows what all of them share. */
export function hoist(rows: readonly Row[], locales: readonly string[]): { rows: readonly Row[]; hoisted: Hoisted } {
  const files = new Set(rows.map(({ file }) => file))
  const syntaxes = new Set(rows.map(({ syntax }) => syntax))
  const told = rows.filter(hasPlaceholders).map(({ syntax }) => syntax as Syntax)
  const rules = Object.fromEntries([...new Set(told)].map(syntax => [syntax, syntaxRules(syntax)]))
  const [file] = files
  return {
    rows: rows.map(({ file: own, syntax, ...row }) => ({
      ...row,
      ...(files.size > 1 && own !== undefined && { file: own }),
      ...(syntaxes.size > 1 && syntax !== undefined && { syntax }),
    })),
    hoisted: {
      ...(files.size === 1 && file !== undefined && { file }),
      ...(told.length > 0 && { rules }),
      ...(rows.some(hasPlural) && {
        forms: Object.fromEntries(locales.map(locale => [locale, pluralCategories(locale)])),
      }),
    },
  }
}

const valueOf = (value: Frozen<Message>): Pick<Row, 'text' | 'forms'> =>
  typeof value === 'string' ? { text: value } : { forms: value }

function beforeOf(entry: Entry, unit: Candidate['units'][number], src: string): Before | undefined {
  const { text } = shownText(unit, src)
  const why = staleReason(unit, entry, src)
  if (text === undefined || why === undefined) return undefined
  const source = entry.versions.find(version => version.src === text.src)?.source
  return { ...(source !== undefined && { source }), text: text.value, why }
}

const hasPlaceholders = ({ text, forms, syntax }: Row): boolean =>
  placeholdersOf(text ?? forms ?? '', syntax as Syntax).length > 0

const hasPlural = ({ text, forms }: Row): boolean =>
  forms !== undefined || /,\s*(plural|selectordinal)\s*,/.test(text ?? '')
