import { writeFileSync } from 'node:fs'
import type { TestModule } from 'vitest/node'
import { LONG_FILES } from './longest-first.ts'

const SLOWEST = 10
/** Files that take less begin in any order. Seconds. */
const LONG = 3
/** Of so many files, a run is one of all tests. */
const WHOLE = 500

interface Row {
  readonly file: string
  readonly seconds: number
  readonly tests: number
  readonly imports: number
  readonly setUp: number
  readonly own: number
  readonly all: number
  readonly assertions: number
}

export const isMeasuring = process.env['DRAGOMAN_TEST_TIMES'] !== undefined

/** Says which files took longest. `npm run test:times` lists all, and writes the order in which the next runs begin. */
export function reportTimes(modules: readonly TestModule[]): void {
  const rows = modules.map(toRow).toSorted((a, b) => b.seconds - a.seconds)
  if (isMeasuring) {
    printAll(rows)
    if (rows.length >= WHOLE) writeLongFiles(rows)
  } else if (rows.length > SLOWEST) {
    const lines = rows.slice(0, SLOWEST).map(({ seconds, file }) => `${column(seconds)}  ${file}`)
    process.stdout.write(`\nThe ten slowest files, in seconds:\n${lines.join('\n')}\n`)
  }
}

function toRow(module: TestModule): Row {
  const { duration, collectDuration, setupDuration } = module.diagnostic()
  const { own = 0, all = 0, assertions = 0 } = module.meta().measured ?? {}
  return {
    file: module.relativeModuleId,
    // Without hooks and with only what its tests took, a file that shares a browser would look quick.
    seconds: (duration + collectDuration + setupDuration) / 1000,
    tests: [...module.children.allTests()].length,
    imports: collectDuration / 1000,
    setUp: setupDuration / 1000,
    own: own / 1000,
    all: all / 1000,
    assertions,
  }
}

const COLUMNS = ['seconds', 'imports', 'setUp', 'own', 'all', 'tests', 'assertions'] as const

function printAll(rows: readonly Row[]): void {
  const total = Object.fromEntries(COLUMNS.map(name => [name, rows.reduce((sum, row) => sum + row[name], 0)]))
  const head = ['seconds', 'import', 'set-up', 'CPU', 'CPU+', 'tests', 'asserts'].map(name => name.padStart(8)).join('')
  const lines = [...rows, { ...total, file: 'all' } as Row].map(
    row =>
      COLUMNS.map(name => (name === 'tests' || name === 'assertions' ? count(row[name]) : column(row[name]))).join('') +
      `  ${row.file}`,
  )
  process.stdout.write(
    `\nSeconds of each file, and of processor time: CPU is that of its worker, CPU+ with the processes that it started.\n${head}  file\n${lines.join('\n')}\n`,
  )
}

const column = (seconds: number): string => seconds.toFixed(1).padStart(8)
const count = (number: number): string => String(number).padStart(8)

function writeLongFiles(rows: readonly Row[]): void {
  const long = rows.filter(({ seconds }) => seconds >= LONG).map(({ file, seconds }) => [file, Math.round(seconds)])
  writeFileSync(LONG_FILES, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
}
