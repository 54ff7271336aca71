import { writeFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { type ToolCaller, withToolCaller } from '../backends/tool-caller.ts'
import type { CliContext } from '../context.ts'
import { openFileAccess } from '../files/file-access.ts'
import { type Io, printJson } from '../io.ts'
import type { Machine } from '../machine.ts'
import { escapeRunnerCommands, writeRunnerCommands } from '../output/guard-output.ts'
import { openGit } from '../repository/git.ts'
import { openRepository, PROJECT_FILE, type Repository } from '../repository/project-file.ts'
import { toPullRules } from '../sync/source-files.ts'
import { findTop, openBase } from './base.ts'
import { ALL, countQueued, examine, listProject } from './examine.ts'
import { examineChange } from './examine-change.ts'
import { findSources } from './find-on-disk.ts'
import { toGithub } from './formats/github.ts'
import { toGitlab } from './formats/gitlab.ts'
import { toJson } from './formats/json.ts'
import { toSarif } from './formats/sarif.ts'
import { printFindings, printSummary } from './formats/text.ts'
import { openFiles, type ReadFile } from './open-files.ts'
import { readRules } from './project-rules.ts'
import { listPaths, readSources, readTranslations } from './read-repository.ts'
import { comparePlaces, countLevel, type GateFinding, type GateReport } from './report.ts'
import { findOutdated } from './server/frozen.ts'
import { readServerRules } from './server/read-settings.ts'
import { StoredTexts } from './server/stored-texts.ts'
import { findLoosened } from './settings-change.ts'

/** How a report can be written. */
const REPORT_FORMATS = ['text', 'json', 'sarif', 'github', 'gitlab'] as const
type ReportFormat = (typeof REPORT_FORMATS)[number]

interface ReportOptions {
  readonly io: Io
  readonly format: ReportFormat
  /** The file to write the report to; default: stdout. */
  readonly output?: string
  /** The folder of `dragoman.json`. */
  readonly root: string
  /** The folder that the user stands in. */
  readonly folder: string
  /** The folder whose paths other programs know: the top of the Git repository, or `root`. */
  readonly top: string
  readonly version: string
  readonly seconds: number
}

/** Writes a report to stdout or a file, and its summary to stderr. @throws AppError `invalid_input` when the file cannot be written. */
async function printReport(report: GateReport, options: ReportOptions): Promise<void> {
  const { io, format, output, root, folder, top } = options
  const here = (path: string): string => relativePath(folder, resolve(root, path))
  const place = (path: string): string => relativePath(top, resolve(root, path))
  const text = format === 'text' ? undefined : RENDER[format](report, place, options.version)
  if (output !== undefined) {
    const content = text ?? printFindings(report, here, undefined)
    // The file can be shown in a log later, or be the log: /dev/stdout.
    const harmless = format === 'github' ? content : escapeRunnerCommands(content)
    await writeFile(resolve(folder, output), harmless).catch((error: NodeJS.ErrnoException) => {
      throw new AppError(
        'invalid_input',
        `${quote(output)} (--output) cannot be written: ${error.code ?? error.message}.`,
        { fix: 'Use a path in a folder that exists.', field: 'output' },
      )
    })
  } else if (format === 'json') printJson(io, toJson(report, place))
  else if (format === 'github') writeRunnerCommands(io.stdout, text ?? '')
  else io.stdout.write(text ?? printFindings(report, here, io.stdout))
  io.stderr.write(printSummary(report, { ...options, here }))
}

type Render = (report: GateReport, place: (path: string) => string, version: string) => string

const RENDER: Readonly<Record<Exclude<ReportFormat, 'text'>, Render>> = {
  json: (report, place) => `${JSON.stringify(toJson(report, place), null, 2)}\n`,
  sarif: toSarif,
  github: toGithub,
  gitlab: toGitlab,
}

const relativePath = (from: string, to: string): string => relative(from, to).split(sep).join('/')

/** The options of `dragoman check`. */
export interface CheckOptions extends Pick<ReportOptions, 'format' | 'output'> {
  /** A branch: only what the current branch changes since it left that one is checked. */
  readonly diff?: string
  readonly only: readonly string[]
  /** Whether the settings, the glossary and the ignored findings of the server count. */
  readonly online?: boolean
  /** Whether files that a pull would change are errors. */
  readonly frozen?: boolean
  readonly server?: string
  /** The branch of the project on the server. */
  readonly branch?: string
  readonly maxWarnings?: number
}

/** Exit code when something was found. */
const FOUND = 1

interface Context {
  readonly machine: Machine
  readonly repository: Repository
  readonly read: ReadFile
  readonly options: CheckOptions
  readonly io: Io
}

/** Runs `dragoman check`: checks the files of the repository, prints a report, and returns the exit code. */
export async function runCheck(machine: Machine, options: CheckOptions, { io }: CliContext): Promise<number> {
  const begun = performance.now()
  const repository = await openRepository(machine.workingFolder)
  const { root } = repository
  const context = { machine, repository, read: openFiles(root, machine), options, io }
  const report =
    options.online === true
      ? await withServer(context, caller => createReport(context, caller))
      : await createReport(context)
  const outdated = options.frozen === true ? await listOutdated(context) : []
  const whole = { ...report, findings: [...report.findings, ...outdated].toSorted(comparePlaces) }
  await printReport(whole, {
    ...options,
    io,
    root,
    folder: machine.workingFolder,
    top: options.format === 'text' ? root : await findTop(openGit(machine, root)),
    version: machine.version,
    seconds: (performance.now() - begun) / 1000,
  })
  return isFailed(whole, options) ? FOUND : 0
}

async function createReport(context: Context, caller?: ToolCaller): Promise<GateReport> {
  const { machine, repository, read, options } = context
  const { root, file } = repository
  const own = await readRules(file, options.only, read)
  const rules = caller === undefined ? own : await readServerRules(caller, file.project, own)
  const stored = caller === undefined ? undefined : new StoredTexts(caller, toPlace(context))
  const found = await findSources(root, file.files)
  const sources = await readSources(found, rules, read)
  if (options.diff !== undefined) {
    const before = await openBase(openGit(machine, root), options.diff, [PROJECT_FILE, ...listPaths(sources, rules)])
    const strings = await readTranslations(sources, rules, read, before)
    for (const locale of rules.locales) await stored?.readIgnored(locale)
    const report = await examineChange(strings, found, rules, { read, before, stored })
    return { ...report, findings: [...report.findings, ...(await findLoosened(file, before))] }
  }
  const strings = await readTranslations(sources, rules, read)
  for (const locale of rules.locales) await stored?.readIgnored(locale)
  return { ...examine(strings, listProject(strings), rules, { ...ALL, stored }), queued: countQueued(strings) }
}

/** The project and its branch, as arguments of a call. */
const toPlace = ({ repository, options: { branch } }: Context) => ({ project: repository.file.project, branch })

const toServer = ({ repository, options }: Context): string | undefined => options.server ?? repository.file.server

async function withServer<T>(context: Context, work: (caller: ToolCaller) => Promise<T>): Promise<T> {
  const { machine, repository, io } = context
  const files = await openFileAccess(machine, { root: repository.root, stderr: io.stderr })
  return withToolCaller(machine, { files, server: toServer(context), io }, work)
}

async function listOutdated(context: Context): Promise<readonly GateFinding[]> {
  const { only, branch } = context.options
  const rules = toPullRules(context.repository.file)
  const args = { ...toPlace(context), rules, locales: only.length > 0 ? only : undefined }
  return findOutdated({ ...context, server: toServer(context), args, branch })
}

const isFailed = (report: GateReport, { maxWarnings = Number.POSITIVE_INFINITY }: CheckOptions): boolean =>
  countLevel(report, 'error') > 0 || countLevel(report, 'warning') > maxWarnings
