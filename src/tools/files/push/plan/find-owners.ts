import { toPlace } from '../../../../l10n/matching/match-strings.ts'
import type { Pacer } from '../../../../scheduling/pacer.ts'
import type { Entry } from '../../../translations/records.ts'

/** The place of an entry in the project. */
export const placeOf = ({ file_id: file, key, context }: Entry): string => toPlace({ file, key, context })

/** Finds the entry that has each place, which no other one displaced. */
export async function findOwners(entries: readonly Entry[], pace: Pacer): Promise<ReadonlyMap<string, Entry>> {
  const owners = new Map<string, Entry>()
  for (const entry of entries) {
    if (pace.shouldYield) await pace.yieldNow()
    if (!entry.displaced) owners.set(placeOf(entry), entry)
  }
  return owners
}
