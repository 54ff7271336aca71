import { messageUnits } from '../../l10n/message/message.ts'
import type { MemoryHit, MemorySearch, SearchOptions, Sought } from './memory-search.ts'

/** What translators and engines see beside a string: enough to follow, and near enough to be useful. */
const LIKE: SearchOptions = { minScore: 85, limit: 3 }

/** Longest source and translation together, in UTF-16 units: packets and prompts have little room. */
const MAX_UNITS = 1_000

/** The translations of the same or a similar source that are shown beside a string, by locale. Those into fallbacks are of other strings. */
export async function findLike(
  memory: MemorySearch,
  sought: Sought,
  locales: readonly string[],
  { withFallbacks = false }: Pick<SearchOptions, 'withFallbacks'> = {},
): Promise<ReadonlyMap<string, readonly MemoryHit[]>> {
  const found = await memory.search(sought, locales, { ...LIKE, limit: LIKE.limit + 1, withFallbacks })
  const isOther = ({ unit: { entry } }: MemoryHit): boolean => entry === undefined || entry.id !== sought.entry?.id
  const shown = [...found].map(
    ([locale, hits]) => [locale, hits.filter(isOther).slice(0, LIKE.limit).filter(isShort)] as const,
  )
  return new Map(shown.filter(([, hits]) => hits.length > 0))
}

const isShort = ({ unit: { source, target } }: MemoryHit): boolean =>
  messageUnits(source) + messageUnits(target) <= MAX_UNITS
