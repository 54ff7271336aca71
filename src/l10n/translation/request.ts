import { findRefusalForAnySource, isOfUser, listRefusals, moveRequest, withoutRefusals } from './refusals.ts'
import { mainText } from './shown-text.ts'
import type {
  Entry,
  Refusal,
  ReviewRequest,
  Revision,
  SourceLine,
  Suggestion,
  TextVersion,
  Translation,
} from './translation.ts'

type Requests = Pick<Translation, 'request' | 'other_requests'>
type Requested = Requests & Pick<Translation, 'texts'>

/** Maximum requests about sources other than that of `request`. */
const MAX_OTHERS = 5

/** All requests of reviewers, about any source. */
export const listRequests = ({ request, other_requests = [] }: Requests): readonly ReviewRequest[] =>
  request === undefined ? other_requests : [request, ...other_requests]

/** Finds the request that refused translations of exactly this source. An open one comes before one that a text for another source answered. */
export const findOwnRequest = ({ request, other_requests = [] }: Requests, src: string): ReviewRequest | undefined =>
  other_requests.find(({ refused }) => refused.src === src) ?? (request?.refused.src === src ? request : undefined)

/**
 * Finds the reviewer's request about a string: it refused a translation of its source. Without one, and without a translation of this source other than an
 * answer, it is the request about the last translated source of the line.
 */
export function findRequest(translation: Requested, line: SourceLine): ReviewRequest | undefined {
  const { src, earlier = [], unlined } = line
  const own = findOwnRequest(translation, src)
  if (own !== undefined) return own
  const { texts } = translation
  const text = texts.find(one => one.src === src)
  for (const before of unlined === true ? [...earlier, ...listSource(translation.request)] : earlier) {
    const request = findOwnRequest(translation, before)
    if (request !== undefined) return text === undefined || text.at === request.answered_at ? request : undefined
    if (texts.some(one => one.src === before)) return undefined
  }
  return undefined
}

/** Like `findRequest`, but only while the request waits for a new text. */
export function findOpenRequest(translation: Requested, line: SourceLine): ReviewRequest | undefined {
  const request = findRequest(translation, line)
  return request?.answered_at === undefined ? request : undefined
}

/** Returns whether the main branch waits for a new text. */
export function waitsForRevision(translation: Translation): boolean {
  const request = findMainRequest(translation)
  return translation.work && request !== undefined && request.answered_at === undefined
}

/** Returns whether the main branch has an answer that a reviewer has not seen. */
export function waitsForReviewer(translation: Translation): boolean {
  const request = findMainRequest(translation)
  return translation.listed && request?.answered_at !== undefined
}

/** Finds the request about the string of the main branch. Needs no entry: `request` is in its line, see `withMainRequest`. */
function findMainRequest(translation: Translation): ReviewRequest | undefined {
  const { stale, request } = translation
  const text = mainText(translation)
  const isCurrent = text !== undefined && stale?.reason !== 'source_changed'
  return isCurrent ? findRequest(translation, { src: text.src, earlier: listSource(request) }) : request
}

const listSource = (request: ReviewRequest | undefined): readonly string[] =>
  request === undefined ? [] : [request.refused.src]

/**
 * Returns the translation with its request answered by a new text. A text for another source than that of the refused text answers only if the main branch
 * has left that source. A refused text itself is no answer.
 */
export function withAnswer(
  translation: Translation,
  entry: Pick<Entry, 'src'>,
  { value, ...line }: SourceLine & Pick<TextVersion, 'value'>,
  at: string,
): Translation {
  const { src } = line
  const request = findOpenRequest(translation, line)
  if (request === undefined || findRefusalForAnySource(request, value) !== undefined) return translation
  const { refused } = request
  if (refused.src !== src && refused.src === entry.src) return translation
  if (refused.src === src) return withRequest(translation, { ...request, answered_at: at })
  // What was refused for the source before is refused for this one, too.
  return withOtherRequest(withRequest(translation, { ...moveRequest(request, src), answered_at: at }), request)
}

/** Returns the translation without the request about a source: a reviewer decided. */
export function withoutRequest(translation: Translation, line: SourceLine): Translation {
  const request = findRequest(translation, line)
  if (request === undefined) return translation
  return replaceRequest(translation, request)
}

/** Returns the translation with one more request, about another source than that of `request`. */
export const withOtherRequest = (translation: Translation, request: ReviewRequest): Translation =>
  withOthers(translation, [request, ...(translation.other_requests ?? [])])

/** Returns the translation with another request in the place of one, or without it. */
export function replaceRequest(translation: Translation, one: ReviewRequest, by?: ReviewRequest): Translation {
  const { request, other_requests = [], ...rest } = translation
  const replace = (other: ReviewRequest): readonly ReviewRequest[] =>
    other !== one ? [other] : by === undefined ? [] : [by]
  const [kept] = request === undefined ? [] : replace(request)
  return withOthers({ ...rest, ...(kept !== undefined && { request: kept }) }, other_requests.flatMap(replace))
}

/** Keeps the newest request of each source. Those without own words of users give way first, then answered ones. */
function withOthers({ other_requests: _others, ...rest }: Translation, others: readonly ReviewRequest[]): Translation {
  const newest = others.filter(({ refused }, at) => others.findIndex(other => other.refused.src === refused.src) === at)
  const weigh = (one: ReviewRequest): number => {
    // One that an answer for another source moved repeats the words of the older one.
    const older = newest.slice(newest.indexOf(one) + 1).flatMap(listRefusals)
    const isOwn = ({ batch_id }: Refusal): boolean => !older.some(other => other.batch_id === batch_id)
    return (
      (listRefusals(one).some(refusal => isOfUser(refusal) && isOwn(refusal)) ? 2 : 0) +
      (one.answered_at === undefined ? 1 : 0)
    )
  }
  const kept = new Set(newest.toSorted((one, other) => weigh(other) - weigh(one)).slice(0, MAX_OTHERS))
  return kept.size === 0 ? rest : { ...rest, other_requests: newest.filter(one => kept.has(one)) }
}

/** Returns the translation with a request as the current one. One about another source is kept beside it. */
export function withRequest(translation: Translation, request: ReviewRequest): Translation {
  const { request: replaced, other_requests = [] } = translation
  // An open one about its source comes before it.
  const isKept = replaced !== undefined && !other_requests.some(({ refused }) => refused.src === replaced.refused.src)
  const others = isKept ? [replaced, ...other_requests] : other_requests
  const kept = others.filter(({ refused }) => refused.src !== request.refused.src)
  return withOthers({ ...translation, request }, kept)
}

/** Returns the translation with another request about a source, or with none about it. */
export function withOwnRequest(translation: Translation, src: string, request: ReviewRequest | undefined): Translation {
  if (request !== undefined) return withRequest(translation, request)
  const own = findOwnRequest(translation, src)
  if (own === undefined) return translation
  const rest = replaceRequest(translation, own)
  // Without its answer, the request of the source before waits again.
  const before = rest.other_requests?.find(one => hasSameRefusals(one, own))
  return before === undefined || rest.request !== undefined ? rest : withRequest(rest, before)
}

/** Returns the translation with the request about the string of the main branch as the current one. Without one, one about a source of its line stays. */
export function withMainRequest(translation: Translation, { src, earlier = [], unlined }: SourceLine): Translation {
  const { request, ...rest } = translation
  const own = findOwnRequest(translation, src)
  if (own !== undefined) return request?.refused.src === src ? translation : withRequest(translation, own)
  if (request === undefined || unlined === true || earlier.includes(request.refused.src)) return translation
  return withOtherRequest(rest, request)
}

/** Returns whether a suggestion answers a request: it was made after all refusals of it. */
export const isAnswer = ({ src, answers }: Suggestion, request: ReviewRequest | undefined): boolean =>
  request?.refused.src === src && listRefusals(request).every(({ batch_id }) => answers?.includes(batch_id))

/**
 * Returns the translation with the request about a source open again, because its answer is gone.
 * @param change the request that follows it, such as one that also refuses the answer
 */
export function withReopenedRequest(
  translation: Translation,
  src: string,
  change: (request: ReviewRequest) => ReviewRequest = request => request,
): Translation {
  const request = findRequest(translation, { src })
  return request === undefined ? translation : replaceRequest(translation, request, change(reopened(request)))
}

/** Returns whether two requests are the same, and both answered or both open. */
export const isSameRequest = (one: ReviewRequest | undefined, other: ReviewRequest | undefined): boolean =>
  hasSameRefusals(one, other) && (one?.answered_at === undefined) === (other?.answered_at === undefined)

function hasSameRefusals(one: ReviewRequest | undefined, other: ReviewRequest | undefined): boolean {
  const [ids, others] = [one, other].map(request => listRefusals(request).map(({ batch_id }) => batch_id))
  return ids?.join(' ') === others?.join(' ')
}

/** What a revert restores in one text. */
interface Reverted {
  readonly src: string
  /** The restored revision; undefined if the text is removed. */
  readonly to: Revision | undefined
  /** The newest revision, which is undone, and the requests of all that are undone. */
  readonly newest: Revision
  readonly undone: readonly (ReviewRequest | undefined)[]
}

/**
 * Returns the request about a source after a revert of some batches. A reverted review leaves the request of the restored revision. Any other request stays,
 * and is open again if its answer was reverted.
 */
export async function revertRequest(
  translation: Translation,
  { src, to, newest, undone }: Reverted,
  isReverted: (batchId: string) => Promise<boolean>,
): Promise<ReviewRequest | undefined> {
  const current = findOwnRequest(translation, src)
  const before = to?.request?.refused.src === src ? await keepRequest(to.request, isReverted) : undefined
  const answered = <R extends ReviewRequest | undefined>(request: R): R => {
    const answer = translation.suggestions.find(one => isAnswer(one, request))
    return request === undefined || answer === undefined ? request : { ...request, answered_at: answer.at }
  }
  if ((await isReverted(newest.batch_id)) && hasSameRefusals(newest.request, current)) return answered(before)
  // What an earlier revert took out of the current request stays out.
  const present = new Set(listRefusals(current).map(({ batch_id }) => batch_id))
  const gone = new Set(undone.flatMap(listRefusals).map(({ batch_id }) => batch_id))
  const isTakenOut = ({ batch_id }: Refusal): boolean =>
    current !== undefined && gone.has(batch_id) && !present.has(batch_id)
  const then = before && withoutRefusals(before, isTakenOut)
  const kept = await keepRequest(current, isReverted)
  return kept === undefined ? then : answered(then?.batch_id === kept.batch_id ? then : reopened(kept))
}

/** Returns a request without the refusals of reverted reviews; undefined if none is left. */
export async function keepRequest(
  request: ReviewRequest | undefined,
  isReverted: (batchId: string) => Promise<boolean>,
): Promise<ReviewRequest | undefined> {
  const gone = new Set<string>()
  for (const { batch_id } of listRefusals(request)) if (await isReverted(batch_id)) gone.add(batch_id)
  return request && withoutRefusals(request, ({ batch_id }) => gone.has(batch_id))
}

function reopened({ answered_at: _gone, ...request }: ReviewRequest): ReviewRequest {
  return request
}
