import { parseSource } from '../../../l10n/checks/check-text.ts'
import type { Syntax } from '../../../l10n/message/message.ts'
import { Pacer } from '../../../scheduling/pacer.ts'
import type { Reader } from '../../../store/store.ts'
import { loadTermBook } from '../../../tools/glossary/load.ts'
import { jsonByteLength } from '../../../tools/pipeline/json-byte-length.ts'
import { listItems, listReasons, type NumberedItem } from '../../../tools/reviews/find-review.ts'
import { toItemView } from '../../../tools/reviews/items.ts'
import { NeighborReader } from '../../../tools/reviews/neighbors.ts'
import { CheckRulesReader } from '../../../tools/translations/check-rules.ts'
import { findFallbackText } from '../../../tools/translations/fallback-text.ts'
import { t } from '../../i18n/t.ts'
import type { LoadedProject } from '../../layout/load-project.ts'
import type { PageRequest, SignedInRequest } from '../../requests/page-request.ts'
import { reviewPath } from '../paths.ts'
import { findNext, type LoadedReview, openViewer } from '../read-review.ts'
import { groupLabel, listMarkWords } from '../words.ts'
import { toLiveData } from './live.ts'
import type { PageData, PageItem } from './page-data.ts'
import { type ItemFacts, toPageItem } from './page-item.ts'

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
  request: SignedInRequest,
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
          { request, project, review, mayFix: mayDecide },
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
  const wanted = Number(query.get('n') ?? 0)
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= review.toRead) return wanted
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

interface Place {
  readonly request: SignedInRequest
  readonly project: LoadedProject
  readonly review: LoadedReview
  readonly mayFix: boolean
}

interface Range {
  readonly from: number
  readonly limit: number
  /** Bytes of the items as JSON. The first one always fits. */
  readonly bytes: number
}

/** Loads translations of a review from a number on, with their neighbors and terms. A removed string is left out. */
async function loadItems(place: Place, { from, limit, bytes }: Range): Promise<readonly PageItem[]> {
  const { request, project, review } = place
  const { read } = request.services.store
  const loader = await openLoader(place, read)
  const items: PageItem[] = []
  let used = 0
  for await (const numbered of listItems(review.record, read, from)) {
    if (items.length === limit || numbered.n > review.toRead) break
    const facts = await loader(numbered)
    if (facts === undefined) continue
    const item = toPageItem(facts, { review: review.view, project, now: request.services.now(), mayFix: place.mayFix })
    used += jsonByteLength(item)
    if (used > bytes && items.length > 0) break
    items.push(item)
  }
  return items
}

type Loader = (numbered: NumberedItem) => Promise<ItemFacts | undefined>

async function openLoader({ request, project, review }: Place, read: Reader): Promise<Loader> {
  const ofProject = project.record
  const viewer = await openViewer(request, project, review)
  const { seesTerms } = viewer
  const computed = { pace: () => new Pacer(undefined, request.signedIn.user.id) }
  const book = seesTerms ? await loadTermBook(ofProject, read, computed) : undefined
  const checker = new CheckRulesReader(ofProject, review.record.branch, read, computed, seesTerms)
  const neighbors = new NeighborReader(review.record, read)
  return async numbered => {
    const view = await toItemView(review.record, numbered, viewer, read)
    const [unit] = numbered.item.units
    const entry = unit && (await read.entries.get(unit.entry_id))
    if (view === undefined || unit === undefined || entry === undefined) return undefined
    const { syntax, max_length } = entry
    const families = (await checker.getFamilies(entry))?.families
    const parsed =
      book &&
      parseSource({
        source: view.source,
        syntax: syntax as Syntax,
        sourceLocale: ofProject.source_locale,
        families: await checker.getFamilies(entry),
      })
    const near = await neighbors.find(entry, view.locale)
    const place = { entryId: entry.id, src: unit.src, locale: view.locale }
    return {
      view,
      verdict: numbered.verdict,
      grammar: { syntax: syntax as Syntax, families },
      terms: parsed === undefined ? [] : (book?.findIn(parsed) ?? []).map(({ term }) => term),
      maxLength: max_length,
      near,
      fallback: await findFallbackText(ofProject, place, read),
    }
  }
}
