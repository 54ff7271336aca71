import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../errors.ts'
import { getErrorCode } from '../files/error-code.ts'
import { syncFolder } from '../files/folder.ts'
import { type FileSystem, machineFiles } from '../files/system.ts'
import { type ArchiveSummary, type ReadOptions, verifyArchive } from './read.ts'

/**
 * Checks that a file can be created at this path, or replaced with `force`.
 * @throws AppError `already_exists`, `invalid_input`
 */
async function assertWritableTarget(path: string, { force }: { readonly force: boolean }): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw toWriteError(path, error)
  })
  if (found === undefined) return
  if (!found.isFile()) {
    throw new AppError('invalid_input', `${path} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}.`, {
      fix: 'Use the path of a file, or - for standard output.',
    })
  }
  if (force) return
  throw new AppError('already_exists', `${path} already exists.`, {
    fix: 'Use another name, or replace it with --force.',
  })
}

/** Converts a file system error to an AppError with reason and fix. Returns other errors unchanged. */
function toWriteError(path: string, error: unknown): unknown {
  const folder = dirname(path)
  const code = getErrorCode(error)
  const fault = FAULTS[code]
  if (fault === undefined) return error
  const [errorCode, what, fix] = fault
  return new AppError(errorCode, `${path} cannot be written: ${what(folder)} (${code}).`, { fix, cause: error })
}

type Fault = readonly ['invalid_input' | 'unavailable', (folder: string) => string, string]

const OTHER_FOLDER_FIX = 'Use a path in a folder that this user can write to.'
const NO_SPACE_FIX = 'Free disk space, or use a path on another disk. No partial file remains.'

const FAULTS: Readonly<Record<string, Fault>> = {
  ENOENT: ['invalid_input', folder => `folder ${folder} does not exist`, 'Create the folder, or use another path.'],
  ENOTDIR: ['invalid_input', folder => `${folder} is not a folder`, 'Use another path.'],
  EACCES: ['invalid_input', folder => `no permission to write to ${folder}`, OTHER_FOLDER_FIX],
  EPERM: ['invalid_input', folder => `no permission to write to ${folder}`, OTHER_FOLDER_FIX],
  EROFS: ['invalid_input', folder => `${folder} is on a read-only disk`, OTHER_FOLDER_FIX],
  ENAMETOOLONG: ['invalid_input', () => 'its name is too long', 'Use a shorter name.'],
  ENOSPC: ['unavailable', () => 'the disk is full', NO_SPACE_FIX],
  EDQUOT: ['unavailable', () => 'the disk quota is used up', NO_SPACE_FIX],
  EFBIG: ['unavailable', () => 'the file is larger than the system allows', 'Use a path on another file system.'],
  EIO: ['unavailable', () => 'the disk reports an error', 'Use a path on another disk. No partial file remains.'],
  EPIPE: [
    'unavailable',
    () => 'the reading program ended',
    'Check the program behind the pipe, and run the command again.',
  ],
}

export interface SavedArchive extends ArchiveSummary {
  readonly bytes: number
  /** SHA-256 of the file, as `sha256sum` prints it. */
  readonly sha256: string
}

interface CheckOptions extends Pick<ReadOptions, 'progress' | 'anyShape'> {
  readonly signal?: AbortSignal | undefined
}

export interface SaveOptions extends CheckOptions {
  /** Replaces an existing file. */
  readonly force: boolean
  /** Creates unique names of temporary files. */
  readonly newId: () => string
  readonly system?: FileSystem
}

/**
 * Writes a backup to a file. Checks the content while writing, and reads it back before the file gets its name. On an error, no new file remains, and an
 * existing one stays.
 * @throws AppError `already_exists`, `invalid_input`, `unavailable`
 */
export async function saveArchive(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  { force, newId, system = machineFiles, ...checks }: SaveOptions,
): Promise<SavedArchive> {
  await assertWritableTarget(path, { force })
  const temporary = `${path}.${newId()}.part`
  const file = await system.open(temporary, 'wx', 0o600).catch((error: unknown) => {
    throw toWriteError(path, error)
  })
  try {
    const write = (bytes: Uint8Array): Promise<void> => writeAll(file, bytes)
    const saved = await streamArchive(chunks, { ...checks, name: path, write })
    await file.sync()
    await assertSameContent(temporary, path, saved.sha256)
    await assertWritableTarget(path, { force })
    await system.rename(temporary, path)
    await syncFolder(dirname(path), system)
    return saved
  } catch (error) {
    await removeIfExists(temporary, system)
    throw toWriteError(path, error)
  } finally {
    await file.close()
  }
}

export interface StreamOptions extends CheckOptions, Pick<ReadOptions, 'name'> {
  readonly write: (bytes: Uint8Array) => Promise<void>
}

/**
 * Writes and checks a backup as a stream. If it throws, discard the written part.
 * @throws AppError
 */
export async function streamArchive(
  chunks: AsyncIterable<Uint8Array>,
  { write, signal, ...checks }: StreamOptions,
): Promise<SavedArchive> {
  const hash = createHash('sha256')
  let bytes = 0
  const written = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      signal?.throwIfAborted()
      await write(chunk)
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const fix = 'Create the backup again. If that fails, check the log of the process that holds the data folder.'
  const summary = await verifyArchive(written(), { ...checks, fix })
  return { ...summary, bytes, sha256: hash.digest('hex') }
}

/** Continues after short writes, which happen on a full disk, until all is written or the disk reports an error. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten
}

async function assertSameContent(temporary: string, path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(temporary)) hash.update(chunk as Buffer)
  if (hash.digest('hex') === sha256) return
  throw new AppError('unavailable', `${path} cannot be written: the disk returns other bytes than were written.`, {
    fix: 'Use a path on another disk.',
  })
}

async function removeIfExists(path: string, system: FileSystem): Promise<void> {
  await system.unlink(path).catch((error: unknown) => {
    if (getErrorCode(error) !== 'ENOENT') throw error
  })
}
