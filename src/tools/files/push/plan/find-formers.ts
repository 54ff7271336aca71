import type { Pacer } from '../../../../scheduling/pacer.ts'
import type { Entry } from '../../../translations/records.ts'
import type { OldString } from './strings.ts'

/**
 * Finds the entries that had a source before their present one, by its hash, and that may have texts for it. A source that several had is left out: nothing says
 * which of their texts is meant.
 */
export async function findFormers(strings: readonly OldString[], pace: Pacer): Promise<ReadonlyMap<string, Entry>> {
  const found = new Map<string, Entry>()
  const ambiguous = new Set<string>()
  for (const { entry, line } of strings) {
    if (pace.shouldYield) await pace.yieldNow()
    for (const src of line.earlier ?? []) {
      if (found.has(src)) ambiguous.add(src)
      else found.set(src, entry)
    }
  }
  for (const src of ambiguous) found.delete(src)
  return found
}
