import { reviewLink } from '../../../tools/reviews/view.ts'
import { nameLocale } from '../../format/locale.ts'
import { type MessageKey, t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { projectTabPath } from '../../layout/project-place.ts'
import { ALL_LOCALES } from '../../strings/list/filters.ts'
import { countedPlace, type LocaleProgress, type OpenReview, type Overview } from './read-overview.ts'

/** Something that waits for a user, in one locale or in several. */
export interface WaitingItem {
  readonly kind: WaitingKind
  readonly title: string
  readonly hint: string
  readonly href: string
  /** The text of the button, if the item is the first. */
  readonly action: string
  /** Of a review: translations that were read, and all to read. */
  readonly progress?: { readonly read: number; readonly total: number }
}

/** The kinds, by what waiting costs: first what keeps translations out of every pull, last what an agent can do alone. */
const KINDS = [
  { kind: 'conflicts', count: ({ conflicts }) => conflicts, query: { conflict: '1' } },
  { kind: 'needs_review', count: ({ needs_review }) => needs_review, query: { state: 'needs_review' } },
  { kind: 'errors', count: ({ errors }) => errors, query: { finding: 'error' } },
  { kind: 'answered', count: ({ revised }) => revised, query: { request: 'answered' } },
  { kind: 'suggestions', count: ({ suggestions }) => suggestions, query: { suggested: '1' } },
  { kind: 'stale', count: ({ stale }) => stale, query: { stale: '1' } },
  { kind: 'returned', count: ({ revise }) => revise, query: { request: 'open' } },
] as const satisfies readonly {
  readonly kind: string
  readonly count: (progress: LocaleProgress) => number
  readonly query: Readonly<Record<string, string>>
}[]

export type WaitingKind = (typeof KINDS)[number]['kind'] | 'review'

/** Locales that a kind lists one by one; more are one item. */
const MAX_LOCALES = 3

/** Lists what waits for the user, most costly first. */
export function listWaiting(project: LoadedProject, overview: Overview): readonly WaitingItem[] {
  const { reviews } = overview
  return [
    ...reviews.map(review => toReviewItem(project, review)),
    ...listMoreReviews(project, reviews.length),
    ...listKinds(countedPlace(project, overview), overview),
  ]
}

/** One item for the open reviews that are not listed. */
function listMoreReviews({ place }: LoadedProject, listed: number): readonly WaitingItem[] {
  const count = (place.openReviews ?? 0) - listed
  if (count <= 0) return []
  return [
    {
      kind: 'review',
      title: t('overview.waiting.more_reviews', { count }),
      hint: t('overview.waiting.more_reviews_hint'),
      href: projectTabPath(place, 'review'),
      action: t('review.list.title'),
    },
  ]
}

function toReviewItem({ name }: LoadedProject, { id, title, total, must_see, sample }: OpenReview): WaitingItem {
  const progress = {
    read: must_see.decided + must_see.taken_out + Math.min(sample.read, sample.size),
    total: must_see.total + sample.size,
  }
  return {
    kind: 'review',
    title,
    hint: t('overview.waiting.review_hint', { total, read: progress.read, plan: progress.total }),
    href: reviewLink('', name, id),
    action: t(progress.read === 0 ? 'overview.waiting.review_action' : 'overview.waiting.review_continue'),
    progress,
  }
}

function listKinds(
  place: ReturnType<typeof countedPlace>,
  { locales }: Pick<Overview, 'locales'>,
): readonly WaitingItem[] {
  return KINDS.flatMap(({ kind, count, query }) => {
    const counts = locales
      .map(one => ({ locale: one.locale, count: count(one) }))
      .filter(one => one.count > 0)
      .sort((one, other) => other.count - one.count)
    const toItem = (title: string, locale: string | undefined): WaitingItem => ({
      kind,
      title,
      hint: t(`overview.waiting.${kind}_hint` satisfies MessageKey),
      href: projectTabPath(place, 'strings', { locale: locale ?? ALL_LOCALES, ...query }),
      action: t(`overview.waiting.${kind}_action` satisfies MessageKey),
    })
    if (counts.length > MAX_LOCALES) {
      const all = counts.reduce((sum, one) => sum + one.count, 0)
      return [toItem(t(`overview.waiting.${kind}_all`, { count: all, locales: counts.length }), undefined)]
    }
    return counts.map(one =>
      toItem(t(`overview.waiting.${kind}`, { count: one.count, locale: nameLocale(one.locale) }), one.locale),
    )
  })
}
