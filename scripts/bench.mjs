import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from './compile.mjs'

// `node scripts/bench.mjs NAME... [OPTION]...` runs benchmarks one after the other, compiled as users run the service. The loader that runs TypeScript
// takes processor time for each request, and memory.
const values = process.argv.slice(2)
const firstOption = values.findIndex(value => value.startsWith('-'))
const end = firstOption < 0 ? values.length : firstOption
const folder = compile('tsconfig.bench.json', 'src')
// Pages read their messages from the package.
cpSync('locales', join(folder, 'locales'), { recursive: true })
for (const name of values.slice(0, end)) {
  const script = join(folder, 'bench', `${name}.js`)
  const { status } = spawnSync(process.execPath, [script, ...values.slice(end)], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
