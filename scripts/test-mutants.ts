// Changes one rule after the other in a copy of the sources, and expects that a test of the mirrored folder fails (CONTRIBUTING.md, Tests).
//   npm run test:mutants                            all mutants, two at a time
//   npm run test:mutants -- gate src/auth/oauth/    these areas, and the files whose paths have this text
//   npm run test:mutants -- --jobs 1 gate           one at a time
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Mutant } from '../tests/mutants/mutant.ts'
import { AREAS, mirroredFolder } from '../tests/mutants/mutants.ts'

/** Of all mutants. */
const MUST_FAIL = 0.95
/** Ends a test that a mutant made wait forever, and a process that it made loop forever. Milliseconds. */
const TEST_TIMEOUT = 120_000
const PROCESS_TIMEOUT = 900_000

interface Verdict {
  readonly area: string
  readonly mutant: Mutant
  /** `broken`: no test failed, but the run did, so that the mutant proves nothing. */
  readonly kind: 'killed' | 'survived' | 'broken'
  /** The test file that failed. */
  readonly by: string | undefined
}

const { values, positionals } = parseArgs({
  options: { jobs: { type: 'string', default: '2' } },
  allowPositionals: true,
})
const ROOT = resolve(import.meta.dirname, '..')
const waiting = Object.entries(AREAS)
  .flatMap(([area, mutants]) => mutants.map(mutant => ({ area, mutant })))
  .filter(
    ({ area, mutant }) =>
      positionals.length === 0 ||
      positionals.some(one => one === area || (one.includes('/') && mutant.file.includes(one))),
  )
const total = waiting.length
if (total === 0) throw new Error(`No mutant is in ${positionals.join(', ')}. Areas: ${Object.keys(AREAS).join(', ')}.`)

// Beside the checkout, where links to its files are possible.
const scratch = mkdtempSync(join(ROOT, '.built-mutants-'))
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

const verdicts: Verdict[] = []
const start = performance.now()
const copies = Array.from({ length: Math.min(Number(values.jobs), total) }, (_, at) => copyTree(`copy-${at}`))
await Promise.all(copies.map(work))
const failing = await findFailing(copies[0] ?? '')
process.exitCode = report() ? 0 : 1

/** Links every file of the checkout into a new folder; a mutated file is written in place of its link. */
function copyTree(name: string): string {
  const copy = join(scratch, name)
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
  for (const path of listed.split('\0').filter(one => one !== '' && existsSync(join(ROOT, one)))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    linkSync(join(ROOT, path), join(copy, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

async function work(copy: string): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const since = performance.now()
    const verdict = { ...next, ...(await judge(copy, next.mutant)) }
    verdicts.push(verdict)
    const seconds = ((performance.now() - since) / 1000).toFixed(0)
    const place = `${verdicts.length}/${total} ${verdict.kind.padEnd(8)} ${seconds.padStart(3)} s  ${next.mutant.file}`
    console.log(`${place}: ${next.mutant.rule}${verdict.by === undefined ? '' : ` [${verdict.by}]`}`)
  }
}

/** Runs the tests that import the mutated file first, because they are the likeliest to fail, then the others of the mirrored folder. */
async function judge(copy: string, { file, find, replace }: Mutant): Promise<Pick<Verdict, 'kind' | 'by'>> {
  const [path, original] = [join(copy, file), join(ROOT, file)]
  const text = readFileSync(original, 'utf8')
  if (text.split(find).length !== 2) return { kind: 'broken', by: undefined }
  rmSync(path)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  try {
    const tests = listTests(mirroredFolder(ROOT, file))
    const first = tests.filter(test => importsFile(test, file))
    const others = tests.filter(test => !first.includes(test))
    for (const files of [first, others].filter(some => some.length > 0)) {
      const { code, failed } = await runTests(copy, files)
      if (failed[0] !== undefined) return { kind: 'killed', by: failed[0] }
      if (code !== 0) return { kind: 'broken', by: undefined }
    }
    return { kind: 'survived', by: undefined }
  } finally {
    rmSync(path)
    linkSync(original, path)
  }
}

function listTests(folder: string): readonly string[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  return paths.filter(path => path.endsWith('.test.ts')).map(path => join(folder, path))
}

function importsFile(test: string, file: string): boolean {
  const imports = readFileSync(join(ROOT, test), 'utf8').matchAll(/ from '(\.[^']+)'/g)
  return [...imports].some(([, path = '']) => join(dirname(test), path) === file)
}

/** Runs test files until one fails. */
async function runTests(
  copy: string,
  files: readonly string[],
  bail = '--bail=1',
): Promise<{ readonly code: number | null; readonly failed: readonly string[] }> {
  const output = join(copy, 'report.json')
  rmSync(output, { force: true })
  const timeouts = [`--testTimeout=${TEST_TIMEOUT}`, `--hookTimeout=${TEST_TIMEOUT}`]
  const reporting = ['--reporter=json', `--outputFile=${output}`]
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', bail, ...timeouts, ...reporting, ...files],
    {
      cwd: copy,
      stdio: 'ignore',
      timeout: PROCESS_TIMEOUT,
      killSignal: 'SIGKILL',
    },
  )
  running.add(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  running.delete(child)
  if (!existsSync(output)) return { code, failed: [] }
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as {
    readonly testResults: readonly {
      readonly name: string
      readonly assertionResults: readonly { readonly status: string }[]
    }[]
  }
  const failed = testResults.filter(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'failed'),
  )
  return { code, failed: failed.map(({ name }) => name.replace(`${copy}/`, '')) }
}

/** Returns which of the tests that failed also fail without a mutant, and so prove nothing. */
async function findFailing(copy: string): Promise<readonly string[]> {
  const files = [...new Set(verdicts.flatMap(({ by }) => by ?? []))]
  return files.length === 0 ? [] : (await runTests(copy, files, '--bail=0')).failed
}

/** Prints the results; returns whether they are good enough. */
function report(): boolean {
  console.log('\narea         mutants  killed')
  for (const area of new Set(verdicts.map(one => one.area))) {
    const own = verdicts.filter(one => one.area === area)
    const killed = own.filter(({ kind }) => kind === 'killed')
    console.log(`${area.padEnd(11)}  ${String(own.length).padStart(7)}  ${String(killed.length).padStart(6)}`)
  }
  const killed = verdicts.filter(({ kind, by }) => kind === 'killed' && by !== undefined && !failing.includes(by))
  const broken = verdicts.filter(({ kind }) => kind === 'broken')
  for (const { mutant } of verdicts.filter(({ kind }) => kind === 'survived')) {
    console.log(`survived: ${mutant.file}: ${mutant.rule} Write a test in ${mirroredFolder(ROOT, mutant.file)}.`)
  }
  for (const { mutant } of broken)
    console.log(`broken: ${mutant.file}: ${mutant.rule} Correct the mutant in tests/mutants/.`)
  for (const file of failing) console.log(`fails without a mutant: ${file}`)
  const minutes = ((performance.now() - start) / 60_000).toFixed(0)
  console.log(
    `${killed.length} of ${total} killed (${((100 * killed.length) / total).toFixed(1)} %) in ${minutes} minutes`,
  )
  return killed.length >= MUST_FAIL * total && broken.length === 0 && failing.length === 0
}
