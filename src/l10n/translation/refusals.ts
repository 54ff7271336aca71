import { MAX_TEXT_UNITS, type Message, messageUnits, sameMessage } from '../message/message.ts'
import type { Refusal, ReviewRequest, TextVersion } from './translation.ts'

/** Maximum refusals before the newest one: a translator does not read more. */
const MAX_EARLIER = 10

/** UTF-16 code units that their refused texts have together at most. */
const MAX_EARLIER_UNITS = MAX_TEXT_UNITS

/** All refusals of a request, newest first: its own, and those that it follows. */
export const listRefusals = (request: ReviewRequest | undefined): readonly Refusal[] =>
  request === undefined ? [] : [toRefusal(request), ...(request.earlier ?? [])]

/** Finds the newest refusal of a text in a request. */
export const findRefusal = (request: ReviewRequest | undefined, text: RefusedText): Refusal | undefined =>
  listRefusals(request).find(one => isRefusalOf(one, text))

/** Finds the newest refusal of a text by a user. */
export const findUserRefusal = (request: ReviewRequest | undefined, text: RefusedText): Refusal | undefined =>
  listRefusals(request).find(one => isOfUser(one) && isRefusalOf(one, text))

/** Finds the newest refusal of a text for any source. */
export const findRefusalForAnySource = (request: ReviewRequest | undefined, value: Message): Refusal | undefined =>
  listRefusals(request).find(({ refused }) => isSameText(refused.value, value))

type RefusedText = Pick<TextVersion, 'src' | 'value'>

const isRefusalOf = ({ refused }: Refusal, { src, value }: RefusedText): boolean =>
  refused.src === src && isSameText(refused.value, value)

/** Returns whether two texts are the same for a reader: accents may be written as one character or two (UAX #15, NFC). */
const isSameText = (one: Message, other: Message): boolean => sameMessage(toNfc(one), toNfc(other))

const toNfc = (value: Message): Message =>
  typeof value === 'string'
    ? value.normalize('NFC')
    : Object.fromEntries(Object.entries(value).map(([category, text]) => [category, text.normalize('NFC')]))

/** Whether a user made a refusal. */
export const isOfUser = ({ origin }: Refusal): boolean => origin.kind === 'human'

/** Returns whether a request refuses a text. */
export const isRefusedBy = (...of: Parameters<typeof findRefusal>): boolean => findRefusal(...of) !== undefined

/** Returns an open request that follows another one about the same source. */
export const toRequest = (refusal: Refusal, before: ReviewRequest | undefined): ReviewRequest =>
  withEarlier(refusal, listRefusals(before))

/** Returns a request without some of its refusals; undefined if none is left, the same object if none is gone. */
export function withoutRefusals(
  request: ReviewRequest,
  isGone: (refusal: Refusal) => boolean,
): ReviewRequest | undefined {
  const all = listRefusals(request)
  const kept = all.filter(refusal => !isGone(refusal))
  if (kept.length === all.length) return request
  const [first, ...earlier] = kept
  const { answered_at } = request
  return first && { ...withEarlier(first, earlier), ...(answered_at !== undefined && { answered_at }) }
}

/** Returns a request whose refused texts are translations of another source. */
export function moveRequest({ refused, earlier, ...request }: ReviewRequest, src: string): ReviewRequest {
  const moved = earlier?.map(one => ({ ...one, refused: { ...one.refused, src } }))
  return { ...request, refused: { ...refused, src }, ...(moved !== undefined && { earlier: moved }) }
}

/** Keeps the newest refusals. Those of agents give way first. */
function withEarlier(refusal: Refusal, earlier: readonly Refusal[]): ReviewRequest {
  let room = MAX_EARLIER_UNITS
  let left = MAX_EARLIER
  const kept = new Set<Refusal>()
  for (const one of [...earlier.filter(isOfUser), ...earlier.filter(other => !isOfUser(other))]) {
    room -= messageUnits(one.refused.value)
    if (room < 0 || left-- === 0) break
    kept.add(one)
  }
  return kept.size === 0 ? refusal : { ...refusal, earlier: earlier.filter(one => kept.has(one)) }
}

function toRefusal({ answered_at: _answered, earlier: _earlier, ...refusal }: ReviewRequest): Refusal {
  return refusal
}
