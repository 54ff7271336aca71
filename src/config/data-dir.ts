import { homedir } from 'node:os'
import { join } from 'node:path'
import { IS_CHECKOUT, PACKAGE_ROOT } from '../package-root.ts'

/** The data folder, without validating the environment: help and errors name it, too. */
export const findDataDir = (env: NodeJS.ProcessEnv): string => env['DRAGOMAN_DATA_DIR']?.trim() || defaultDataDir(env)

/** `data` beside package.json in a checkout, otherwise the XDG data folder; never the current folder. */
export function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (IS_CHECKOUT) return join(PACKAGE_ROOT, 'data')
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'dragoman')
}
