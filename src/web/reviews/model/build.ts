import type { SignedIn } from '../../../auth/users/sessions.ts'
import { listReasons } from '../../../tools/reviews/list-reasons.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { reviewPath } from '../paths.ts'
import { findNext, type LoadedReview } from '../read-review.ts'
import { groupLabel } from '../words/reasons.ts'
import { listMarkWords } from '../words/verdicts.ts'
import { toLiveData } from './live.ts'
import { loadItems } from './load-items.ts'
import type { PageData } from './page-data.ts'

/** Bytes of the translations in a page; the script fetches the others. */
const PAGE_BYTES = 14_000
/** Bytes of the translations of one answer to the script. */
const CHUNK_BYTES = 60_000
const MAX_ITEMS = 120

interface BuildOptions {
  readonly project: LoadedProject
  readonly review: LoadedReview
  /** The first translation of the data; default: the one that is shown. 0 gives none. */
  readonly from?: number | undefined
  readonly isChunk?: boolean
}

/** Builds all that the page of a review shows. */
export async function buildPageData(
  request: PageRequest,
  signedIn: SignedIn,
  { project, review, from, isChunk = false }: BuildOptions,
): Promise<PageData> {
  const { view, toRead } = review
  const mayDecide = project.withheld === undefined && view.state === 'open'
  const n = chooseShown(request, review)
  const first = from ?? n
  const items =
    first === 0
      ? []
      : await loadItems(
          { request, signedIn, project, review, mayFix: mayDecide },
          { from: first, limit: MAX_ITEMS, bytes: isChunk ? CHUNK_BYTES : PAGE_BYTES },
        )
  const reasons = await listReasons(review.record, request.services.store.read)
  const groups = view.must_see.groups.map(({ reason }) => ({ reason, label: groupLabel(reason) }))
  return {
    ...toLiveData(review),
    id: view.id,
    path: reviewPath(project, view.id),
    n,
    must: view.must_see.total,
    toRead,
    mayDecide,
    groups,
    groupOf: reasons.map(reason => groups.findIndex(group => group.reason === reason)),
    items,
    texts: listTexts(),
  }
}

/** The translation that the address names, else the first one to decide, else the first one. */
function chooseShown({ query }: PageRequest, review: LoadedReview): number {
  const asked = Number(query.get('n') ?? 0)
  if (Number.isInteger(asked) && asked >= 1 && asked <= review.toRead) return asked
  return findNext(review, 0) ?? Math.min(1, review.toRead)
}

/** Texts that the script shows. Their placeholders are filled in there. */
const listTexts = (): PageData['texts'] => ({
  ...listMarkWords(),
  said: t('review.live.said', { verdict: '{verdict}', key: '{key}', next: '{next}', place: '{place}' }),
  moved: t('review.live.moved', { key: '{key}', place: '{place}' }),
  chosen: t('review.live.chosen', { verdict: '{verdict}', key: '{key}' }),
  reason: t('review.live.reason', { reason: '{reason}' }),
  undone: t('review.live.undone', { key: '{key}' }),
  nothing: t('review.live.nothing_undone'),
  done: t('review.live.done', { verdict: '{verdict}', key: '{key}' }),
  unsaved: t('review.live.unsaved', { count: '{count}' }),
  offline: t('review.live.offline', { count: '{count}' }),
  busy: t('review.live.busy', { count: '{count}' }),
  signed_out: t('review.live.signed_out'),
  refused: t('review.live.refused', { key: '{key}', why: '{why}' }),
  fixed: t('review.live.fixed', { key: '{key}' }),
  loading: t('review.live.loading'),
  blocked: t('review.live.blocked', { missing: '{missing}' }),
  sign: t('review.item.finding_fix', { fix: '{fix}' }),
  clean: t('review.item.no_findings'),
  empty: t('review.item.empty'),
})
