import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { type ToolCaller, withToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { openFileAccess } from '../files/file-access.ts'
import { printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { openGit } from '../repository/git.ts'
import { findGitBranch, isDefaultBranch, resolveBranch } from '../repository/list-files.ts'
import { openRepository, type Repository } from '../repository/project-file.ts'
import { openAsker } from '../setup/ask.ts'
import { findGitVersion } from './git-version.ts'
import { findMovedFiles } from './moved-files.ts'
import { pushSources, pushTargets } from './push-calls.ts'
import { describePush, type PushReport, toPushJson } from './push-report.ts'
import { readWork, subtractWork, type WorkByLocale } from './queued-work.ts'
import { assertRulesUsed, findGoneFiles, findRepositoryFiles, type RepositoryFiles } from './source-files.ts'
import { compareProject, createProject, readProject, type ServerProject } from './sync-project.ts'

/** Formats whose files without translations have no bytes, as a pull writes them. In others, such a file is a fault. */
const WITHOUT_BYTES = /\.(?:strings|properties|toml|ftl)$/

/** Separates the translated files that have no translations, so that a push reports them and sends the others. */
export async function separateEmpty<T extends { readonly path: string }>(
  targets: readonly T[],
  root: string,
): Promise<{ readonly targets: readonly T[]; readonly empty: readonly string[] }> {
  const empty = new Set<string>()
  for (const { path } of targets) {
    if (WITHOUT_BYTES.test(path) && (await stat(join(root, path))).size === 0) empty.add(path)
  }
  return { targets: targets.filter(({ path }) => !empty.has(path)), empty: [...empty] }
}

export interface PushOptions {
  readonly server?: string
  /** `auto` = the current Git branch. */
  readonly branch?: string
  readonly translations?: boolean
  readonly create?: boolean
  readonly prune?: boolean
  /** Whether `prune` may hide locales with translations. */
  readonly confirm?: boolean
  readonly confirmRemoved?: number
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

type Context = Pick<CliContext, 'io' | 'command'>

/** `push`: makes the project follow `dragoman.json`, and sends the source files. Returns the exit code. */
export async function push(machine: Machine, options: PushOptions, { io, command }: Context): Promise<number> {
  const started = machine.now().getTime()
  const repository = await openRepository(machine.workingFolder)
  const found = await findRepositoryFiles(repository, openGit(machine, repository.root))
  const files = await openFileAccess(machine, { root: repository.root, stderr: io.stderr })
  const server = options.server ?? repository.file.server
  return withToolCaller(machine, { files, server, io }, async caller => {
    const report = await pushAll(caller, { machine, repository, found, options, io, command })
    files.progress.clear()
    if (options.json === true) printJson(io, toPushJson(report, repository.file.project))
    else if (options.quiet !== true) {
      const milliseconds = machine.now().getTime() - started
      io.stdout.write(`${describePush(report, { machine, repository, io, command, milliseconds }).join('\n')}\n`)
    }
    return 0
  })
}

interface Place extends Context {
  readonly machine: Machine
  readonly repository: Repository
  readonly found: RepositoryFiles
  readonly options: PushOptions
}

async function pushAll(caller: ToolCaller, place: Place): Promise<PushReport> {
  const { machine, repository, found, options } = place
  const { file, root } = repository
  const git = openGit(machine, root)
  const { prune = false, dryRun = false } = options
  const wanted = await resolveBranch(options.branch, git)
  const known = await readProject(caller, file.project, wanted)
  const absent = findGoneFiles(known?.files ?? [], found)
  assertRulesUsed(found, absent)
  const changes = known === undefined ? await createIfAllowed(caller, place) : compareProject(file, known, options)
  const gitBranch = await findGitBranch(git)
  const mainBranch = known?.main_branch ?? 'main'
  const branch = wanted === mainBranch ? undefined : wanted
  const before = await readWorkBefore(caller, known, file.project, branch)
  const { moved, doubtful } =
    branch === undefined
      ? await findMovedFiles(caller, found.sources, {
          project: file.project,
          git,
          gone: absent,
          known: (known?.files ?? []).map(({ path }) => path),
          repository: changes.repository,
        })
      : { moved: [], doubtful: [] }
  const gone = absent.filter(path => !moved.some(({ moved_from: from }) => from === path))
  const removed = prune && branch === undefined ? gone : []
  const version = await findGitVersion(git, known?.versions ?? [])
  const input = { project: file.project, branch, dryRun }
  const pushed = await pushSources(caller, {
    ...input,
    sources: found.sources,
    moves: new Map(moved.map(({ path, moved_from: from }) => [path, from])),
    removed,
    prune,
    confirmRemoved: options.confirmRemoved,
    repository: changes.repository,
    version,
  })
  const { targets, empty } = await separateEmpty(options.translations === true ? found.targets : [], root)
  const imported =
    targets.length > 0
      ? await pushTargets(caller, targets, input).catch((error: unknown) => {
          throw error instanceof AppError && !dryRun ? sourcesPushedError(error) : error
        })
      : undefined
  const queued: WorkByLocale = dryRun ? new Map() : subtractWork(await readWork(caller, file.project, branch), before)
  const unpushed = options.translations === true ? 0 : found.targets.filter(({ locale }) => locale !== undefined).length
  return {
    changes,
    pushed,
    moved,
    doubtful,
    imported,
    empty,
    queued,
    branch,
    dryRun,
    gone,
    prune,
    removed,
    unpushed: changes.created ? unpushed : 0,
    otherBranch:
      options.branch === undefined && gitBranch !== undefined && gitBranch !== mainBranch && !isDefaultBranch(gitBranch)
        ? gitBranch
        : undefined,
  }
}

async function createIfAllowed(caller: ToolCaller, { repository, options, io }: Place) {
  const { file } = repository
  if (options.create === true && options.dryRun !== true) return createProject(caller, file)
  const asker = options.dryRun === true ? undefined : openAsker(io)
  try {
    if ((await asker?.confirm(`Project ${file.project} does not exist. Create it?`)) === true) {
      return await createProject(caller, file)
    }
  } finally {
    asker?.close()
  }
  throw new AppError('not_found', `Project ${file.project} does not exist, or you have no access to it.`, {
    fix: dragoman => `Create it with ${dragoman('push --create')}, or correct project in dragoman.json.`,
  })
}

/** What waited before the push; for a new branch, what waits on the main branch. */
async function readWorkBefore(
  caller: ToolCaller,
  known: ServerProject | undefined,
  project: string,
  branch: string | undefined,
): Promise<WorkByLocale> {
  if (known === undefined || known.branches === undefined) return new Map()
  const isKnown = branch === undefined || known.branches.some(({ name }) => name === branch)
  return readWork(caller, project, isKnown ? branch : undefined)
}

const sourcesPushedError = ({ code, message, fix }: AppError): AppError =>
  new AppError(code, `${message} The source files were already pushed.`, { fix })
