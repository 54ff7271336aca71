import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, copyAssets, createBuildFolder, PROGRAM } from './bundle.mjs'

// `node scripts/bench.mjs NAME... [OPTION]...` runs benchmarks one after the other, bundled as users run the service. The loader that runs TypeScript
// takes processor time for each request, and memory.
const values = process.argv.slice(2)
const firstOption = values.findIndex(value => value.startsWith('-'))
const end = firstOption < 0 ? values.length : firstOption
const folder = createBuildFolder()
const scripts = ['bench', 'bench/hostile', 'bench/servers', 'bench/store/programs'].flatMap(listScripts)
// Processes that a benchmark starts are beside it. Libraries stay where they are: some peers load what their bundle lacks.
await bundle({ ...PROGRAM, ...Object.fromEntries(scripts) }, folder, { packages: 'external' })
copyAssets(folder)
for (const name of values.slice(0, end)) {
  const { status } = spawnSync(process.execPath, [join(folder, `${name}.js`), ...values.slice(end)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

function listScripts(directory) {
  const names = readdirSync(directory).filter(name => /(?<!\.d)\.ts$/.test(name))
  return names.map(name => [name.slice(0, -3), join(directory, name)])
}
