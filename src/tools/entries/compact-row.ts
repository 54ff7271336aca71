import type { Message } from '../../l10n/message.ts'
import { shown } from '../../shown.ts'
import type { Frozen } from '../../store/frozen.ts'
import { sourceOf } from '../translations/sources.ts'
import { shownText, staleReason, type Unit } from '../translations/unit.ts'
import { type EntryAt, valueOf } from './entry-row.ts'

/** Longest text that a search shows whole. */
const SHORT = 200

/** A find of a search: enough to choose by. `locale` is told where several are searched. */
export function compactRow({ entry, src, key, file }: EntryAt, unit: Unit | undefined, locale: string | undefined) {
  const base = { id: entry.short, key: shown(key), file: shown(file), source: short(sourceOf(entry, src)) }
  if (unit === undefined) return base
  const { text } = shownText(unit, src)
  const why = staleReason(unit, entry, src)
  const findings = (text?.findings ?? [])
    .filter(({ id }) => !unit.ignores.some(({ finding }) => finding === id))
    .map(({ id }) => id)
  return {
    ...base,
    ...(locale !== undefined && { locale }),
    state: text?.state ?? ('untranslated' as const),
    ...(text !== undefined && valueOf(short(text.value))),
    ...(text !== undefined && { origin: text.origin.kind, rev: unit.rev }),
    ...(why !== undefined && { stale: why }),
    ...(unit.locked && { locked: true }),
    ...(findings.length > 0 && { findings: [...new Set(findings)] }),
    ...(unit.suggestions.length > 0 && { suggestions: unit.suggestions.length }),
  }
}

const short = (value: Frozen<Message>): Frozen<Message> =>
  typeof value === 'string'
    ? cut(value)
    : Object.fromEntries(Object.entries(value).map(([category, text]) => [category, cut(text)]))

/** Never between the halves of a character. */
const cut = (text: string): string =>
  text.length > SHORT ? `${text.slice(0, SHORT - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
