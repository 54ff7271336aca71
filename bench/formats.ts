import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../src/errors.ts'
import { groupBy } from './checks/group-by.ts'
import { type Found, findFiles } from './formats/find-files.ts'
import { measureFile } from './formats/measure-file.ts'
import { FILE_HEAD, FORMAT_HEAD, isSound, type Row, toFileRow, toFormatRow } from './formats/print-table.ts'

/**
 * Reads and writes published files of each format: `npm run bench:formats`. A file that breaks a law ends it with exit code 1. `--corpus` names the folder;
 * default: DRAGOMAN_CORPUS, or `shared/corpus` beside the checkout. `--quick` measures the smallest file of each format: it proves that everything runs, not how fast.
 */
const { values: options } = parseArgs({ options: { corpus: { type: 'string' }, quick: { type: 'boolean' } } })
const root = options.corpus ?? process.env['DRAGOMAN_CORPUS'] ?? resolve('../shared/corpus')

if (existsSync(root)) measureCorpus(options.quick === true)
else console.log(`skipped, because the corpus is not here: set DRAGOMAN_CORPUS to the folder of published files.`)

function measureCorpus(isQuick: boolean): void {
  const [load = 0] = loadavg()
  console.log(
    `machine: ${cpus().length} cores, load average ${load.toFixed(1)} (above 0.5, take times for too long); Node.js ${process.version}`,
  )
  const { found, others } = findFiles(root)
  const files = isQuick ? listSmallest(found) : found
  const begun = performance.now()
  console.log(`\nTimes are milliseconds per 10,000 entries. Writing is one edit.\n\n${FILE_HEAD}`)
  const rows = files.map(file => {
    const row: Row = { file, measured: measure(file) }
    console.log(toFileRow(row))
    return row
  })
  console.log(`\n${FORMAT_HEAD}`)
  for (const [id, ofFormat] of groupBy(rows, ({ file }) => file.format.id)) console.log(toFormatRow(id, ofFormat))
  if (others.length > 0) console.log(`\nof no format: ${others.join(', ')}`)
  const unsound = rows.filter(row => !isSound(row))
  console.log(
    `\n${rows.length} files in ${((performance.now() - begun) / 1000).toFixed(0)} s, ${unsound.length} of them break a law`,
  )
  for (const { file } of unsound) console.log(`breaks a law: ${file.path} (${file.locale})`)
  if (unsound.length > 0) process.exitCode = 1
}

function measure(file: Found): Row['measured'] {
  try {
    return measureFile(file)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** The smallest file of each format, a target file if there is one. */
function listSmallest(found: readonly Found[]): readonly Found[] {
  const smallest = new Map<string, Found>()
  const rank = ({ isSource, target }: Found): number => target.length + (isSource ? 1e9 : 0)
  for (const file of found) {
    const best = smallest.get(file.format.id)
    if (best === undefined || rank(file) < rank(best)) smallest.set(file.format.id, file)
  }
  return [...smallest.values()]
}
