import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'

/**
 * Checks that a file of a repository, which need not exist, is in it: a link of a repository that somebody cloned could lead anywhere.
 * @throws AppError `conflict`
 */
export async function assertInside(root: string, path: string, show: (path: string) => string): Promise<void> {
  const [folder, real] = await Promise.all([realpath(root), findRealPath(path, show)])
  if (real.startsWith(folder + sep)) return
  throw new AppError('conflict', `${quote(show(path))} leads out of the repository, to ${quote(real)}.`, {
    fix: 'Replace the symbolic link by a file or folder of the repository, or use --scope user. Nothing was changed.',
  })
}

/** The path of a file without links, also of one that does not exist yet. */
async function findRealPath(path: string, show: (path: string) => string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP') throw loopError(show(path), error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
  }
  // A link that leads to no file: writing would create it there.
  const target = await readlink(path).catch(() => undefined)
  if (target !== undefined) return findRealPath(resolve(dirname(path), target), show)
  return join(await findRealPath(dirname(path), show), basename(path))
}

const loopError = (path: string, cause: unknown): AppError =>
  new AppError('conflict', `${quote(path)} is a symbolic link that leads back to itself.`, {
    fix: 'Delete the link. Nothing was changed.',
    cause,
  })
