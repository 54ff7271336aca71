/** Refusals of an answer that are told in full: what is wrong a thousand times is wrong in the same way. */
export const MAX_FULL_REFUSALS = 50

/** How to see the reasons that `shortenRefusal` leaves out. */
export const SEND_FEWER_NOTICE = `Behind the first ${MAX_FULL_REFUSALS} send fewer items at once to see each fix.`

interface RefusalReasons {
  readonly why?: unknown
  readonly fix?: unknown
  readonly want?: unknown
  readonly got?: unknown
  readonly findings?: unknown
}

/** A refusal as the answer has it: behind the first 50 only which text it is of, and its code. */
export function shortenRefusal<Refusal extends RefusalReasons & { readonly id?: string; readonly key?: string }>(
  refusal: Refusal,
  index: number,
): Refusal | Omit<Refusal, keyof RefusalReasons | 'key'> {
  if (index < MAX_FULL_REFUSALS) return refusal
  const { why: _why, fix: _fix, want: _want, got: _got, findings: _findings, key, ...kept } = refusal
  return { ...kept, ...(refusal.id === undefined && key !== undefined && { key }) }
}
