import type { Level } from '../../src/l10n/checks/check.ts'
import type { Detection } from './measure-defects.ts'
import type { Published } from './measure-published.ts'
import type { Times } from './measure-time.ts'

const LEVELS: readonly Level[] = ['error', 'warning', 'info']

/** Goals: the least share of each defect that is found, and the greatest share of pairs with a warning of one check. */
const MIN_FOUND = 0.95
const MAX_WARNED = 0.01

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(2)} %`)
const line = (label: string, ...cells: readonly string[]): string =>
  label.padEnd(34) + cells.map(cell => cell.padStart(12)).join('')

/** The table of checks: the share of published pairs with a finding, and the time. */
export function printChecks({ pairs, checks }: Published, times: Times): void {
  console.log(`\npublished pairs with findings (target: ≤ ${MAX_WARNED * 100} % with a warning of one check)`)
  console.log(line('', ...LEVELS, 'µs, median'))
  for (const [id, counts] of Object.entries(checks)) {
    const cells = LEVELS.map(level => percent(counts[level], pairs))
    const mark = counts.warning > pairs * MAX_WARNED ? '  above the target' : ''
    console.log(line(id, ...cells, (times.checks[id] ?? 0).toFixed(2)) + mark)
  }
}

/** The table of defects, with what msgfmt refuses of those in PO files. */
export function printDefects(
  detections: readonly Detection[],
  msgfmt: ReadonlyMap<string, readonly [number, number]>,
): void {
  console.log(`\ndefects found (target: ≥ ${MIN_FOUND * 100} % of each)`)
  console.log(line('', 'tried', 'found', ...LEVELS, 'msgfmt') + '  by')
  for (const { id, tried, found, levels, checks } of detections) {
    const [refused, ofPo] = msgfmt.get(id) ?? [0, 0]
    const by = Object.entries(checks).toSorted(([, a], [, b]) => b - a)
    const cells = [
      String(tried),
      percent(found, tried),
      ...LEVELS.map(level => percent(levels[level], tried)),
      percent(refused, ofPo),
    ]
    const names = by.slice(0, 3).map(([check, count]) => `${check} ${percent(count, tried)}`)
    console.log(`${line(id, ...cells)}  ${names.join(', ')}${found < tried * MIN_FOUND ? '  below the target' : ''}`)
  }
}
