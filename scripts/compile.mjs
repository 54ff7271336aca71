import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Compiles a TypeScript project into a new folder of the checkout, which is removed when this process ends, and adds the assets of the pages. `source` is
 * where the folder has the modules of src. Types are checked elsewhere (`npm run check`).
 */
export function compile(project, source = '.') {
  const folder = mkdtempSync(resolve('.built-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  run('node_modules/typescript/bin/tsc', '--project', project, '--outDir', folder)
  run('scripts/copy-assets.mjs', join(folder, source))
  return folder
}

/** Standard output belongs to the program that is compiled: the compiler's errors go to standard error. */
function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 2, 2] })
  if (status === 0) return
  console.error('The sources were not compiled.')
  process.exit(1)
}
