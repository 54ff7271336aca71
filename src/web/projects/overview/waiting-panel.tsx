import type { ComponentChildren } from 'preact'
import { reviewLink } from '../../../tools/reviews/view.ts'
import { ButtonLink } from '../../components/button.tsx'
import { FindingMark } from '../../components/marks/finding-mark.tsx'
import { Panel } from '../../components/panel.tsx'
import { nameLocale } from '../../format/locale.ts'
import { formatCount } from '../../format/numbers.ts'
import { type MessageKey, t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import { projectTabPath } from '../../layout/project-place.ts'
import { ALL_LOCALES } from '../../strings/list/filters.ts'
import { countedPlace, type LocaleProgress, type OpenReview, type Overview } from './read-overview.ts'

/** Something that waits for a user, in one locale or in several. */
interface WaitingItem {
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

type WaitingKind = (typeof KINDS)[number]['kind'] | 'review'

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

const MAX_ITEMS = 8

/** What waits for the user. Only the first item has a button. */
export function WaitingPanel({ items, canAct }: { readonly items: readonly WaitingItem[]; readonly canAct: boolean }) {
  const more = items.slice(MAX_ITEMS)
  return (
    <Panel
      id="waiting-title"
      title={canAct ? t('overview.waiting.title') : t('overview.waiting.title_open')}
      class="waiting"
      link={items.length > 0 && <span class="count">{formatCount(items.length)}</span>}
    >
      {items.length === 0 ? (
        <p class="panel-body quiet">{t('overview.waiting.none')}</p>
      ) : (
        <ol class="todo">
          {items.slice(0, MAX_ITEMS).map((item, at) => (
            <li key={`${item.kind} ${item.title}`}>{at === 0 && canAct ? <First {...item} /> : <Item {...item} />}</li>
          ))}
        </ol>
      )}
      {more.length > 0 && (
        <details>
          <summary class="panel-foot quiet">{t('overview.waiting.more', { count: more.length })}</summary>
          <ol class="todo" start={MAX_ITEMS + 1}>
            {more.map(item => (
              <li key={`${item.kind} ${item.title}`}>
                <Item {...item} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </Panel>
  )
}

function First({ kind, title, hint, href, action, progress }: WaitingItem) {
  return (
    <div class="first">
      <p class="item">
        <KindMark kind={kind} />
        <strong>{title}</strong>
        <span class="sub">{hint}</span>
      </p>
      {progress !== undefined && (
        // The hint has the numbers.
        <svg class="thin-bar" aria-hidden="true">
          <rect width={`${(100 * progress.read) / Math.max(1, progress.total)}%`} height="100%" />
        </svg>
      )}
      <ButtonLink href={href} look="primary">
        {action}
      </ButtonLink>
    </div>
  )
}

const Item = ({ kind, title, hint, href }: WaitingItem) => (
  <a class="item" href={href}>
    <KindMark kind={kind} />
    <strong>{title}</strong>
    <span class="sub">{hint}</span>
  </a>
)

function KindMark({ kind }: { readonly kind: WaitingKind }) {
  if (kind === 'errors') return <FindingMark level="error" isMute />
  return (
    <svg class={`mark waiting-${kind}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[kind]}
    </svg>
  )
}

const stroke = (d: string) => <path d={d} fill="none" stroke="currentColor" stroke-width="1.6" />

const DASHED = (
  <>
    <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.8" stroke-dasharray="2.4 1.8" />
    <circle cx="8" cy="8" r="1.8" fill="currentColor" />
  </>
)

const SHAPES: Readonly<Record<Exclude<WaitingKind, 'errors'>, ComponentChildren>> = {
  conflicts: stroke('M3 3v3.5c0 2.5 10 .5 10 4V13M13 3v3.5c0 2.5-10 .5-10 4V13'),
  review: DASHED,
  needs_review: DASHED,
  answered: stroke('M6 3.5L2.5 7 6 10.5M2.5 7H10a3.5 3.5 0 0 1 3.5 3.5v2'),
  suggestions: stroke('M2.2 3.2h11.6v7.2H8.2l-3 2.8v-2.8h-3z'),
  stale: stroke('M12.5 8a4.5 4.5 0 1 1-1.6-3.4M11.5 1.5v3.4H8.1'),
  returned: stroke('M3.5 8a4.5 4.5 0 1 0 1.6-3.4M4.5 1.5v3.4h3.4'),
}
