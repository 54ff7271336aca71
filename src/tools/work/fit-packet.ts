import { AppError } from '../../errors.ts'
import { type Hoisting, hoist, type Row } from '../../l10n/work/packet-rows.ts'
import type { Guidance } from '../guidance/packet-guidance.ts'
import { jsonByteLength } from '../pipeline/json-byte-length.ts'

/** The parts of a packet. */
interface Parts<P> {
  /** Not empty. */
  readonly rows: readonly Row[]
  readonly locales: readonly string[]
  readonly maxBytes: number
  readonly buildPacket: (hoisting: Hoisting, guidance: Guidance, cursor: string | undefined) => P
  /** The guidance for the first rows. */
  readonly loadGuidance: (count: number) => Promise<Guidance>
  readonly cursorBehind: (count: number) => string
  /** Whether no work is left after the first `count` rows. */
  readonly isEnd: (count: number) => boolean
}

/** Maximum difference in bytes between two cursors of one packet. */
const CURSOR_SLACK = 100
/** Minimum bytes that guidance leaves for rows. */
const MIN_ROW_BYTES = 500

/**
 * Builds the packet with as many rows as fit. Guidance takes at most half of the remaining bytes. Only a single first row may exceed `maxBytes`.
 * @throws AppError `invalid_input` if the fields that all rows share do not fit.
 */
export async function fitPacket<P>(parts: Parts<P>): Promise<P> {
  const { rows, locales, maxBytes, buildPacket, loadGuidance, cursorBehind, isEnd } = parts
  // Fewer rows share at least as much, and all cursors are about as long as the first one.
  const all = hoist(rows, locales)
  const cursor = 'x'.repeat(cursorBehind(1).length + CURSOR_SLACK)
  const room = maxBytes - jsonByteLength(buildPacket({ ...all, rows: [] }, {}, cursor))
  if (room < MIN_ROW_BYTES) throw tooSmallError(maxBytes, MIN_ROW_BYTES - room, locales.length)
  const most = countFittingRows(all.rows, room)
  const wanted = cutGuidance(await loadGuidance(most), room / 2)
  const count = countFittingRows(all.rows, room - jsonByteLength(wanted))
  const guidance = count === most ? wanted : cutGuidance(await loadGuidance(count), room / 2)
  const rest = room - jsonByteLength(all.rows.slice(0, count))
  // A long row leaves less room for guidance. A row that is too long on its own does not count.
  const fitting = rest > 0 ? cutGuidance(guidance, rest) : guidance
  return buildPacket(hoist(rows.slice(0, count), locales), fitting, isEnd(count) ? undefined : cursorBehind(count))
}

/** Returns how many rows fit into `room` bytes; at least one, so that a long string can't block the work behind it. */
const countFittingRows = (rows: readonly Row[], room: number): number => Math.max(1, countFitting(rows, room))

function countFitting(items: readonly object[], room: number): number {
  let bytes = 0
  const end = items.findIndex(item => {
    bytes += jsonByteLength(item) + 1
    return bytes > room
  })
  return end < 0 ? items.length : end
}

/** Cuts guidance to `room` bytes: omits and counts the last terms, and replaces a longer voice with a pointer to get_voice. */
function cutGuidance(guidance: Guidance, room: number): Guidance {
  if (jsonByteLength(guidance) <= room) return guidance
  const { terms = [], more_terms: more = 0, ...rest } = guidance
  const left = room - jsonByteLength({ ...rest, terms: [], ...toMoreTerms(more + terms.length) })
  const few = terms.slice(0, countFitting(terms, left))
  const fewer = { ...rest, ...(few.length > 0 && { terms: few }), ...toMoreTerms(more + terms.length - few.length) }
  if (jsonByteLength(fewer) <= room) return fewer
  const named = { ...rest, ...(rest.voice !== undefined && { voice: ELSEWHERE }), ...toMoreTerms(more + terms.length) }
  return jsonByteLength(named) <= room ? named : {}
}

const ELSEWHERE = 'Too long for this packet: call get_voice.'

const toMoreTerms = (count: number): Pick<Guidance, 'more_terms'> => (count === 0 ? {} : { more_terms: count })

const tooSmallError = (given: number, missing: number, locales: number): AppError =>
  new AppError('invalid_input', `max_bytes is ${given}: what ${locales} locales share does not fit.`, {
    fix: `Give fewer locales, or max_bytes of at least ${given + missing}.`,
  })
