import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Position } from '../../l10n/work/candidates.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { RunFilter, RunRecord } from '../../store/records/runs.ts'
import type { ReadDeps, Services } from '../pipeline/call.ts'
import type { Entry, Translation } from '../translations/records.ts'
import { getVoiceStamp } from '../voice/stamps.ts'
import { findWork } from '../work/candidates.ts'
import type { Candidate, WorkFilter } from '../work/query.ts'

/** A translation that a run selects, with its string. */
export interface SelectedUnit {
  readonly entry: Entry
  /** The key in the branch. */
  readonly key: string
  readonly file: string
  readonly line: SourceLine
  readonly translation: Translation
}

export interface UnitPage {
  readonly units: readonly SelectedUnit[]
  /** Number of their strings. */
  readonly strings: number
  /** Absent on the last page. */
  readonly cursor?: string
}

interface Selection {
  readonly project: Frozen<ProjectRecord>
  readonly kind: RunRecord['kind']
  readonly filter: Frozen<RunFilter>
}

/** Strings of a page. */
const PAGE = 200
/** Pages of a branch other than main are longer, because each reads the list of the branch. */
const BRANCH_PAGE = 2_000

/** Selects the next translations of a run, by string in the order of the files. */
export async function selectPage(
  { project, kind, filter }: Selection,
  cursor: string | undefined,
  { services, ...reading }: ReadDeps & { readonly services: Pick<Services, 'leases' | 'now'> },
): Promise<UnitPage> {
  const { branch, locales } = filter
  const targets = locales.filter(locale => project.target_locales.includes(locale))
  const from = cursor === undefined ? undefined : (JSON.parse(cursor) as Position)
  const stamps = new Map<string, string>()
  for (const locale of filter.outdated_voice === true ? targets : []) {
    stamps.set(locale, await getVoiceStamp(project, locale, reading.read))
  }
  const found = await findWork(
    {
      project,
      branch,
      locales: targets,
      files: filter.files,
      filter: toWorkFilter(filter),
      stamps,
      leases: await services.leases.view(project.id, undefined, from, services.now()),
      repetitions: undefined,
      limit: branch === project.main_branch ? PAGE : BRANCH_PAGE,
      from,
    },
    reading,
  )
  const units = found.items.flatMap(candidate => listUnits(candidate, kind, filter))
  return {
    units,
    strings: new Set(units.map(({ entry }) => entry.id)).size,
    ...(found.more && { cursor: JSON.stringify(found.after(found.items.length)) }),
  }
}

function toWorkFilter({ ids, finding, outdated_voice }: Frozen<RunFilter>): WorkFilter {
  return { names: ids?.map(id => ({ id })), finding, outdated_voice }
}

function listUnits(candidate: Candidate, kind: RunRecord['kind'], filter: Frozen<RunFilter>): readonly SelectedUnit[] {
  const { translations, ...string } = candidate
  return translations
    .map(translation => ({ ...string, translation }))
    .filter(unit => isWanted(unit, filter) && (kind === 'translate' || isRevisable(unit)))
}

function isWanted({ translation, entry, line }: SelectedUnit, { only }: Frozen<RunFilter>): boolean {
  if (only === undefined) return true
  const { text } = shownText(translation, line)
  return only === 'missing' ? text === undefined : staleReason(translation, entry, line) !== undefined
}

/** Only a present text is revised, and none for which a run already suggested another one. */
function isRevisable({ translation, line }: SelectedUnit): boolean {
  const { text } = shownText(translation, line)
  const isSuggested = translation.suggestions.some(
    one => one.src === line.src && one.rev === translation.rev && one.origin.run_id !== undefined,
  )
  return text !== undefined && !isSuggested
}
