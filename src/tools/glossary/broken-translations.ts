import type { CheckResult } from '../../l10n/checks/check.ts'
import { quotesTerm } from '../../l10n/checks/terms.ts'
import type { TermBook } from '../../l10n/glossary/term-book.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'
import type { Entry, Unit } from '../translations/unit.ts'

/** A text that a change of terms would make wrong. */
export interface BrokenTranslation {
  /** When several projects were looked at. */
  readonly project?: string
  readonly id: string
  readonly key: string
  readonly locale: string
  readonly why: string
}

/** A present text, and what the checks are asked of it. */
export interface PresentTranslation {
  readonly entry: Entry
  readonly unit: Unit
  readonly question: CheckRequest
}

/** All terms that hold for a project. */
export interface TermBooks {
  readonly before: TermBook
  readonly after: TermBook
}

/** What is wrong in present texts by the terms after a change, and was not by those before it. */
export async function findBrokenTranslations(
  texts: readonly PresentTranslation[],
  { before, after }: TermBooks,
  computed: Computation,
): Promise<readonly BrokenTranslation[]> {
  const doubted = await findTermFaults(texts, after, computed)
  const faulty = doubted.filter(({ faults }) => faults.length > 0)
  const known = await findTermFaults(
    faulty.map(({ text }) => text),
    before,
    computed,
  )
  return faulty.flatMap(({ text: { entry, unit }, faults }, at) => {
    const why = faults.find(fault => known[at]?.faults.includes(fault) === false)
    return why === undefined ? [] : [{ id: entry.short, key: escapeInvisible(entry.key), locale: unit.locale, why }]
  })
}

interface TranslationFaults {
  readonly text: PresentTranslation
  readonly faults: readonly string[]
}

/** What the checks say of each text by some terms. */
async function findTermFaults(
  texts: readonly PresentTranslation[],
  terms: TermBook,
  computed: Computation,
): Promise<readonly TranslationFaults[]> {
  const results = await computed.checkAll(texts.map(({ question }) => ({ ...question, terms })))
  return texts.map((text, at) => ({ text, faults: listTermFaults(text.unit, results[at]) }))
}

const listTermFaults = ({ ignores }: Unit, result: CheckResult | undefined): readonly string[] =>
  (result?.findings ?? [])
    .filter(found => quotesTerm(found) && !ignores.some(({ finding }) => finding === found.id))
    .map(({ message }) => message)
