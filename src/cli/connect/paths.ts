import { isAbsolute, join } from 'node:path'
import type { Place } from './clients.ts'

/** A path below the home folder. */
export const inHome =
  (...parts: string[]) =>
  ({ home }: Place): string =>
    join(home, ...parts)

/** A path below the folder of the repository. */
export const inRepository =
  (...parts: string[]) =>
  ({ root }: Place): string =>
    join(root, ...parts)

/** A path below the folder that a variable names, or else below a folder of the home folder. */
export const inFolder =
  (variable: string, usual: string, ...parts: string[]) =>
  ({ home, env }: Place): string => {
    const given = env[variable]?.trim()
    return join(given === undefined || given === '' ? join(home, usual) : given, ...parts)
  }

/** A path below `$XDG_CONFIG_HOME`, which is `~/.config` by default. A relative value is ignored. */
export const inConfig =
  (...parts: string[]) =>
  ({ home, env }: Place): string => {
    const given = env['XDG_CONFIG_HOME']
    return join(given !== undefined && isAbsolute(given) ? given : join(home, '.config'), ...parts)
  }

/** A path below the folder for the data of applications: `~/Library/Application Support` on macOS, `~/.config` elsewhere. */
export const inApplicationData =
  (...parts: string[]) =>
  (place: Place): string =>
    place.platform === 'darwin'
      ? join(place.home, 'Library', 'Application Support', ...parts)
      : inConfig(...parts)(place)
