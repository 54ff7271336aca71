// Runs all tests beside processes that burn every processor and one that writes to the disk: a test that depends on speed fails.
//   npm run test:loaded                five rounds
//   npm run test:loaded -- 2 tests/cli   two rounds of these files
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const [first = '', ...rest] = process.argv.slice(2)
const isCount = /^\d+$/.test(first)
const rounds = isCount ? Number(first) : 5
const files = isCount ? rest : [first, ...rest].filter(one => one !== '')

const BURN = 'for (;;) Math.sqrt(Math.random())'
const WRITE = `
const { openSync, writeSync, fsyncSync } = require('node:fs')
const file = openSync(process.argv[1], 'w')
const block = Buffer.alloc(1024 * 1024)
for (let n = 0; ; n++) {
  writeSync(file, block, 0, block.length, (n % 64) * block.length)
  fsyncSync(file)
}`

const folder = mkdtempSync(join(tmpdir(), 'dragoman-load-'))
const load = [
  ...Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', BURN], { stdio: 'ignore' })),
  spawn(process.execPath, ['-e', WRITE, join(folder, 'written')], { stdio: 'ignore' }),
]
let run
// However this process ends.
process.once('exit', () => {
  run?.kill('SIGTERM')
  for (const child of load) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

const failed = []
for (let round = 1; round <= rounds; round++) {
  console.log(`Round ${round} of ${rounds}, beside ${load.length - 1} busy processes and one that writes`)
  run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...files], {
    stdio: 'inherit',
  })
  const [code] = await once(run, 'exit')
  if (code !== 0) failed.push(round)
}
console.log(failed.length === 0 ? `${rounds} rounds passed.` : `Failed: round ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
