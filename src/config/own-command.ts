import { realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { PACKAGE_ROOT } from '../package-root.ts'
import { isExecutable } from './executable.ts'

/** The program of a package, or of a checkout that was built; `npm link` puts it on PATH. */
const PROGRAM = join(PACKAGE_ROOT, 'dist', 'main.js')
/** npm adds such folders to the PATH of the programs that it starts, so they say nothing about the shell. */
const OF_NPM = join('node_modules', '.bin')

/** Whether the command `dragoman` of the user's shell starts this installation. */
export function isCommandOnPath(env: NodeJS.ProcessEnv, program = PROGRAM): boolean {
  const folders = (env['PATH'] ?? '')
    .split(delimiter)
    .filter(folder => isAbsolute(folder) && !folder.endsWith(sep + OF_NPM))
  const found = folders.map(folder => join(folder, 'dragoman')).find(isExecutable)
  try {
    return found !== undefined && realpathSync(found) === realpathSync(program)
  } catch {
    return false
  }
}
