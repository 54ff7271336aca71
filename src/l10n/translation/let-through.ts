import { sameMessage } from '../message/message.ts'
import { isRefusedBy } from './refusals.ts'
import { listRequests } from './request.ts'
import type { LetThroughText, TextVersion, Translation } from './translation.ts'

/** Maximum texts in each state; agents write none that a reviewer must let through. */
const MAX_KEPT = 5

/** The write that withdrew a text, and the revision that it restored. */
interface Withdrawal {
  readonly src: string
  /** Number of that revision; undefined if none was restored. */
  readonly rev?: number | undefined
}

/**
 * Returns a changed translation with the texts that a pull may still export: those that left `texts`, the last one in each state for each source. So the cost to
 * find them does not grow with the history, and no number of undecided texts hides them.
 */
export function withLetThrough(before: Translation, after: Translation, withdrawal?: Withdrawal): Translation {
  const { let_through: _known, ...rest } = after
  const known = (before.let_through ?? []).filter(
    ({ src, rev }) => src !== withdrawal?.src || rev <= (withdrawal.rev ?? 0),
  )
  const left = before.texts.filter(text => text.src !== withdrawal?.src && isLeft(text, after)).map(toLetThrough)
  const all = [...left.flatMap(text => text ?? []), ...known].sort((one, other) => other.rev - one.rev)
  const kept = (['approved', 'translated'] as const).flatMap(state => {
    const ofState = all.filter(text => text.state === state)
    return ofState.filter(({ src }, at) => ofState.findIndex(one => one.src === src) === at).slice(0, MAX_KEPT)
  })
  return kept.length === 0 ? rest : { ...rest, let_through: kept }
}

/** Whether another text, or the same one in a worse state, has the place of a text. */
function isLeft(text: TextVersion, after: Translation): boolean {
  const now = after.texts.find(({ src }) => src === text.src)
  const isBetter = now !== undefined && sameMessage(now.value, text.value) && RANKS[now.state] >= RANKS[text.state]
  return !isBetter && !listRequests(after).some(request => isRefusedBy(request, text))
}

const RANKS: Readonly<Record<TextVersion['state'], number>> = { needs_review: 0, translated: 1, approved: 2 }

function toLetThrough({ src, unlined, value, state, rev, at, unresolved }: TextVersion): LetThroughText | undefined {
  const isNever = state === 'needs_review' || (unresolved !== undefined && state !== 'approved')
  return isNever ? undefined : { src, ...(unlined !== undefined && { unlined }), value, state, rev, at }
}
