import { shownText } from '../../l10n/translation/shown-text.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import { isSuggestedFor, revisionCause } from '../../l10n/translation/state.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import type { Position } from '../../l10n/work/candidates.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { RunFilter, RunRecord } from '../../store/records/runs.ts'
import type { Reader } from '../../store/store.ts'
import type { ReadDeps, Services } from '../pipeline/call.ts'
import type { Entry, Project, Translation } from '../translations/records.ts'
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
  /** Why it is revised; see `revisionCause`. */
  readonly cause?: string | undefined
}

export interface UnitPage {
  readonly units: readonly SelectedUnit[]
  /** Number of their strings. */
  readonly strings: number
  /** Number of translations that are left out, because each has a suggestion that was made for the same reasons. */
  readonly alreadySuggested: number
  /** Absent on the last page. */
  readonly cursor?: string
}

interface Selection {
  readonly project: Project
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
  const isRevision = kind === 'revise'
  const stamps = new Map<string, string>()
  for (const locale of isRevision || filter.outdated_voice === true ? targets : []) {
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
  const wanted = found.items.flatMap(listUnits).filter(unit => isWanted(unit, filter))
  const glossaries = isRevision ? await readGlossaryVersions(project, reading.read) : ''
  const chosen = isRevision ? wanted.flatMap(unit => withCause(unit, { stamps, glossaries })) : wanted
  const units = chosen.filter(unit => filter.ids !== undefined || !isAlreadySuggested(unit))
  return {
    units,
    strings: new Set(units.map(({ entry }) => entry.id)).size,
    alreadySuggested: chosen.length - units.length,
    ...(found.more && { cursor: JSON.stringify(found.after(found.items.length)) }),
  }
}

function toWorkFilter({ ids, finding, outdated_voice }: Frozen<RunFilter>): WorkFilter {
  return { names: ids?.map(id => ({ id })), finding, outdated_voice }
}

const listUnits = ({ translations, ...string }: Candidate): readonly SelectedUnit[] =>
  translations.map(translation => ({ ...string, translation }))

function isWanted({ translation, entry, line }: SelectedUnit, { only }: Frozen<RunFilter>): boolean {
  if (only === undefined) return true
  const { text } = shownText(translation, line)
  return only === 'missing' ? text === undefined : staleReason(translation, entry, line) !== undefined
}

interface GuidanceVersions {
  /** Stamps of the voice, by locale. */
  readonly stamps: ReadonlyMap<string, string>
  readonly glossaries: string
}

/** Only a present text is revised. */
function withCause(unit: SelectedUnit, { stamps, glossaries }: GuidanceVersions): readonly SelectedUnit[] {
  const { translation, line } = unit
  const { text } = shownText(translation, line)
  const guidance = `${stamps.get(translation.locale) ?? ''} ${glossaries}`
  return text === undefined ? [] : [{ ...unit, cause: revisionCause(text, guidance) }]
}

/** Whether a run already suggested another text for the same reasons, and nobody decided about it. */
const isAlreadySuggested = ({ translation, line: { src }, cause }: SelectedUnit): boolean =>
  cause !== undefined && isSuggestedFor(translation, { src, cause })

async function readGlossaryVersions(
  { id, account_id }: Project,
  { glossaries }: Pick<Reader, 'glossaries'>,
): Promise<string> {
  const found = await Promise.all([glossaries.get(account_id), glossaries.get(id)])
  return found.map(one => one?.version ?? 0).join(' ')
}
