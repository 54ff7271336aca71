import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'
import { PACKAGE_ROOT } from '../package-root.ts'

/** Whether a path is a program that this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

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

/**
 * The program that opens a URL in the user's browser: the one in BROWSER, or that of the desktop. Undefined where no browser can show a page to the user:
 * without a display, over SSH and in CI.
 */
export function findBrowser(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | undefined {
  const isSet = (name: string): boolean => (env[name]?.trim() ?? '') !== ''
  if (isSet('CI')) return undefined
  const own = env['BROWSER']?.trim() ?? ''
  // Lists and command lines are left to the desktop's own program, which reads the variable, too.
  if (/^[^\s:%]+$/.test(own)) return own
  if (isSet('SSH_CONNECTION') || isSet('SSH_TTY')) return undefined
  if (platform === 'darwin') return 'open'
  if (isSet('WSL_DISTRO_NAME')) return 'wslview'
  return isSet('DISPLAY') || isSet('WAYLAND_DISPLAY') ? 'xdg-open' : undefined
}
