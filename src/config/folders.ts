import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { IS_CHECKOUT, PACKAGE_ROOT } from '../package-root.ts'

/** The data folder, without validating the environment: help and errors name it, too. */
export const findDataDir = (env: NodeJS.ProcessEnv): string => env['DRAGOMAN_DATA_DIR']?.trim() || defaultDataDir(env)

/** `data` beside package.json in a checkout, otherwise the XDG data folder; never the current folder. */
export function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (IS_CHECKOUT) return join(PACKAGE_ROOT, 'data')
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'dragoman')
}

/** The XDG base folders that this program uses, with their defaults below the home folder. */
const BASE_FOLDERS = { XDG_CONFIG_HOME: ['.config'], XDG_STATE_HOME: ['.local', 'state'] } as const

/** The folder of this program in an XDG base folder. A relative path in the variable is ignored, as the specification says. */
export function findUserFolder(env: NodeJS.ProcessEnv, variable: keyof typeof BASE_FOLDERS): string {
  const given = env[variable]
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), ...BASE_FOLDERS[variable])
  return join(base, 'dragoman')
}
