// npm run check: everything but the tests, side by side. Each failure shows its output and its cure.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The check:… scripts of package.json, the longest first, and what to do about a failure. */
const CURES = {
  types: 'correct the types',
  lint: 'correct the code; `npx oxlint --fix` corrects some of it',
  unused: 'delete what nothing uses, or add a new entry point to knip.json',
  language: 'rewrite the sentence: docs/glossary.md has the words, CONTRIBUTING.md the rules',
  locales: 'correct the message; an exception needs a reason in scripts/locales/exceptions.ts',
  generated: 'run `npm run generate` and commit what it wrote',
  format: 'run `npm run format`',
  subjects: 'reword the commit: git rebase -i, imperative, at most 72 characters',
}

const waiting = Object.keys(CURES)
const failed = []
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
if (failed.length > 0) {
  for (const name of failed) console.error(`check:${name} failed: ${CURES[name]}`)
  process.exitCode = 1
}

async function work() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const start = performance.now()
    const { code, output } = await run(`check:${name}`)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
    if (code === 0) continue
    console.log(output)
    failed.push(name)
  }
}

function run(script) {
  return new Promise(resolve => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', data => (output += data))
    child.stderr.on('data', data => (output += data))
    child.on('close', code => resolve({ code, output }))
  })
}
