import type { Finding } from '../../l10n/checks/check.ts'
import { inspectText } from '../../l10n/checks/check-text.ts'
import { quotesTerm } from '../../l10n/checks/terms.ts'
import type { TermBook } from '../../l10n/glossary/term-book.ts'
import { shown } from '../../shown.ts'
import { type Rules } from '../translations/checker.ts'
import { sourceOf } from '../translations/sources.ts'
import type { Entry, Unit } from '../translations/unit.ts'

/** A text that a change of terms would make wrong. */
export interface Break {
  /** When several projects were looked at. */
  readonly project?: string
  readonly id: string
  readonly key: string
  readonly locale: string
  readonly why: string
}

/** What is wrong in the present text of a unit by the terms after a change, and was not by those before it. */
export function brokenText(
  { entry, src, unit }: { readonly entry: Entry; readonly src: string; readonly unit: Unit },
  rules: Rules,
  books: { readonly before: TermBook; readonly after: TermBook },
): Break | undefined {
  const text = unit.texts.find(one => one.src === src)
  if (text === undefined) return undefined
  const findings = (terms: TermBook): readonly Finding[] =>
    inspectText({ ...rules, terms, source: sourceOf(entry, src), target: text.value }).filter(
      found => quotesTerm(found) && !unit.ignores.some(({ finding }) => finding === found.id),
    )
  const now = findings(books.after)
  if (now.length === 0) return undefined
  const before = new Set(findings(books.before).map(({ message }) => message))
  const added = now.find(({ message }) => !before.has(message))
  return added === undefined
    ? undefined
    : { id: entry.short, key: shown(entry.key), locale: unit.locale, why: added.message }
}
