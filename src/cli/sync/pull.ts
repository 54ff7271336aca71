import { posix } from 'node:path'
import { checkPreviewFolder } from '../../l10n/files/paths.ts'
import { isOwnTarget } from '../../l10n/files/target-path.ts'
import { findLocale } from '../../l10n/locales/find-locale.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { containsLocale } from '../../tools/files/pull/recognizer.ts'
import { type ToolCaller, withToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import type { FileChange, ReplacedText } from '../files/compare-files.ts'
import { type FileAccess, openFileAccess } from '../files/file-access.ts'
import { comparePull, formatTexts, localChangesError } from '../files/local-changes.ts'
import type { IncomingFile, PullOwned } from '../files/pull-answer.ts'
import type { PullConflict } from '../files/pull-conflicts.ts'
import { type Io, printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { showPath } from '../repository/command-project.ts'
import { openGit } from '../repository/git.ts'
import { resolveBranch } from '../repository/list-files.ts'
import { openRepository, type Repository } from '../repository/project-file.ts'
import { describePull, type PullReport, PullSummary, sumCount } from './pull-report.ts'
import { createRuleFilter, toPullRules, toRules } from './source-files.ts'

export interface PullOptions {
  readonly locales: readonly string[]
  readonly server?: string
  readonly branch?: string
  readonly include?: string
  readonly fallback?: string
  readonly force?: boolean
  /** The folder for a look at the files. */
  readonly preview?: string
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

/** `pull`: writes the translated files of the repository, unless that would lose local changes. Returns the exit code. */
export async function pull(
  machine: Machine,
  given: PullOptions,
  { io, command }: Pick<CliContext, 'io' | 'command'>,
): Promise<number> {
  const started = machine.now().getTime()
  const options = given.preview === undefined ? given : { ...given, preview: checkPreviewFolder(given.preview) }
  const repository = await openRepository(machine.workingFolder)
  const plan = new PullPlan(machine, repository, options, io)
  const access = await openFileAccess(machine, {
    root: repository.root,
    stderr: io.stderr,
    force: options.force === true ? plan.noteConflicts : undefined,
    accepts: createRuleFilter(repository.file),
    select: plan.select,
  })
  const server = options.server ?? repository.file.server
  return withToolCaller(machine, { files: access, server, io }, async caller => {
    const branch = await resolveBranch(options.branch, openGit(machine, repository.root))
    const { project } = repository.file
    plan.open(access, caller, branch)
    const answer = await caller.call(
      'pull_translations',
      {
        project,
        branch,
        rules: toPullRules(repository.file),
        locales: options.locales.length > 0 && !plan.hasWholeFiles ? options.locales : undefined,
        include: options.include,
        fallback: options.fallback,
        preview: options.preview,
      },
      PullSummary,
    )
    const { changes, local, kept } = plan
    const { preview } = options
    const isDry = options.dryRun === true
    if (options.json === true) printJson(io, toJson({ changes, local, kept, answer, isDry }))
    else if (options.quiet === true) for (const { file } of changes) io.stdout.write(`${escapeInvisible(file.path)}\n`)
    else {
      const milliseconds = machine.now().getTime() - started
      const report = { project, changes, local, kept, preview, answer, isDry, milliseconds }
      const at = (path: string): string => showPath(machine, repository, path)
      io.stdout.write(`${describePull(report, at, { io, command }).join('\n')}\n`)
    }
    return 0
  })
}

const toLocale = (tag: string): string => findLocale(tag, { allowPrivate: true }) ?? tag

/** What a pull changes, and which of the repository's texts it keeps or would lose. */
class PullPlan {
  changes: readonly FileChange[] = []
  local: readonly ReplacedText[] = []
  kept: readonly ReplacedText[] = []
  readonly #machine: Machine
  readonly #repository: Repository
  readonly #options: PullOptions
  readonly #io: Io
  #open: { readonly access: FileAccess; readonly caller: ToolCaller; readonly branch: string | undefined } | undefined

  constructor(machine: Machine, repository: Repository, options: PullOptions, io: Io) {
    this.#machine = machine
    this.#repository = repository
    this.#options = options
    this.#io = io
  }

  open(access: FileAccess, caller: ToolCaller, branch: string | undefined): void {
    this.#open = { access, caller, branch }
  }

  /** Lists files that may not be translations before they are replaced. */
  readonly noteConflicts = (conflicts: readonly PullConflict[]): void => {
    for (const { path, why } of conflicts) {
      this.#io.stderr.write(`--force replaces ${this.#show(path)}: ${escapeInvisible(why)}\n`)
    }
  }

  /** Whether a file has all locales. A pull of one locale would reset the others in it, so all are pulled, and those of other files left out. */
  get hasWholeFiles(): boolean {
    return toRules(this.#repository.file).some(isOwnTarget)
  }

  /** Whether the named locales include one of the file. */
  #isWanted({ path, source, locales }: IncomingFile): boolean {
    const named = this.#options.locales.map(toLocale)
    const { preview } = this.#options
    const own = source === undefined || preview === undefined ? source : posix.join(preview, source)
    if (named.length === 0 || path === own) return true
    const spelled = locales.filter(locale => containsLocale(path, [locale]))
    return (spelled.length > 0 ? spelled : locales).some(locale => named.includes(locale))
  }

  /** Returns the files to write. @throws AppError `conflict` when that would lose local changes. */
  readonly select = async (files: readonly IncomingFile[], pullOwned: PullOwned): Promise<readonly IncomingFile[]> => {
    if (this.#open === undefined) throw new Error('the plan of the pull is not open')
    const { access, caller, branch } = this.#open
    const wanted = files.filter(one => this.#isWanted(one))
    const isPreview = this.#options.preview !== undefined
    const { changes, local, kept } = await comparePull(wanted, access, {
      project: this.#repository.file.project,
      branch,
      targets: async () => this.#repository.file.target_locales.map(toLocale),
      caller,
      isForced: this.#options.force === true,
      isSent: () => !isPreview,
      pullOwned,
    })
    this.changes = changes
    this.local = local
    this.kept = kept
    if (this.#options.dryRun === true) return []
    if (this.local.length > 0 && this.#options.force !== true) throw localChangesError(this.local, this.#show)
    for (const line of formatTexts(this.local, this.#show)) this.#io.stderr.write(`--force replaces ${line.trim()}\n`)
    return changes.map(({ file }) => file)
  }

  readonly #show = (path: string): string => showPath(this.#machine, this.#repository, path)
}

function toJson({ changes, local, kept, answer, isDry }: Omit<PullReport, 'project' | 'preview' | 'milliseconds'>) {
  const { conflicts, waiting, formulas, left_out, outside } = answer
  const rest = { conflicts, waiting, formulas, left_out, outside }
  const fallback = sumCount(answer, 'fallback')
  const omitted = sumCount(answer, 'omitted')
  return {
    ...(isDry && { dry_run: true }),
    files: changes.map(({ file, isNew, added, changed, removed, lines }) => ({
      path: file.path,
      ...(isNew && { new: true }),
      added,
      changed,
      removed,
      lines,
    })),
    ...(local.length > 0 && { local: local.map(toRow) }),
    ...(kept.length > 0 && { kept: kept.map(toRow) }),
    ...(fallback > 0 && { fallback }),
    ...(omitted > 0 && { omitted }),
    ...rest,
  }
}

const toRow = ({ path, locale, key, ours, theirs }: ReplacedText) => ({ path, locale, key, ours, theirs })
