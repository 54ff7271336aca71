import { escapeRunnerCommands } from '../../output/guard-output.ts'
import type { GateFinding, GateReport } from '../report.ts'
import { describeFinding } from './sarif.ts'

/** GitHub shows this many annotations of each level for a step, and drops the others. */
const MAX_SHOWN = 10

/**
 * Writes a report as workflow commands, which GitHub Actions shows as annotations of the changed files.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function toGithub({ findings }: GateReport, place: (path: string) => string): string {
  const lines: string[] = []
  const more: string[] = []
  for (const level of ['error', 'warning'] as const) {
    const own = findings.filter(finding => finding.level === level)
    lines.push(...own.slice(0, MAX_SHOWN).map(finding => toCommand(finding, place)))
    const hidden = own.length - MAX_SHOWN
    if (hidden > 0) more.push(`${hidden} more ${hidden === 1 ? level : `${level}s`}`)
  }
  if (more.length > 0) {
    const text = `${more.join(' and ')}: run dragoman check to see all.`
    lines.push(`::notice title=dragoman check::${escapeData(text)}`)
  }
  return lines.map(line => `${line}\n`).join('')
}

function toCommand(finding: GateFinding, place: (path: string) => string): string {
  const { path, line, column, level, check, locale } = finding
  const title = locale === undefined ? check : `${check} (${locale})`
  const properties = { file: place(path), line: String(line), col: String(column), title }
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`)
  return `::${level} ${list.join(',')}::${escapeData(describeFinding(finding))}`
}

/** As actions/toolkit escapes the message of a command, which is never the start of a line. */
const escapeData = (text: string): string =>
  escapeRunnerCommands(text, 'x').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** As actions/toolkit escapes a property of a command. */
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
