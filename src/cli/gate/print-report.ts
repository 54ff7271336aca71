import { writeFile } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import { type Io, printJson } from '../io.ts'
import { escapeRunnerCommands, writeRunnerCommands } from '../output/guard-output.ts'
import { toGithub } from './formats/github.ts'
import { toGitlab } from './formats/gitlab.ts'
import { toJson } from './formats/json.ts'
import { toSarif } from './formats/sarif.ts'
import { printFindings, printSummary } from './formats/text.ts'
import type { GateReport } from './report.ts'

/** How a report can be written. */
export const REPORT_FORMATS = ['text', 'json', 'sarif', 'github', 'gitlab'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export interface ReportOptions {
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
export async function printReport(report: GateReport, options: ReportOptions): Promise<void> {
  const { io, format, output, root, folder, top } = options
  const here = (path: string): string => relativePath(folder, resolve(root, path))
  const place = (path: string): string => relativePath(top, resolve(root, path))
  const text = format === 'text' ? undefined : render(report, format, place, options)
  if (output !== undefined) {
    const content = text ?? printFindings(report, here, undefined)
    // The file can be shown in a log later, or be the log: /dev/stdout.
    const harmless = format === 'github' ? content : escapeRunnerCommands(content)
    await writeFile(resolve(folder, output), harmless).catch((error: NodeJS.ErrnoException) => {
      throw new AppError(
        'invalid_input',
        `${quote(output)} (--output) cannot be written: ${error.code ?? error.message}.`,
        {
          fix: 'Use a path in a folder that exists.',
          field: 'output',
        },
      )
    })
  } else if (format === 'json') printJson(io, toJson(report, place))
  else if (format === 'github') writeRunnerCommands(io.stdout, text ?? '')
  else io.stdout.write(text ?? printFindings(report, here, io.stdout))
  io.stderr.write(printSummary(report, { ...options, here }))
}

function render(
  report: GateReport,
  format: Exclude<ReportFormat, 'text'>,
  place: (path: string) => string,
  { version }: ReportOptions,
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(toJson(report, place), null, 2)}\n`
    case 'sarif':
      return toSarif(report, place, version)
    case 'github':
      return toGithub(report, place)
    case 'gitlab':
      return toGitlab(report, place)
  }
}

const relativePath = (from: string, to: string): string => relative(from, to).split(sep).join('/')
