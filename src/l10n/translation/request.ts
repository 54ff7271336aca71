import { sameMessage } from '../message/message.ts'
import { mainText } from './shown-text.ts'
import type { Entry, ReviewRequest, Revision, TextVersion, Translation } from './translation.ts'

type Requests = Pick<Translation, 'request' | 'other_requests'>
type Requested = Requests & Pick<Translation, 'texts'>

/** Maximum open requests about sources other than that of `request`. */
const MAX_OTHERS = 5

/** All requests of reviewers, about any source. */
export const listRequests = ({ request, other_requests = [] }: Requests): readonly ReviewRequest[] =>
  request === undefined ? other_requests : [request, ...other_requests]

/** Finds the reviewer's request about a source: it refused a translation of this source, or the source has no translation of its own yet. */
export function findRequest(translation: Requested, src: string): ReviewRequest | undefined {
  const { texts, request, other_requests = [] } = translation
  // An open one comes before one that a text for another source answered.
  const own = other_requests.find(({ refused }) => refused.src === src)
  if (own !== undefined || request === undefined || request.refused.src === src) return own ?? request
  return texts.some(text => text.src === src) ? undefined : request
}

/** Like `findRequest`, but only while the request waits for a new text. */
export function findOpenRequest(translation: Requested, src: string): ReviewRequest | undefined {
  const request = findRequest(translation, src)
  return request?.answered_at === undefined ? request : undefined
}

/** Returns whether the main branch waits for a new text. Needs no entry: the fields of the main view say which source it has. */
export function waitsForRevision(translation: Translation): boolean {
  const { work, stale } = translation
  if (!work) return false
  const text = mainText(translation)
  const isCurrent = text !== undefined && stale?.reason !== 'source_changed'
  return (isCurrent ? findOpenRequest(translation, text.src) : findOpenOf(translation.request)) !== undefined
}

const findOpenOf = (request: ReviewRequest | undefined): ReviewRequest | undefined =>
  request?.answered_at === undefined ? request : undefined

/** Returns whether a text is the one that a request refuses. */
export const isRefusedBy = (request: ReviewRequest | undefined, { src, value }: Pick<TextVersion, 'src' | 'value'>) =>
  request !== undefined && request.refused.src === src && sameMessage(request.refused.value, value)

/**
 * Returns the translation with its request answered by a new text. A text for another source than that of the refused text answers only if the main branch
 * has left that source. The refused text itself is no answer.
 */
export function withAnswer(
  translation: Translation,
  entry: Pick<Entry, 'src'>,
  { src, value }: Pick<TextVersion, 'src' | 'value'>,
  at: string,
): Translation {
  const request = findOpenRequest(translation, src)
  if (request === undefined || sameMessage(request.refused.value, value)) return translation
  const { refused } = request
  if (refused.src !== src && refused.src === entry.src) return translation
  const answered = activate(translation, { ...request, answered_at: at })
  return refused.src === src ? answered : withOtherRequest(answered, request)
}

/** Returns the translation without the request about a source: a reviewer decided. */
export function withoutRequest(translation: Translation, src: string): Translation {
  const request = findRequest(translation, src)
  if (request === undefined) return translation
  return request === translation.request ? withRequest(translation, undefined) : withoutOther(translation, request)
}

/** Returns the translation with one more open request, about another source than that of `request`. */
export const withOtherRequest = (translation: Translation, request: ReviewRequest): Translation =>
  withOthers(translation, [request, ...(translation.other_requests ?? [])])

const withoutOther = (translation: Translation, gone: ReviewRequest): Translation =>
  withOthers(
    translation,
    (translation.other_requests ?? []).filter(other => other !== gone),
  )

function withOthers({ other_requests: _others, ...rest }: Translation, others: readonly ReviewRequest[]): Translation {
  const newest = others.filter(({ refused }, at) => others.findIndex(other => other.refused.src === refused.src) === at)
  return newest.length === 0 ? rest : { ...rest, other_requests: newest.slice(0, MAX_OTHERS) }
}

/** Makes a request the current one. An open one about another source is kept beside it. */
function activate(translation: Translation, request: ReviewRequest): Translation {
  const { request: replaced, other_requests = [] } = translation
  const open = findOpenOf(replaced)
  const others = [...(open === undefined ? [] : [open]), ...other_requests]
  const kept = others.filter(({ refused }) => refused.src !== request.refused.src)
  return withOthers({ ...translation, request }, kept)
}

/** Returns the translation with a request, or with none. Suggestions that answered another request answer nothing any more. */
export function withRequest(translation: Translation, request: ReviewRequest | undefined): Translation {
  const { request: _, ...rest } = request === undefined ? translation : activate(translation, request)
  const isAnother = translation.request?.batch_id !== request?.batch_id
  const suggestions = translation.suggestions.map(({ answers, ...one }) =>
    isAnother || answers === undefined ? one : { ...one, answers },
  )
  return { ...rest, suggestions, ...(request !== undefined && { request }) }
}

/** Returns the translation with the request open again, because its answer is gone. */
export function withReopenedRequest(translation: Translation, change: Partial<ReviewRequest> = {}): Translation {
  const { request } = translation
  return request === undefined ? translation : { ...translation, request: { ...reopened(request), ...change } }
}

/** Returns whether two requests are the same, answered or not. */
export const isSameRequest = (one: ReviewRequest | undefined, other: ReviewRequest | undefined): boolean =>
  one?.batch_id === other?.batch_id && (one?.answered_at === undefined) === (other?.answered_at === undefined)

/** What a revert restores in one text. */
interface Reverted {
  readonly src: string
  /** The text before the revert. */
  readonly from: TextVersion | undefined
  /** The restored revision; undefined if the text is removed. */
  readonly to: Revision | undefined
}

/**
 * Returns the request after a revert of some batches. A reverted review leaves the request of the restored revision. Any other request stays, and is open
 * again if its answer was reverted.
 */
export async function revertRequest(
  { request, suggestions }: Translation,
  { src, from, to }: Reverted,
  isReverted: (batchId: string) => Promise<boolean>,
): Promise<ReviewRequest | undefined> {
  const then = to?.request?.refused.src === src && !(await isReverted(to.request.batch_id)) ? to.request : undefined
  const kept = await keepRequest(request, isReverted)
  if (kept === undefined) return then
  if (kept.refused.src !== src) {
    const hasNoText = to === undefined || to.state === 'untranslated'
    return hasNoText && kept.answered_at === from?.at ? reopened(kept) : kept
  }
  const back = then?.batch_id === kept.batch_id ? then : reopened(kept)
  const isSuggested = kept.answered_at !== undefined && suggestions.some(({ answers }) => answers)
  return isSuggested ? { ...back, answered_at: kept.answered_at } : back
}

/** Returns a request, unless its review is reverted. */
export const keepRequest = async (
  request: ReviewRequest | undefined,
  isReverted: (batchId: string) => Promise<boolean>,
): Promise<ReviewRequest | undefined> =>
  request === undefined || (await isReverted(request.batch_id)) ? undefined : request

function reopened({ answered_at: _gone, ...request }: ReviewRequest): ReviewRequest {
  return request
}

/** Returns the translation without its requests about a source from reverted reviews, except the current one. */
export async function withoutRevertedRequests(
  translation: Translation,
  src: string,
  isReverted: (batchId: string) => Promise<boolean>,
): Promise<Translation> {
  const own = translation.other_requests?.find(({ refused }) => refused.src === src)
  return own !== undefined && (await isReverted(own.batch_id)) ? withoutOther(translation, own) : translation
}
