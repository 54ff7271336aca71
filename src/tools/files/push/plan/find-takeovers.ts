import type { SourceItem } from '../../../../l10n/files/read-files.ts'
import type { Pacer } from '../../../../scheduling/pacer.ts'
import { readAhead } from '../../../../scheduling/read-ahead.ts'
import type { Reader } from '../../../../store/store.ts'
import type { ListPlace } from '../write/drop-entries.ts'
import { BranchLists } from './branch-lists.ts'
import type { StringMatch } from './match-push.ts'
import type { OldString, Takeover } from './strings.ts'

/**
 * Finds the strings that a push drops and that another file of the branch has as a copy, because it was pushed first: the string takes the place of its copy,
 * with its history, comments and reviews.
 */
export async function findTakeovers(
  dropped: readonly OldString[],
  matched: ReadonlyMap<SourceItem, StringMatch>,
  place: ListPlace,
  read: Reader,
  pace: Pacer,
): Promise<readonly Takeover[]> {
  if (dropped.length === 0) return []
  const items = new Map<string, SourceItem>()
  for (const [item, { before }] of matched) {
    if (pace.shouldYield) await pace.yieldNow()
    items.set(before.entry.id, item)
  }
  const lists = new BranchLists(place, read)
  const found: Takeover[] = []
  const look = ({ entry }: OldString) => read.entries.list('copy_of', entry.id)
  for await (const [before, copies] of readAhead(dropped, look)) {
    if (pace.shouldYield) await pace.yieldNow()
    for (const entry of copies) {
      const item = items.get(entry.id)
      const copy = item === undefined ? await lists.find(entry) : matched.get(item)?.before
      if (copy === undefined || (item ?? copy).src !== before.src) continue
      found.push({ before, copy, ...(item !== undefined && { item }) })
      break
    }
  }
  return found
}
