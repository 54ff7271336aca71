import type { Policy } from './history.ts'
import type { Listed } from './lines.ts'
import type { SourceId, Written } from './texts.ts'

/**
 * `missing` is a text that somebody just wrote, approved or accepted for the source, or one of a source that came back, and that is not delivered;
 * `unnamed` a match or a loss that no answer of the push names.
 */
export const KINDS = ['wrong', 'stale unnamed', 'lost', 'missing', 'policy', 'bytes', 'unnamed'] as const
export type Kind = (typeof KINDS)[number]

export interface Finding {
  readonly kind: Kind
  /** Index of the step after which it was seen. */
  readonly step: number
  readonly what: string
}

/** What was decided about texts, by their own words. */
export class Decisions {
  /** Sources that a person confirmed a text for, besides the one it was written for. */
  readonly #confirmed = new Map<string, Set<SourceId>>()
  readonly #approved = new Map<string, Set<SourceId>>()
  /** Texts that wait for a decision: conflicts and suggestions. */
  readonly waiting = new Set<string>()
  /** Texts that a person took from a file or a suggestion. */
  readonly accepted = new Set<string>()

  confirm({ text }: Written, source: SourceId): () => void {
    return addTo(this.#confirmed, text, source)
  }

  approve({ text }: Written, source: SourceId): () => void {
    return addTo(this.#approved, text, source)
  }

  isApproved({ text }: Written, source: SourceId): boolean {
    return this.#approved.get(text)?.has(source) === true
  }

  wasApproved({ text }: Written): boolean {
    return (this.#approved.get(text)?.size ?? 0) > 0
  }

  sourcesOf({ text, source }: Written): readonly SourceId[] {
    return [source, ...(this.#confirmed.get(text) ?? [])]
  }
}

function addTo(all: Map<string, Set<SourceId>>, text: string, source: SourceId): () => void {
  const known = all.get(text) ?? new Set()
  all.set(text, known)
  if (known.has(source)) return () => undefined
  known.add(source)
  return () => void known.delete(source)
}

export interface Judged {
  readonly isStale: boolean
  readonly fault?: { readonly kind: 'wrong' | 'policy'; readonly why: string }
}

/** Whether a string may show a text in a file that everybody gets. */
export function judgeText(one: Listed, written: Written, locale: string, policy: Policy, known: Decisions): Judged {
  const sources = known.sourcesOf(written)
  const isStale = !sources.includes(one.sourceId)
  const wrong = (why: string): Judged => ({ isStale, fault: { kind: 'wrong', why } })
  if (written.locale !== locale) return wrong(`it is a text in ${written.locale}`)
  if (!one.line.some(source => sources.includes(source))) {
    return wrong(`it was written for source ${written.source}, and the line is ${one.line.join(', ')}`)
  }
  const why = findRefusal(one, written, isStale, policy, known)
  return { isStale, ...(why !== undefined && { fault: { kind: 'policy', why } }) }
}

/** Writers whose texts wait for a person where a review is required. */
const WAITS_FOR_REVIEW: ReadonlySet<string> = new Set(['A', 'I'])

function findRefusal(
  { sourceId }: Listed,
  written: Written,
  isStale: boolean,
  policy: Policy,
  known: Decisions,
): string | undefined {
  if (known.waiting.has(written.text)) return 'it waits for a decision'
  const isAccepted = known.accepted.has(written.text)
  if (policy.export === 'approved') {
    if (isStale) return 'it is stale, and export is approved'
    return known.isApproved(written, sourceId) || isAccepted ? undefined : 'nobody approved it for this source'
  }
  if (isStale && policy.stale === 'omit') return 'it is stale, and stale is omit'
  if (policy.review === 'required' && WAITS_FOR_REVIEW.has(written.writer)) {
    return known.wasApproved(written) || isAccepted ? undefined : 'nobody approved it'
  }
  return undefined
}
