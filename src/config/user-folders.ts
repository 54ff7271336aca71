import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The XDG base folders that this program uses, with their defaults below the home folder. */
const BASE_FOLDERS = { XDG_CONFIG_HOME: ['.config'], XDG_STATE_HOME: ['.local', 'state'] } as const

/** The folder of this program in an XDG base folder. A relative path in the variable is ignored, as the specification says. */
export function findUserFolder(env: NodeJS.ProcessEnv, variable: keyof typeof BASE_FOLDERS): string {
  const given = env[variable]
  const base = given !== undefined && isAbsolute(given) ? given : join(homedir(), ...BASE_FOLDERS[variable])
  return join(base, 'dragoman')
}
