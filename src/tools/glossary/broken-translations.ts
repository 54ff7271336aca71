import type { CheckResult } from '../../l10n/checks/check.ts'
import type { TermBook } from '../../l10n/glossary/term-book.ts'
import { findOpen } from '../../l10n/translation/findings.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { CheckRequest, Computation } from '../../workers/computation.ts'
import type { Entry, TextVersion, Translation } from '../translations/records.ts'

/** A translation that a change of terms would break. */
export interface BrokenTranslation {
  /** Set when several projects were searched. */
  readonly project?: string
  readonly id: string
  readonly key: string
  readonly locale: string
  readonly why: string
}

/** A current translation with the input of its checks. */
export interface PresentTranslation {
  readonly entry: Entry
  readonly translation: Translation
  readonly text: TextVersion
  readonly question: CheckRequest
}

/** All terms that apply to a project. */
export interface TermBooks {
  readonly before: TermBook
  readonly after: TermBook
}

/** Finds translations that break the terms after a change and did not break the terms before it. */
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
  return faulty.flatMap(({ text: { entry, translation }, faults }, at) => {
    const why = faults.find(fault => known[at]?.faults.includes(fault) === false)
    return why === undefined
      ? []
      : [{ id: entry.short, key: escapeInvisible(entry.key), locale: translation.locale, why }]
  })
}

interface TranslationFaults {
  readonly text: PresentTranslation
  readonly faults: readonly string[]
}

/** Findings of each translation under the given terms. */
async function findTermFaults(
  texts: readonly PresentTranslation[],
  terms: TermBook,
  computed: Computation,
): Promise<readonly TranslationFaults[]> {
  const results = await computed.checkAll(texts.map(({ question }) => ({ ...question, terms })))
  return texts.map((text, at) => ({ text, faults: listTermFaults(text.text.ignores, results[at]) }))
}

const listTermFaults = (ignores: TextVersion['ignores'], result: CheckResult | undefined): readonly string[] =>
  findOpen(result?.findings ?? [], ignores)
    .filter(({ term }) => term !== undefined)
    .map(({ message }) => message)
