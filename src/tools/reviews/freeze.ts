import { messageUnits } from '../../l10n/message/message.ts'
import { chooseMustSee, type FoundReason, findReasons, groupIdentical, riskOf } from '../../l10n/reviews/must-see.ts'
import { orderSample } from '../../l10n/reviews/sample-order.ts'
import { MUST_SEE_REASONS } from '../../l10n/reviews/words.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import type { ReviewItem, ReviewRecord } from '../../store/records/reviews.ts'
import type { WrittenText } from '../history/written-texts.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import type { Revision } from '../translations/text-history.ts'
import { type CollectedUnit, collectUnits, type ReviewScope } from './collect.ts'
import { FactsReader } from './facts.ts'

/** The frozen list of a review: must-see items first, the gravest first, then the others in the order of the sample. */
export interface FrozenList {
  readonly items: readonly ReviewItem[]
  readonly mustSee: number
  readonly groups: ReviewRecord['must_see']['groups']
  readonly total: number
  readonly locales: readonly string[]
  readonly batches: readonly string[]
}

interface JudgedUnit extends CollectedUnit {
  readonly reasons: readonly FoundReason[]
}

/** An item with the short ID of its string, and the length of its source. */
type Item = ReviewItem & { readonly id: string; readonly source: number }

/** Batches that a review names. */
const MAX_BATCHES = 500

/** Collects the translations of a scope, and orders them by what a person must read. */
export async function freezeList(scope: ReviewScope, seed: string, deps: ReadDeps): Promise<FrozenList> {
  const pace = deps.computed.pace()
  const units = await judgeUnits(await collectUnits(scope, deps), scope, deps)
  await pace.yieldNow()
  const groups = groupIdentical(
    units.map(({ entry, line, text, translation }) => ({
      locale: translation.locale,
      source: getSource(entry, line.src),
      message: text.value,
    })),
  )
  await pace.yieldNow()
  const items = groups.map(places => toItem(places.flatMap(place => units[place] ?? [])))
  const chosen = chooseMustSee(items.map(({ reasons }) => reasons))
  const isChosen = new Set(chosen)
  const mustSee = chosen.flatMap(place => items[place] ?? []).sort(byRisk)
  const others = items.filter((_, place) => !isChosen.has(place))
  await pace.yieldNow()
  const order = orderSample(
    others.map(({ locale, file_id, id, source }) => ({ locale, file: file_id, id, units: source })),
    seed,
  )
  await pace.yieldNow()
  return {
    items: [...mustSee, ...order.flatMap(place => others[place] ?? [])].map(toStoredItem),
    mustSee: mustSee.length,
    groups: groupByReason(mustSee),
    total: units.length,
    locales: [...new Set(units.map(({ translation }) => translation.locale))].sort(),
    batches: [...new Set(units.map(({ written }) => written.revision.batch_id))].slice(0, MAX_BATCHES),
  }
}

/** Items are stored without what only the order needs. */
const toStoredItem = ({ locale, file_id, reasons, units }: ReviewItem): ReviewItem => ({
  locale,
  file_id,
  reasons,
  units,
})

async function judgeUnits(
  units: readonly CollectedUnit[],
  { project, branch }: ReviewScope,
  deps: ReadDeps,
): Promise<readonly JudgedUnit[]> {
  const pace = deps.computed.pace()
  const facts = new FactsReader(project, branch, deps)
  const judged: JudgedUnit[] = []
  let last = ''
  for (const unit of units) {
    if (pace.shouldYield) await pace.yieldNow()
    const file = `${unit.translation.locale} ${unit.entry.file_id}`
    const reasons = findReasons(await facts.getFacts(unit, toReplaced(unit.written), file !== last))
    last = file
    judged.push({ ...unit, reasons })
  }
  return judged
}

/** What a person must know that a text replaced, as of the time when somebody decided about it. */
function toReplaced({ was, decided, since }: WrittenText): Revision | undefined {
  const replaced = decided ?? was
  return replaced && { ...replaced, at: since ?? replaced.at }
}

function toItem(units: readonly JudgedUnit[]): Item {
  const [first] = units
  if (first === undefined) throw new Error('a group of translations is empty')
  const { translation, entry, line } = first
  const reasons = new Map(units.flatMap(unit => unit.reasons).map(found => [found.reason, found]))
  return {
    locale: translation.locale,
    file_id: entry.file_id,
    reasons: MUST_SEE_REASONS.flatMap(reason => {
      const found = reasons.get(reason)
      return found === undefined ? [] : [{ reason: found.reason, why: { ...found.why } }]
    }),
    units: units.map(({ translation: one, line: { src }, text, written: { revision, was, decided } }) => ({
      translation_id: one.id,
      entry_id: one.entry_id,
      src,
      rev: text.rev,
      revision_id: revision.id,
      batch_id: revision.batch_id,
      ...(was !== undefined && { was: was.id }),
      ...(decided !== undefined && decided !== was && { decided: decided.id }),
    })),
    id: entry.short,
    source: messageUnits(getSource(entry, line.src)),
  }
}

/** The gravest reason first, then the risk of the others. */
const byRisk = (one: Item, other: Item): number =>
  rankOf(one) - rankOf(other) || riskOf(other.reasons) - riskOf(one.reasons)

const rankOf = ({ reasons: [first] }: Item): number =>
  first === undefined ? MUST_SEE_REASONS.length : MUST_SEE_REASONS.indexOf(first.reason)

function groupByReason(items: readonly Item[]): FrozenList['groups'] {
  const totals = new Map<(typeof MUST_SEE_REASONS)[number], number>()
  for (const { reasons } of items) {
    const [first] = reasons
    if (first !== undefined) totals.set(first.reason, (totals.get(first.reason) ?? 0) + 1)
  }
  return MUST_SEE_REASONS.flatMap(reason => {
    const total = totals.get(reason)
    return total === undefined ? [] : [{ reason, total, decided: 0, taken_out: 0 }]
  })
}
