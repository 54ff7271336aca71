// Runs all tests beside processes that burn every processor and one that writes to the disk: a test that depends on speed fails.
//   npm run test:loaded                five rounds
//   npm run test:loaded -- 2 tests/cli   two rounds of these files
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const [first = '', ...rest] = process.argv.slice(2)
const isCount = /^\d+$/.test(first)
const rounds = isCount ? Number(first) : 5
const files = isCount ? rest : [first, ...rest].filter(one => one !== '')

// They end with this process, however it ends.
const BURN = `
process.stdin.resume().once('end', () => process.exit())
function burn() {
  for (let n = 0; n < 1e6; n++) Math.sqrt(Math.random())
  setImmediate(burn)
}
burn()`
const WRITE = `
const { openSync, writeSync, fsyncSync, rmSync } = require('node:fs')
const [, folder] = process.argv
const file = openSync(folder + '/written', 'w')
const block = Buffer.alloc(1024 * 1024)
process.stdin.resume().once('end', () => process.exit())
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
function write(n) {
  writeSync(file, block, 0, block.length, (n % 64) * block.length)
  fsyncSync(file)
  setImmediate(write, n + 1)
}
write(0)`

const folder = mkdtempSync(join(tmpdir(), 'dragoman-load-'))
const stdio = ['pipe', 'ignore', 'inherit']
const burning = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', BURN], { stdio }))
spawn(process.execPath, ['-e', WRITE, folder], { stdio })
let run
process.once('exit', () => run?.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

const failed = []
for (let round = 1; round <= rounds; round++) {
  console.log(`Round ${round} of ${rounds}, beside ${burning.length} busy processes and one that writes`)
  run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...files], {
    stdio: 'inherit',
  })
  const [code] = await once(run, 'exit')
  if (code !== 0) failed.push(round)
}
console.log(failed.length === 0 ? `${rounds} rounds passed.` : `Failed: round ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)
