import type { CheckResult } from '../../l10n/checks/check.ts'
import { quotesTerm } from '../../l10n/checks/terms.ts'
import type { TermBook } from '../../l10n/glossary/term-book.ts'
import { shown } from '../../shown.ts'
import type { CheckRequest, Computed } from '../../workers/computed.ts'
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

/** A present text, and what the checks are asked of it. */
export interface PresentText {
  readonly entry: Entry
  readonly unit: Unit
  readonly question: CheckRequest
}

/** All terms that hold for a project. */
export interface TermsAround {
  readonly before: TermBook
  readonly after: TermBook
}

/** What is wrong in present texts by the terms after a change, and was not by those before it. */
export async function brokenTexts(
  texts: readonly PresentText[],
  { before, after }: TermsAround,
  computed: Computed,
): Promise<readonly Break[]> {
  const doubted = await faultsIn(texts, after, computed)
  const faulty = doubted.filter(({ faults }) => faults.length > 0)
  const known = await faultsIn(
    faulty.map(({ text }) => text),
    before,
    computed,
  )
  return faulty.flatMap(({ text: { entry, unit }, faults }, at) => {
    const why = faults.find(fault => known[at]?.faults.includes(fault) === false)
    return why === undefined ? [] : [{ id: entry.short, key: shown(entry.key), locale: unit.locale, why }]
  })
}

interface Doubted {
  readonly text: PresentText
  readonly faults: readonly string[]
}

/** What the checks say of each text by some terms. */
async function faultsIn(
  texts: readonly PresentText[],
  terms: TermBook,
  computed: Computed,
): Promise<readonly Doubted[]> {
  const results = await computed.checkAll(texts.map(({ question }) => ({ ...question, terms })))
  return texts.map((text, at) => ({ text, faults: faultsAbout(text.unit, results[at]) }))
}

const faultsAbout = ({ ignores }: Unit, result: CheckResult | undefined): readonly string[] =>
  (result?.findings ?? [])
    .filter(found => quotesTerm(found) && !ignores.some(({ finding }) => finding === found.id))
    .map(({ message }) => message)
