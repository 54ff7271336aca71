import type { CommandFormatter } from '../../errors.ts'
import type { MoveMarks } from '../../store/store.ts'
import { type Finding, fault } from './finding.ts'

/** Explains a store that has moved, or whose move into it was interrupted; undefined for others. No server starts on it. */
export function checkMoves(
  { departure, arrival }: MoveMarks,
  place: string,
  command: CommandFormatter,
): Finding | undefined {
  if (departure !== undefined) {
    return fault(
      'store',
      `${place} has moved to ${departure.to}.`,
      `Set DRAGOMAN_STORE_URL to the new place. To go back, without the changes since: ${command('move --undo')}`,
    )
  }
  if (arrival === undefined) return undefined
  return fault('store', `The move into ${place} was interrupted.`, 'Run the same `dragoman move` again.')
}
