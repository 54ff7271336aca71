import { AppError, recover } from '../../errors.ts'
import { openRoot } from '../files/root.ts'
import type { Machine } from '../machine.ts'

/** Reads a file of one state of the repository; undefined if it has none at the path. @throws AppError */
export type ReadFile = (path: string) => Promise<string | undefined>

/** Most bytes of all files that one check reads: they are in memory together. */
const MAX_TOTAL_BYTES = 512 * 1024 * 1024

/**
 * Opens the files of the working tree, each of which is read once.
 * @throws AppError `too_large` for a file or all files together, `invalid_input` for a file that is no text or outside of the folder.
 */
export function openFiles(root: string, { homeFolder, newId }: Pick<Machine, 'homeFolder' | 'newId'>): ReadFile {
  const files = openRoot({ folder: root, home: homeFolder, newId })
  const known = new Map<string, string | undefined>()
  let bytes = 0
  return async path => {
    if (known.has(path)) return known.get(path)
    const text = await files.read(path).catch(recover(undefined, 'not_found'))
    known.set(path, text)
    bytes += Buffer.byteLength(text ?? '')
    if (bytes <= MAX_TOTAL_BYTES) return text
    throw new AppError('too_large', 'The files to check have more than 512 MiB together.', {
      fix: 'Check some locales at a time with --only.',
    })
  }
}
