import type { CheckInput } from '../l10n/checks/check.ts'
import { type Message, messageUnits } from '../l10n/message/message.ts'

/** Units of texts up to which they are judged at once, and how many of them. */
export const MAX_INLINE_UNITS = 8_192
export const MAX_INLINE_TEXTS = 200
/** Of what goes to a thread together; behind each such piece others have their turn. */
const MAX_BATCH_UNITS = 32_768
const MAX_BATCH_TEXTS = 1_000

/** A source, alone or with a translation, and the terms that it is judged by; an error message says what it is called. */
export type CheckedText = Pick<CheckInput, 'source' | 'terms'> & { readonly target?: Message; readonly name?: string }

export interface Batch<Task> {
  readonly tasks: readonly Task[]
  /** UTF-16 units of their texts. */
  readonly units: number
  readonly isSmall: boolean
}

/** Tasks that are done together: all that are small, or as many as a thread should do in one go. */
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
