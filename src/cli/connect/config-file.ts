import { chmod, lstat, mkdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'

/** A file of a client as it was read. */
export interface ConfigFile {
  /** The path without symbolic links. */
  readonly path: string
  /** Undefined when there is no file. */
  readonly text: string | undefined
  readonly mode: number | undefined
}

/** Reads a file. Follows symbolic links. @throws AppError `conflict` when a link leads nowhere, `invalid_input` when it is no text file. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const real = await realpath(path).catch(onMissing)
  if (real === undefined) {
    if ((await lstat(path).catch(onMissing)) === undefined) return { path, text: undefined, mode: undefined }
    throw new AppError('conflict', `${quote(path)} is a symbolic link to a file that does not exist.`, {
      fix: 'Create that file, or delete the link.',
    })
  }
  const found = await stat(real)
  if (!found.isFile()) {
    throw new AppError('invalid_input', `${quote(path)} is not a file.`, {
      fix: 'Rename it, then run the command again.',
    })
  }
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return { path: real, text: text.decode(await readFile(real)), mode: found.mode & 0o777 }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new AppError('invalid_input', `${quote(path)} is not UTF-8 text.`, { fix: 'Save it as UTF-8.' })
  }
}

interface WriteOptions {
  /** Mode of a file that does not exist yet. */
  readonly newMode: number
  /** Folders that stay when they are empty. */
  readonly keep: readonly string[]
  readonly newId: () => string
}

/**
 * Replaces the whole file at once and keeps its mode. An empty text deletes it, and its folder if that is empty then.
 * @throws AppError `conflict` when the file changed since it was read.
 */
export async function writeConfigFile(
  file: ConfigFile,
  text: string,
  { newMode, keep, newId }: WriteOptions,
): Promise<void> {
  const { path, mode = newMode } = file
  await mkdir(dirname(path), { recursive: true })
  const temporary = join(dirname(path), `.dragoman-${newId()}.tmp`)
  try {
    await writeFile(temporary, text, { flag: 'wx' })
    // The mask of the process does not apply: the file keeps its mode.
    await chmod(temporary, mode)
    const current = await readFile(path, 'utf8').catch(onMissing)
    if (current !== file.text) {
      throw new AppError('conflict', `${quote(path)} was changed meanwhile. Nothing was changed.`, {
        fix: 'Run the command again.',
      })
    }
    if (text !== '') await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
  if (text !== '') return
  await rm(path)
  // A folder with other files stays.
  if (!keep.includes(dirname(path))) await rmdir(dirname(path)).catch(() => undefined)
}

function onMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
