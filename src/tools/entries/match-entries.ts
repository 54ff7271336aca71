import { BranchConflicts } from '../files/conflicts/branch-conflicts.ts'
import type { ReadDeps } from '../pipeline/call.ts'
import { getVoiceStamp } from '../voice/stamps.ts'
import { matchesFilter } from './filter.ts'
import { type SearchCandidate, type SearchQuery, searchEntries } from './search.ts'

interface Examined {
  readonly candidate: SearchCandidate
  readonly isMatch: boolean
  /** Whether the branch's file has another text, which waits for a decision. */
  readonly hasConflict: boolean
}

/** Every entry that a search examines, in order, and whether it matches the filter. */
export async function* matchEntries(query: SearchQuery, reading: ReadDeps): AsyncGenerator<Examined> {
  const { project, branch, locales, filter } = query
  const stamps = new Map<string, string>()
  for (const locale of locales) stamps.set(locale, await getVoiceStamp(project, locale, reading.read))
  const conflicts = new BranchConflicts(project, branch, reading.read)
  for await (const candidate of searchEntries(query, reading)) {
    const { at, translation, locale = '' } = candidate
    const hasConflict = translation !== undefined && (await conflicts.find(translation, at.line)) !== undefined
    const isMatch = matchesFilter(filter, at, translation, { stamp: stamps.get(locale) ?? '', hasConflict })
    yield { candidate, isMatch, hasConflict }
  }
}
