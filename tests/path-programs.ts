import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folders in which a shell looks for programs. */
export const pathFolders = (): readonly string[] => (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)

/** The first program of these names on the path. */
export function onPath(...names: readonly string[]): string | undefined {
  return pathFolders()
    .flatMap(folder => names.map(name => join(folder, name)))
    .find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
