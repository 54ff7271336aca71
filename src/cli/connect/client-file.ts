import { stat } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { AppError } from '../../errors.ts'
import { type FileClient, type Place, SCOPES, type Scope } from './clients.ts'
import type { ConfigFormat } from './edit/config-format.ts'
import { jsonFormat } from './edit/json.ts'
import { tomlFormat } from './edit/toml.ts'
import { yamlFormat } from './edit/yaml.ts'

export const FORMATS: Readonly<Record<FileClient['format'], ConfigFormat>> = {
  json: jsonFormat,
  toml: tomlFormat,
  yaml: yamlFormat,
}

/** Name of the server in the configuration of clients. */
export const SERVER_NAME = 'dragoman'

/** The scopes of a client, the default first. */
export const scopesOf = ({ files }: FileClient): readonly Scope[] =>
  Object.keys(files).flatMap(name => SCOPES.filter(scope => scope === name))

/**
 * The file of a client.
 * @throws AppError `invalid_input` when the client has no file of that scope, or keeps it in Windows.
 */
export async function findClientFile(client: FileClient, place: Place, scope: Scope): Promise<string> {
  const path = client.files[scope]?.(place)
  if (path === undefined) {
    const [only] = scopesOf(client)
    throw new AppError('invalid_input', `${client.name} has no configuration with --scope ${scope}.`, {
      fix: `Use --scope ${only}.`,
    })
  }
  if (scope === 'user' && client.isWindowsApp === true && isWsl(place)) {
    const hasProject = client.files.project !== undefined
    throw new AppError('invalid_input', `${client.name} keeps its user settings in Windows, outside WSL.`, {
      fix: `${hasProject ? 'Use --scope project, or add' : 'Add'} the lines of --print to its settings there.`,
    })
  }
  if (client.readsJsonc === true && !(await exists(path)) && (await exists(`${path}c`))) return `${path}c`
  return path
}

const isWsl = ({ env }: Place): boolean => (env['WSL_DISTRO_NAME'] ?? '') !== ''

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** A path as people read it: from the folder where they stand, or from their home folder. */
export function displayPath(path: string, folder: string, { home, root }: Place): string {
  const fromHere = relative(folder, path)
  if (isBelow(relative(root, path)) || isBelow(fromHere)) return fromHere
  const fromHome = relative(home, path)
  return isBelow(fromHome) ? `~/${fromHome}` : path
}

const isBelow = (path: string): boolean => path !== '' && !path.startsWith('..') && !isAbsolute(path)
