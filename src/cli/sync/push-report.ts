import { shellQuote } from '../../shell-commands.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { CliContext } from '../context.ts'
import { paint } from '../io.ts'
import type { Machine } from '../machine.ts'
import { formatCount } from '../output/progress.ts'
import { alignColumn, countOf, formatDuration, keepTrue } from '../output/sentences.ts'
import { showPath } from '../repository/command-project.ts'
import type { Repository } from '../repository/project-file.ts'
import { describeImportFindings } from './import-findings.ts'
import type { MovedFile } from './moved-files.ts'
import type { ChangedPlaces, ImportedRow, ImportResult, PushedRow, PushResult } from './push-calls.ts'
import { describeQueued, type WorkByLocale } from './queued-work.ts'
import type { ProjectChanges } from './sync-project.ts'

/** What a push did. */
export interface PushReport {
  readonly changes: ProjectChanges
  readonly pushed: PushResult
  readonly moved: readonly MovedFile[]
  /** Files that look like one that no rule matches. */
  readonly doubtful: readonly MovedFile[]
  readonly imported: ImportResult | undefined
  /** Translated files without translations, which were not sent. */
  readonly empty: readonly string[]
  readonly queued: WorkByLocale
  /** Undefined for the main branch. */
  readonly branch: string | undefined
  readonly dryRun: boolean
  /** Source files of the project that the repository no longer has. */
  readonly gone: readonly string[]
  /** Whether they were to be removed. */
  readonly prune: boolean
  /** Those of them that were removed. */
  readonly removed: readonly string[]
  /** Translated files that a new project does not know yet. */
  readonly unpushed: number
  /** The Git branch, if the main branch of the project was pushed instead. */
  readonly otherBranch: string | undefined
}

/** What a push did, as `--json` prints it. */
export function toPushJson(report: PushReport, project: string): object {
  const { changes, pushed, moved, imported, queued, branch, dryRun, gone } = report
  return {
    project,
    branch,
    ...(dryRun && { dry_run: true }),
    ...(changes.created && { created: true }),
    files: pushed.files,
    ...(pushed.moreFiles > 0 && { more_files: pushed.moreFiles }),
    ...(pushed.renamed.count > 0 && { renames: pushed.renamed.first }),
    ...(pushed.moved.count > 0 && { moves: pushed.moved.first }),
    ...(pushed.swapped.count > 0 && { swaps: pushed.swapped.first }),
    ...(pushed.lost.count > 0 && { lost: pushed.lost }),
    confirm_removed: pushed.confirmRemoved,
    ...(moved.length > 0 && { moved }),
    ...(gone.length > 0 && { gone }),
    ...(pushed.hidden.length > 0 && { hidden: pushed.hidden }),
    translations: imported?.files,
    conflicts: imported?.conflicts,
    found: imported && Object.fromEntries(imported.found),
    queued: Object.fromEntries(queued),
  }
}

/** Renames that are named, in one line. */
const MAX_RENAMES = 3

interface Place extends Pick<CliContext, 'io' | 'command'> {
  readonly machine: Machine
  readonly repository: Repository
  readonly milliseconds: number
}

/** Describes what a push did: a line for each file, then what is queued. */
export function describePush(report: PushReport, place: Place): readonly string[] {
  const { machine, repository, io, command, milliseconds } = place
  const { changes, pushed, moved, imported, branch, dryRun, gone, unpushed, otherBranch } = report
  const quiet = (text: string): string => paint(io.stdout)('dim', text)
  const { project } = repository.file
  const at = (path: string): string => showPath(machine, repository, path)
  const oldPaths = new Map(moved.map(({ path, moved_from: from }) => [path, at(from)]))
  const listed = new Set(pushed.files.map(({ path }) => path))
  const unlisted = moved.filter(({ path }) => !listed.has(path))
  const rows = [
    ...pushed.files.map(row => [at(row.path), describeRow(row, pushed.moved, oldPaths.get(row.path))] as const),
    ...unlisted.map(({ path, moved_from: from }) => [at(path), `moved from ${at(from)}`] as const),
    ...report.removed.map(path => [at(path), 'removed'] as const),
    ...(imported?.files ?? []).map(row => [at(row.path), describeImport(row, listed.has(row.path))] as const),
    ...report.empty.map(path => [at(path), 'no translations'] as const),
  ]
  // Programs split a line at its tab.
  const paths = io.stdout.isTTY ? alignColumn(rows.map(([path]) => `${path}  `)) : rows.map(([path]) => `${path}\t`)
  const more = pushed.moreFiles - unlisted.length + (imported?.moreFiles ?? 0)
  return keepTrue([
    changes.created && `Created ${project}.`,
    changes.addedLocales.length > 0 && `Added locales: ${changes.addedLocales.join(', ')}.`,
    pushed.hidden.length > 0 && describeHidden(pushed.hidden, dryRun),
    pushed.changed.includes('files') && 'Set the target paths of dragoman.json.',
    ...rows.map(([, text], index) => `${paths[index] ?? ''}${text}`),
    ...(pushed.files.some(({ renamed }) => renamed > MAX_RENAMES) ? describePlaces('Renamed', pushed.renamed) : []),
    ...describePlaces('Moved', pushed.moved),
    ...describePlaces('Swapped', pushed.swapped, 2),
    ...describePlaces(dryRun ? 'Translations that would be in no file any more: those of' : LOST, pushed.lost),
    more > 0 && `and ${countOf(more, 'more file')}. All: ${command('call get_project')}`,
    dryRun &&
      pushed.confirmRemoved !== undefined &&
      `To remove the strings, add --confirm-removed ${pushed.confirmRemoved}.`,
    dryRun ? 'Nothing was written.' : `${describeQueued(report.queued)}${formatDuration(milliseconds)}`,
    ...(imported === undefined ? [] : describeImportFindings(imported, { command, dryRun })),
    changes.otherLocales.length > 0 &&
      quiet(
        `${project} also has ${changes.otherLocales.join(', ')}. Add them to dragoman.json, or hide them with ${command('push --prune')}.`,
      ),
    gone.length > 0 &&
      !report.prune &&
      quiet(
        `${describeGone(gone.map(at))} no longer here. Remove ${gone.length === 1 ? 'its' : 'their'} strings with ${command('push --prune')}.`,
      ),
    ...report.doubtful.map(move => quiet(describeDoubtful(move, project, command))),
    unpushed > 0 && quiet(`${countOf(unpushed, 'translated file')} not sent. Next: ${command('push --translations')}.`),
    branch === undefined &&
      otherBranch !== undefined &&
      quiet(
        `This push ${dryRun ? 'would change' : 'changed'} the main branch. For the Git branch ${escapeInvisible(otherBranch)} use --branch auto.`,
      ),
    branch !== undefined && quiet(`Branch: ${escapeInvisible(branch)}.`),
  ])
}

function describeHidden(hidden: PushResult['hidden'], dryRun: boolean): string {
  const named = hidden.map(({ locale, texts }) =>
    texts === 0 ? locale : `${locale} (${countOf(texts, 'translation')})`,
  )
  if (!dryRun) return `Hid locales: ${named.join(', ')}. Their translations are kept.`
  const isLoss = hidden.some(({ texts }) => texts > 0)
  return `Would hide locales: ${named.join(', ')}.${isLoss ? ' This needs --confirm.' : ''}`
}

function describeDoubtful(move: MovedFile, project: string, command: CliContext['command']): string {
  const args = shellQuote(JSON.stringify({ project, files: [move] }))
  return escapeInvisible(
    `${move.path} has the strings of ${move.moved_from}, which no rule of dragoman.json matches. If it moved: ${command(`call push_source --json ${args}`)}`,
  )
}

const describeGone = (paths: readonly string[]): string =>
  paths.length === 1
    ? `${paths[0]} is`
    : `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''} are`

/** A line with the number of strings, then a line for each of the first ones, or pairs of them. */
function describePlaces(what: string, { count, first }: ChangedPlaces, stringsPerLine = 1): readonly string[] {
  if (count === 0) return []
  const more = count - first.length * stringsPerLine
  return [
    `${what} ${countOf(count, 'string')}:`,
    ...first.map(text => `  ${escapeInvisible(text)}`),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ]
}

const LOST = 'Translations that are in no file any more: those of'

function describeRow(
  { path, added, changed, renamed, moved, swapped, revived, removed, renames }: PushedRow,
  moves: ChangedPlaces,
  from?: string,
): string {
  const named = renames.slice(0, MAX_RENAMES).map(escapeInvisible)
  const others = renamed - named.length
  const list = named.length === 0 ? '' : ` (${named.join(', ')}${others > 0 ? ` and ${formatCount(others)} more` : ''})`
  const parts = keepTrue([
    from && `moved from ${from}`,
    added > 0 && `${formatCount(added)} added`,
    changed > 0 && `${formatCount(changed)} changed`,
    renamed > 0 && `${formatCount(renamed)} renamed${list}`,
    moved > 0 && `${formatCount(moved)} moved here`,
    swapped > 0 && `${formatCount(swapped)} swapped`,
    revived > 0 && `${formatCount(revived)} restored`,
    removed > 0 && `${formatCount(removed)} removed`,
  ])
  if (parts.length > 0) return parts.join(', ')
  return moves.first.some(move => move.startsWith(`${path}: `)) ? 'strings moved to other files' : 'no changes'
}

/** Names the locale for a file that has several. */
function describeImport(
  { locale, imported, unchanged, kept, fallback, refused, conflicts }: ImportedRow,
  isShared: boolean,
): string {
  const parts = keepTrue([
    imported > 0 && `${formatCount(imported)} imported`,
    conflicts > 0 && countOf(conflicts, 'conflict'),
    refused > 0 && `${formatCount(refused)} refused`,
    kept > 0 && `${formatCount(kept)} older than the project's`,
    fallback > 0 && `${formatCount(fallback)} equal to a fallback, not imported`,
    unchanged > 0 && `${formatCount(unchanged)} unchanged`,
  ])
  return `${isShared ? `${locale}: ` : ''}${parts.length === 0 ? 'no translations' : parts.join(', ')}`
}
