import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * Builds the measured programs into a folder, as an installed package has its code: the loader that runs TypeScript takes 30 MB and some time of
 * its own. Types are checked elsewhere.
 */
export async function build(folder: string): Promise<void> {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const options = ['--project', ROOT, '--noEmit', 'false', '--noCheck', '--rootDir', ROOT, '--outDir', folder]
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), options)
}
