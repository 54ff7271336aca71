import type { CheckInput } from '../l10n/checks/check.ts'
import { type Message, messageUnits } from '../l10n/message/message.ts'

/** Limits of inline work: UTF-16 units of the strings, and number of strings. */
export const MAX_INLINE_UNITS = 8_192
export const MAX_INLINE_TEXTS = 200
/** Limits of one batch for a thread. Other jobs run between two batches. */
const MAX_BATCH_UNITS = 32_768
const MAX_BATCH_TEXTS = 1_000

/** A source string, with or without its translation, and the glossary terms that apply. `name` is for error messages. */
export type CheckedText = Pick<CheckInput, 'source' | 'terms'> & { readonly target?: Message; readonly name?: string }

export interface Batch<Task> {
  readonly tasks: readonly Task[]
  /** UTF-16 units of their strings. */
  readonly units: number
  readonly isSmall: boolean
}

/**
 * Splits tasks into batches: one inline batch if all are small, else batches for threads. A source or term list that several tasks of a batch share counts
 * once.
 */
export function* splitIntoBatches<Task>(
  tasks: readonly Task[],
  judgedBy: (task: Task) => CheckedText,
): Generator<Batch<Task>> {
  let piece: Task[] = []
  let units = 0
  const seen = new Set<unknown>()
  for (const task of tasks) {
    const { source, target = '', terms } = judgedBy(task)
    if (units >= MAX_BATCH_UNITS || piece.length === MAX_BATCH_TEXTS) {
      yield { tasks: piece, units, isSmall: false }
      piece = []
      units = 0
      seen.clear()
    }
    piece.push(task)
    units += messageUnits(target) + (seen.has(source) ? 0 : messageUnits(source))
    if (terms !== undefined && !seen.has(terms)) units += terms.terms.length
    seen.add(source).add(terms)
  }
  if (piece.length > 0)
    yield { tasks: piece, units, isSmall: units <= MAX_INLINE_UNITS && piece.length <= MAX_INLINE_TEXTS }
}
