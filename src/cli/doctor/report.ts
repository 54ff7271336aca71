import { pluralize } from '../../tools/pluralize.ts'
import { type Io, paint, printJson } from '../io.ts'
import type { Finding } from './finding.ts'

const MARKS = {
  works: ['✓ ok', 'green'],
  note: ['· note', 'cyan'],
  warning: ['! warning', 'yellow'],
  fault: ['✗ fault', 'red'],
} as const

/** Prints the findings as a table or as JSON; returns whether there is no fault. */
export function printReport(io: Io, url: string | undefined, findings: readonly Finding[], json: boolean): boolean {
  const count = (state: Finding['state']): number => findings.filter(finding => finding.state === state).length
  const ok = count('fault') === 0
  if (json) {
    printJson(io, { ...(url !== undefined && { url }), ok, findings })
    return ok
  }
  const colour = paint(io.stdout)
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = `${' '.repeat(9)}  ${' '.repeat(width)}  `
  const lines = findings.flatMap(({ check, state, message, details = [], fix }) => {
    const [mark, style] = MARKS[state]
    return [
      `${colour(style, mark.padEnd(9))}  ${check.padEnd(width)}  ${message}`,
      ...details.map(detail => `${indent}- ${detail}`),
      ...(fix === undefined ? [] : [`${indent}${colour('bold', 'fix')} ${fix}`]),
    ]
  })
  const [faults, warnings] = [count('fault'), count('warning')]
  const sum =
    faults + warnings === 0 ? 'No faults found.' : `${pluralize(faults, 'fault')}, ${pluralize(warnings, 'warning')}.`
  io.stdout.write(`${lines.join('\n')}\n\n${sum}\n`)
  return ok
}
