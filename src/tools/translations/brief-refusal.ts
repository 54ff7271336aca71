/** Refusals of an answer that are told in full: what is wrong a thousand times is wrong in the same way. */
export const MOST_TOLD = 50

/** How to see the reasons that `briefRefusal` leaves out. */
export const SEND_FEWER = `Behind the first ${MOST_TOLD} send fewer items at once to see each fix.`

interface Reasons {
  readonly why?: unknown
  readonly fix?: unknown
  readonly want?: unknown
  readonly got?: unknown
  readonly findings?: unknown
}

/** A refusal as the answer has it: behind the first 50 only which text it is of, and its code. */
export function briefRefusal<Refusal extends Reasons & { readonly id?: string; readonly key?: string }>(
  refusal: Refusal,
  index: number,
): Refusal | Omit<Refusal, keyof Reasons | 'key'> {
  if (index < MOST_TOLD) return refusal
  const { why: _why, fix: _fix, want: _want, got: _got, findings: _findings, key, ...kept } = refusal
  return { ...kept, ...(refusal.id === undefined && key !== undefined && { key }) }
}
