import type { CliContext } from '../context.ts'
import type { Machine } from '../machine.ts'
import { findSources } from '../repository/find-sources.ts'
import { openRepository } from '../repository/project-file.ts'
import { findTop, openBase } from './base.ts'
import { countQueued, examine, listProject } from './examine.ts'
import { examineChange } from './examine-change.ts'
import { openFiles } from './open-files.ts'
import { printReport, type ReportOptions } from './print-report.ts'
import { readRules } from './project-rules.ts'
import { listPaths, readSources, readTranslations } from './read-repository.ts'
import { countLevel, type GateReport } from './report.ts'

/** The options of `dragoman check`. */
export interface CheckOptions extends Pick<ReportOptions, 'format' | 'output'> {
  /** A branch: only what the current branch changes since it left that one is checked. */
  readonly diff?: string
  readonly only: readonly string[]
  readonly maxWarnings?: number
}

/** Exit code when something was found. */
const FOUND = 1

/** Runs `dragoman check`: checks the files of the repository, prints a report, and returns the exit code. */
export async function runCheck(machine: Machine, options: CheckOptions, { io }: CliContext): Promise<number> {
  const begun = performance.now()
  const repository = await openRepository(machine.workingFolder)
  const read = openFiles(repository.root, machine)
  const rules = await readRules(repository.file, options.only, read)
  const found = await findSources(repository.root, repository.file.files)
  const sources = await readSources(found, rules, read)
  let report: GateReport
  if (options.diff === undefined) {
    const strings = await readTranslations(sources, rules, read)
    report = { ...examine(strings, listProject(strings), rules), queued: countQueued(strings) }
  } else {
    const before = await openBase(repository.root, options.diff, listPaths(sources, rules))
    const strings = await readTranslations(sources, rules, read, before)
    report = await examineChange(strings, found, rules, { read, before })
  }
  await printReport(report, {
    ...options,
    io,
    root: repository.root,
    folder: machine.workingFolder,
    top: await findTop(repository.root),
    version: machine.version,
    seconds: (performance.now() - begun) / 1000,
  })
  return isFailed(report, options) ? FOUND : 0
}

const isFailed = (report: GateReport, { maxWarnings = Number.POSITIVE_INFINITY }: CheckOptions): boolean =>
  countLevel(report, 'error') > 0 || countLevel(report, 'warning') > maxWarnings
