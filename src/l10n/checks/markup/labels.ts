import { quote } from '../../../text/quote.ts'
import type { Token } from '../../message/token.ts'
import type { Fault } from '../define-check.ts'

/** A token with the name by which it is compared and shown. */
export interface Labelled {
  readonly token: Token
  readonly label: string
}

interface Fixes {
  readonly missing: (label: string) => string
  readonly extra: (label: string) => string
}

/** A label that only one side has: `lost` by the translation, or `added` to it. */
export type LabelFault = Fault & { readonly lost?: string; readonly added?: string }

/** Compares the labels of a translation with those of its source, each as often as it occurs. */
export function* compareLabels(
  wanted: readonly Labelled[],
  given: readonly Labelled[],
  { missing, extra }: Fixes,
): Generator<LabelFault> {
  const left = new Map<string, number>()
  for (const { label } of wanted) left.set(label, (left.get(label) ?? 0) + 1)
  const known = new Set(left.keys())
  for (const { token, label } of given) {
    const rest = left.get(label) ?? 0
    if (rest > 0) left.set(label, rest - 1)
    else {
      const message = known.has(label) ? 'occurs more often than in the source' : 'is not in the source'
      yield { message: `${quote(label)} ${message}.`, at: token.start, fix: extra(label), added: label }
    }
  }
  for (const [label, count] of left) {
    if (count > 0) yield { message: `${quote(label)} is missing.`, fix: missing(label), lost: label }
  }
}
