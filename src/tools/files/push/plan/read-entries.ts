import type { Reader } from '../../../../store/store.ts'
import type { Entry } from '../../../translations/records.ts'

/** IDs of one lookup. */
const MAX_IDS = 1_000

/** Reads entries by their IDs; those that are gone are left out. */
export async function readEntries(ids: readonly string[], read: Reader): Promise<readonly Entry[]> {
  const found: Entry[] = []
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const entries = await read.entries.getEach(ids.slice(from, from + MAX_IDS))
    found.push(...entries.filter(entry => entry !== undefined))
  }
  return found
}
