import type { Message } from '../../l10n/message/message.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { Origin } from '../../store/records/localization.ts'
import type { Computation } from '../../workers/computation.ts'
import { stringLink } from '../page-links.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { Actors } from '../translations/actors.ts'
import type { Batch } from '../translations/batch.ts'
import type { Entry, TextVersion } from '../translations/records.ts'
import { applySubmission, checkSubmission } from '../work/apply-submission.ts'
import type { DecisionRefusal, FixResult, VerdictInput } from './apply-verdicts.ts'
import { findItem, type NumberedItem, type Review, readListing, type Verdict } from './find-review.ts'
import { copyOf } from './items.ts'
import { readUnits } from './survey.ts'

interface FixDeps {
  readonly review: Review
  readonly batch: Batch
  readonly computed: Computation
  /** Whether the reader sees findings that quote the glossary. */
  readonly seesTerms: boolean
  /** `acme/app`. */
  readonly name: string
  readonly baseUrl: string
}

/** Writes a reader's own translation of an item and its copies, as `submit_translations` would. Refuses to replace a later translation. */
export async function writeFix(
  { n, item, verdict }: NumberedItem,
  value: Message,
  { review, batch, computed, seesTerms, name, baseUrl }: FixDeps,
): Promise<FixResult> {
  const { tx } = batch
  const actors = new Actors(tx, false)
  const lineOf = await readListing(review, tx)
  const deps = { read: tx, computed }
  const { translations, entries } = await readUnits(item.units, deps)
  const items = []
  for (const [at, unit] of item.units.entries()) {
    const [translation, entry] = [translations[at], entries[at]]
    const line = entry && lineOf(unit, item.locale, entry)
    const text = translation && shownText(translation, line ?? unit).text
    const isKept = text?.rev === (verdict?.fix_revs?.[at] ?? unit.rev)
    if (!isKept || entry === undefined || line === undefined) {
      return { refusal: changedFault(n, text, verdict) }
    }
    items.push({ ...toSubmitted(entry, unit.src, value), ...(translation !== undefined && { rev: translation.rev }) })
  }
  const done = await applySubmission(
    {
      items,
      locale: item.locale,
      dry_run: false,
      all_or_nothing: true,
      computed,
      faults: { seesTerms, describe: (origin: Origin) => actors.describe(origin) },
      pageOf: ({ short }: Entry, locale: string) =>
        stringLink(baseUrl, { project: name, id: short, locale, branch: undefined }),
    },
    review.branch,
    batch,
  )
  const [refusal] = done.refused
  if (refusal === undefined) return { revs: await readRevs(item, deps), repairs: done.repairs }
  const { why = 'The translation was refused.', fix = 'Correct it.', findings = [] } = refusal
  // Several errors are described by their findings.
  const errors = findings.filter(({ message }) => message !== undefined)
  if (errors.length === 0) return { refusal: { n, code: 'invalid', why, fix } }
  const join = (texts: readonly (string | undefined)[]) =>
    [...new Set(texts.filter(text => text !== undefined))].join(' ')
  const words = join(errors.map(({ message }) => message))
  return { refusal: { n, code: 'invalid', why: words, fix: join(errors.map(error => error.fix)) || fix } }
}

async function readRevs({ units }: NumberedItem['item'], deps: ReadDeps): Promise<number[]> {
  const { translations } = await readUnits(units, deps)
  return units.map((unit, at) => {
    const translation = translations[at]
    return (translation && shownText(translation, unit).text?.rev) ?? unit.rev
  })
}

/** Checks the fixes of a call before its transaction. */
export async function precheckFixes(
  given: readonly VerdictInput[],
  { review, project }: { readonly review: Review; readonly project: Batch['project'] },
  deps: ReadDeps,
): Promise<void> {
  for (const { n, message, forms } of given) {
    const value = forms ?? message
    const found = value === undefined ? undefined : await findItem(review, n, deps.read)
    if (found === undefined || value === undefined) continue
    const { units } = found.item
    const { entries } = await readUnits(units, deps)
    const items = units.flatMap(({ src }, at) => {
      const entry = entries[at]
      return entry === undefined ? [] : [toSubmitted(entry, src, value)]
    })
    const place = { project, branch: review.branch }
    await checkSubmission({ items, locale: found.item.locale }, place, deps)
  }
}

const toSubmitted = ({ short }: Entry, src: string, value: Message) => ({
  id: short,
  src,
  ...(typeof value === 'string' ? { text: value } : { forms: { ...value } }),
})

const changedFault = (n: number, text: TextVersion | undefined, verdict: Verdict | undefined): DecisionRefusal => ({
  n,
  code: 'changed',
  why: `The translation or its source was changed after ${verdict?.fix_revs === undefined ? 'the review began' : 'it was fixed'}.`,
  fix: 'Compare got with your translation, and submit what is right with submit_translations.',
  ...(text !== undefined && { got: copyOf(text.value) }),
})
