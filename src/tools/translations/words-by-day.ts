import type { Frozen } from '../../store/frozen.ts'
import type { HistoryRecord, Origin } from '../../store/records/localization.ts'

/** Days with words that a project keeps. */
const MAX_DAYS = 30

/** Words of new translations, in their source strings. Imports count as nobody's: another tool wrote them earlier. */
export interface WordTally {
  users: number
  agents: number
}

/** Adds the words of a translation to those of its author. */
export function tallyWords(tally: WordTally, kind: Origin['kind'], words: number): void {
  if (kind === 'human') tally.users += words
  else if (kind !== 'import') tally.agents += words
}

type Days = NonNullable<Frozen<HistoryRecord>['days']>

/** Adds words to a day. Only the newest days are kept. */
export function addWords(days: Days, at: string, { users, agents }: WordTally): Days {
  if (users + agents === 0) return days
  const day = at.slice(0, 10)
  const known = days.find(one => one.day === day)
  const others = days.filter(one => one !== known)
  const changed = { day, users: users + (known?.users ?? 0), agents: agents + (known?.agents ?? 0) }
  return [...others, changed].sort((one, other) => (one.day < other.day ? -1 : 1)).slice(-MAX_DAYS)
}
