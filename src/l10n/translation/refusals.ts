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
export const findRefusal = (
  request: ReviewRequest | undefined,
  { src, value }: Pick<TextVersion, 'src' | 'value'>,
): Refusal | undefined =>
  listRefusals(request).find(({ refused }) => refused.src === src && isSameText(refused.value, value))

/** Finds the newest refusal of a text for any source. */
export const findRefusalForAnySource = (request: ReviewRequest | undefined, value: Message): Refusal | undefined =>
  listRefusals(request).find(({ refused }) => isSameText(refused.value, value))

/** Returns whether two texts are the same for a reader: accents may be written as one character or two (UAX #15, NFC). */
const isSameText = (one: Message, other: Message): boolean => sameMessage(toNfc(one), toNfc(other))

const toNfc = (value: Message): Message =>
  typeof value === 'string'
    ? value.normalize('NFC')
    : Object.fromEntries(Object.entries(value).map(([category, text]) => [category, text.normalize('NFC')]))

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

function withEarlier(refusal: Refusal, earlier: readonly Refusal[]): ReviewRequest {
  let room = MAX_EARLIER_UNITS
  const tooFar = earlier.findIndex(({ refused }, at) => at === MAX_EARLIER || (room -= messageUnits(refused.value)) < 0)
  const kept = tooFar < 0 ? earlier : earlier.slice(0, tooFar)
  return kept.length === 0 ? refusal : { ...refusal, earlier: kept }
}

function toRefusal({ answered_at: _answered, earlier: _earlier, ...refusal }: ReviewRequest): Refusal {
  return refusal
}
