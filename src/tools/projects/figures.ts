import type { Frozen } from '../../store/frozen.ts'
import type { HistoryRecord, ProjectRecord } from '../../store/records/localization.ts'
import type { Reader } from '../../store/store.ts'

/** Numbers of a project that no tool returns, for its overview. */
interface ProjectFigures {
  /** Words of its source strings on the main branch. */
  readonly words: number
  /** Words translated by day; see `HistoryRecord`. */
  readonly days: NonNullable<Frozen<HistoryRecord>['days']>
  /** When a translation of each locale last changed. */
  readonly active: Readonly<Record<string, string>>
}

/** Reads them from index sums and one record. */
export async function readProjectFigures(
  project: Pick<Frozen<ProjectRecord>, 'id'>,
  read: Reader,
): Promise<ProjectFigures> {
  const [words, history] = await Promise.all([
    read.entries.sum('listed', project.id, 'words'),
    read.histories.get(project.id),
  ])
  return { words, days: history?.days ?? [], active: history?.active ?? {} }
}
