import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { ToolCaller } from '../backends/tool-caller.ts'
import { countOf } from '../output/sentences.ts'
import type { GitVersion } from './git-version.ts'
import type { RepositorySource } from './source-files.ts'
import type { ProjectChanges } from './sync-project.ts'

/** The files of one call. */
const MAX_FILES = 500
/** Strings of a kind that a result names, as the answer of a call does. */
const MAX_PLACES = 20
const MAX_LOST = 5

const Count = z.number().default(0)
const SourceCounts = {
  added: Count,
  changed: Count,
  renamed: Count,
  moved: Count,
  swapped: Count,
  revived: Count,
  dropped: Count,
  unchanged: Count,
}
const Places = z.array(z.string()).default([])
const Pushed = z.looseObject({
  ...SourceCounts,
  renames: Places,
  moves: Places,
  swaps: Places,
  lost: z.looseObject({ count: z.number(), first: z.array(z.string()) }).optional(),
  files: z.array(z.looseObject({ path: z.string(), ...SourceCounts })).optional(),
  more_files: Count,
  confirm_removed: z.number().optional(),
  repository: z
    .looseObject({
      changed: z.array(z.string()),
      hidden: z.array(z.looseObject({ locale: z.string(), texts: z.number() })).default([]),
    })
    .default({ changed: [], hidden: [] }),
})
type Pushed = z.output<typeof Pushed>
/** `moved`: strings that came from another file. */
type Counts = Pick<Pushed, keyof typeof SourceCounts>

const ImportCounts = { imported: Count, unchanged: Count, kept: Count, fallback: Count, refused: Count }
const ImportedRow = z.object({ path: z.string(), locale: z.string(), ...ImportCounts, conflicts: Count })
const Found = z.object({ errors: Count, same_as_source: Count, warnings: Count })
const Imported = z.looseObject({
  ...ImportCounts,
  conflicts: z
    .looseObject({ count: z.number(), first: z.array(z.looseObject({ key: z.string(), locale: z.string() })) })
    .optional(),
  found: z.record(z.string(), Found).default({}),
  files: z.array(ImportedRow).optional(),
  more_files: Count,
})

/** What a push did to a source file; keys and old keys of up to 20 renames. */
export interface PushedRow extends Readonly<Omit<Counts, 'dropped'>> {
  readonly path: string
  readonly removed: number
  readonly renames: readonly string[]
}

/** Strings with another place, as `from → to` or `one ↔ other`: their number, and the first 20. */
export interface ChangedPlaces {
  readonly count: number
  readonly first: readonly string[]
}

export interface PushResult {
  readonly files: readonly PushedRow[]
  readonly renamed: ChangedPlaces
  /** To another file. */
  readonly moved: ChangedPlaces
  readonly swapped: ChangedPlaces
  /** Strings whose translations are in no file any more: their number, and the first five. */
  readonly lost: ChangedPlaces
  /** Files that the answers do not list. */
  readonly moreFiles: number
  /** Strings that a push of a dry run would remove, if that must be confirmed. */
  readonly confirmRemoved?: number
  /** Fields of the project that changed. */
  readonly changed: readonly string[]
  /** Locales that the project loses, with the number of their translations. */
  readonly hidden: readonly { readonly locale: string; readonly texts: number }[]
}

interface PushInput {
  readonly project: string
  readonly branch: string | undefined
  readonly sources: readonly RepositorySource[]
  /** Old paths of moved source files, by path. */
  readonly moves: ReadonlyMap<string, string>
  readonly removed: readonly string[]
  readonly dryRun: boolean
  readonly prune: boolean
  readonly confirmRemoved: number | undefined
  readonly repository: ProjectChanges['repository']
  readonly version: GitVersion | undefined
}

type Arguments = Readonly<Record<string, unknown>>

/**
 * Pushes source files in as few calls as the limits allow. One call is one transaction. Several are all tried before the first one writes.
 * @throws AppError `conflict`: nothing was written.
 */
export async function pushSources(caller: ToolCaller, input: PushInput): Promise<PushResult> {
  try {
    return await pushInOrder(caller, input)
  } catch (error) {
    const isUndecided = error instanceof AppError && error.code === 'conflict' && input.version?.isCut === true
    throw isUndecided ? withShallowFix(error) : error
  }
}

async function pushInOrder(caller: ToolCaller, input: PushInput): Promise<PushResult> {
  const { dryRun, confirmRemoved, repository } = input
  const calls = listCalls(input)
  const push = (args: Arguments): Promise<Pushed> =>
    caller.call('push_source', args, Pushed).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'conflict' ? withOption(error) : error
    })
  if (calls.length === 1 && !dryRun) {
    return sumAnswers(calls, [await push({ ...calls[0], repository, confirm_removed: confirmRemoved })])
  }
  const tried: Pushed[] = []
  for (const args of calls) tried.push(await push({ ...args, repository, dry_run: true }))
  const found = sumAnswers(calls, tried)
  if (dryRun) return found
  if (found.confirmRemoved !== undefined && found.confirmRemoved !== confirmRemoved) {
    throw removalError(found.confirmRemoved, found.lost.count)
  }
  const pushed: Pushed[] = []
  for (const [at, args] of calls.entries()) {
    const confirmed = tried[at]?.confirm_removed
    pushed.push(await push({ ...args, repository: at === 0 ? repository : undefined, confirm_removed: confirmed }))
  }
  return sumAnswers(calls, pushed)
}

/** The arguments of each call; the deleted files are in the calls of others. */
function listCalls({ project, branch, prune, sources, moves, removed, version }: PushInput): readonly Arguments[] {
  const sent = splitFiles(sources)
  const gone = splitFiles(removed)
  return Array.from({ length: Math.max(1, sent.length, gone.length) }, (_, at) => ({
    project,
    ...(branch !== undefined && { branch, prune }),
    commit: version?.commit,
    base: version?.base,
    files: (sent[at] ?? []).map(({ path, rule }) => {
      const from = moves.get(path)
      // The server would keep the target path of the old place.
      return from === undefined ? { path } : { path, moved_from: from, target: rule.target }
    }),
    removed: gone[at],
  }))
}

function sumAnswers(calls: readonly Arguments[], answers: readonly Pushed[]): PushResult {
  const rows = answers.flatMap((answer, at) => {
    const { files: sent, removed } = calls[at] ?? {}
    const count = (Array.isArray(sent) ? sent.length : 0) + (Array.isArray(removed) ? removed.length : 0)
    const { files = [], renames } = answer
    // The counts of a single file are those of the answer.
    const isOne = files.length === 1 && count === 1
    return files.map(file => toRow(file.path, isOne ? answer : file, renames, count > 1))
  })
  const confirmed = answers.flatMap(answer => answer.confirm_removed ?? [])
  const sumPlaces = (
    counted: 'renamed' | 'moved' | 'swapped',
    listed: 'renames' | 'moves' | 'swaps',
  ): ChangedPlaces => ({
    count: answers.reduce((sum, answer) => sum + answer[counted], 0),
    first: answers.flatMap(answer => answer[listed]).slice(0, MAX_PLACES),
  })
  return {
    files: rows,
    renamed: sumPlaces('renamed', 'renames'),
    moved: sumPlaces('moved', 'moves'),
    swapped: sumPlaces('swapped', 'swaps'),
    lost: {
      count: answers.reduce((sum, { lost }) => sum + (lost?.count ?? 0), 0),
      first: answers.flatMap(({ lost }) => lost?.first ?? []).slice(0, MAX_LOST),
    },
    moreFiles: answers.reduce((sum, answer) => sum + answer.more_files, 0),
    ...(confirmed.length > 0 && { confirmRemoved: confirmed.reduce((sum, count) => sum + count, 0) }),
    changed: [...new Set(answers.flatMap(({ repository }) => repository.changed))],
    hidden: answers[0]?.repository.hidden ?? [],
  }
}

/** In a shallow clone, nobody knows which pushes are older than its commit. */
const withShallowFix = ({ code, message, fix = '' }: AppError): AppError =>
  new AppError(code, message, {
    fix: `${fix} This clone is shallow: fetch its history first with git fetch --unshallow. In GitHub Actions, set fetch-depth: 0; in GitLab CI, set GIT_DEPTH to 0.`,
  })

/** The error of a call for somebody in a shell: the argument that it asks for is an option. */
const withOption = ({ code, message, fix }: AppError): AppError =>
  new AppError(code, message, { fix: fix?.replace(/confirm_removed: (?=\d)/, '--confirm-removed ') })

const removalError = (count: number, lost: number): AppError =>
  new AppError(
    'conflict',
    `The push would remove ${countOf(count, 'string')}.${lost > 0 ? ` Translations of ${countOf(lost, 'string')} would be in no file any more.` : ''} Nothing was written.`,
    {
      fix: dragoman =>
        `Look at them with ${dragoman('push --dry-run')}. To remove them, add --confirm-removed ${count}; their translations are kept.`,
    },
  )

function toRow(path: string, counts: Counts, renames: readonly string[], isPrefixed: boolean): PushedRow {
  const { added, changed, renamed, moved, swapped, revived, dropped, unchanged } = counts
  const own = isPrefixed
    ? renames.flatMap(line => (line.startsWith(`${path}: `) ? [line.slice(path.length + 2)] : []))
    : renames
  return { path, added, changed, renamed, moved, swapped, revived, removed: dropped, unchanged, renames: own }
}

/** What an import did to the translations of a file. */
export type ImportedRow = z.output<typeof ImportedRow>

/** Translations of a locale with findings. `warnings`: with other ones. */
export type FoundInImport = z.output<typeof Found>

export interface ImportResult {
  readonly found: ReadonlyMap<string, FoundInImport>
  readonly conflictCount: number
  readonly files: readonly ImportedRow[]
  readonly moreFiles: number
  readonly conflicts: readonly { readonly key: string; readonly locale: string }[]
}

/** Imports translated files in as few calls as the limits allow. */
export async function pushTargets(
  caller: ToolCaller,
  targets: readonly { readonly path: string; readonly source: string; readonly locale?: string }[],
  { project, branch, dryRun }: Pick<PushInput, 'project' | 'branch' | 'dryRun'>,
): Promise<ImportResult> {
  const rows: ImportedRow[] = []
  const conflicts: { readonly key: string; readonly locale: string }[] = []
  const found = new Map<string, FoundInImport>()
  let conflictCount = 0
  let moreFiles = 0
  for (const files of splitFiles(targets)) {
    const answer = await caller.call('push_translations', { project, branch, files, dry_run: dryRun }, Imported)
    const [only] = files
    if (answer.files !== undefined) rows.push(...answer.files)
    else if (only !== undefined)
      rows.push(ImportedRow.parse({ ...answer, locale: '', ...only, conflicts: answer.conflicts?.count }))
    conflicts.push(...(answer.conflicts?.first ?? []))
    conflictCount += answer.conflicts?.count ?? 0
    for (const [locale, { errors, same_as_source, warnings }] of Object.entries(answer.found)) {
      const sum = found.get(locale) ?? { errors: 0, same_as_source: 0, warnings: 0 }
      found.set(locale, {
        errors: errors + sum.errors,
        same_as_source: same_as_source + sum.same_as_source,
        warnings: warnings + sum.warnings,
      })
    }
    moreFiles += answer.more_files
  }
  return { files: rows, moreFiles, conflicts, conflictCount, found }
}

/** Parts of a list that fit into a call each. */
export const splitFiles = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / MAX_FILES) }, (_, at) =>
    items.slice(at * MAX_FILES, (at + 1) * MAX_FILES),
  )
