import type { Guidance } from '../guidance/packet-guidance.ts'

/** How many rows fit into some bytes; the first always goes, so that a long text is not stuck. */
export function fit(rows: readonly unknown[], room: number): number {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    if (index > 0) bytes += bytesOf(row) + 1
    return bytes > room
  })
  return end < 0 ? rows.length : Math.max(1, end)
}

/** Guidance cut to some bytes: terms are left out from the end and counted, a voice that is longer is named. */
export function cut(guidance: Guidance, room: number): Guidance {
  if (bytesOf(guidance) <= room) return guidance
  const { terms = [], more_terms: more = 0, ...rest } = guidance
  for (let kept = terms.length - 1; kept >= 0; kept -= 1) {
    const fewer = { ...rest, ...(kept > 0 && { terms: terms.slice(0, kept) }), ...leftOut(more + terms.length - kept) }
    if (bytesOf(fewer) <= room) return fewer
  }
  const { voice, ...others } = rest
  return {
    ...others,
    ...(voice !== undefined && { voice: 'get_voice has it; it does not fit here.' }),
    ...leftOut(more + terms.length),
  }
}

const leftOut = (count: number): Pick<Guidance, 'more_terms'> => (count === 0 ? {} : { more_terms: count })

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))
