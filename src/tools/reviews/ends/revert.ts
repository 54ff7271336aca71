import { findWayBack, hasSameText } from '../../../l10n/translation/revert.ts'
import { compoundKey } from '../../../store/records/define.ts'
import type { Origin } from '../../../store/records/localization.ts'
import { type ChosenItems, Revert, type RevertOrder } from '../../history/apply-revert.ts'
import type { ReadDeps } from '../../pipeline/call.ts'
import type { Project } from '../../translations/records.ts'
import { TextHistory } from '../../translations/text-history.ts'
import type { NumberedItem, Review } from '../find-review.ts'
import { type CurrentUnit, forEachItem } from '../survey.ts'
import type { Ended, Ending } from './end.ts'

type Chosen = NonNullable<ReturnType<ChosenItems['get']>>[number]

interface RevertPlan {
  readonly order: RevertOrder
  readonly units: readonly { readonly item: NumberedItem; readonly current: CurrentUnit }[]
  readonly changed: number
}

/** Restores what each translation was before, where it still is as the review froze it. */
export async function revertReview({ review, batch, deps }: Ending): Promise<Ended> {
  const { project, origin, tx } = batch
  const { order, units, changed } = await planRevert(review, deps)
  const revert = new Revert(order, { project, origin, read: tx, computed: deps.computed }, batch)
  await revert.revertTexts(units.map(toRevision))
  const { reverted, refused } = revert.counts
  const numbers = new Map(
    units.map(({ item, current }) => [`${current.translation.entry_id} ${current.translation.locale}`, item.n]),
  )
  const named = await Promise.all(
    revert.refused.map(async ({ id, key, locale, code, why, fix }) => {
      const entry = await tx.entries.by('short', compoundKey(project.id, id))
      return { n: numbers.get(`${entry?.id ?? ''} ${locale}`) ?? 0, id, key, locale, code, why, fix }
    }),
  )
  return { counts: { reverted, refused }, changed, refused: named }
}

/** Checks the restored translations before the transaction. */
export async function precheckRevert(
  review: Review,
  { project, origin }: { readonly project: Project; readonly origin: Origin },
  deps: ReadDeps,
): Promise<void> {
  const { order, units } = await planRevert(review, deps)
  const revert = new Revert(order, { project, origin, ...deps }, undefined)
  // What had no translation before is removed, which needs no check.
  await revert.revertTexts(units.filter(({ current }) => current.unit.was !== undefined).map(toRevision))
  await deps.computed.checkAll(revert.questions)
}

const toRevision = ({ current: { text, translation } }: RevertPlan['units'][number]) => ({
  translation_id: translation.id,
  entry_id: translation.entry_id,
  locale: translation.locale,
  src: text.src,
})

async function planRevert(review: Review, deps: ReadDeps): Promise<RevertPlan> {
  const units: RevertPlan['units'][number][] = []
  const only = new Map<string, Chosen[]>()
  let changed = 0
  await forEachItem(review, deps, (item, found) => {
    if (item.verdict?.fixed !== true) changed += item.item.units.length - found.length
    for (const current of found) {
      const { entry_id, rev, was } = current.unit
      units.push({ item, current })
      const chosen = { locale: current.translation.locale, rev, back: { to: was } }
      only.set(entry_id, [...(only.get(entry_id) ?? []), chosen])
    }
  })
  return { order: { filter: { project: review.project_id }, only, reverts: new Set() }, units, changed }
}

/** Whether the caller wrote all translations that a review froze, current or not, and all texts that its revert takes away. */
export async function isOwnReview(review: Review, me: string, deps: ReadDeps): Promise<boolean> {
  const batches = new Set<string>()
  const reverted: CurrentUnit[] = []
  await forEachItem(review, deps, ({ item }, current) => {
    for (const { batch_id } of item.units) batches.add(batch_id)
    reverted.push(...current)
  })
  for (const { translation, text, unit } of reverted) {
    const way = await findWayBack(new TextHistory(translation.id, text.src, deps.read), unit.was)
    for (const { revision, before } of way?.undone ?? []) {
      if (before === undefined || !hasSameText(revision, before)) batches.add(revision.batch_id)
    }
  }
  for (const id of batches) {
    if ((await deps.read.batches.get(id))?.origin.user_id !== me) return false
  }
  return true
}
