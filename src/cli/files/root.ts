import { constants } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { fileTooLarge, MAX_FILE_BYTES } from '../../tools/files/transfer/file-size.ts'
import { checkRepositoryPath, checkTargetPath, decodeKnownFile } from '../../tools/files/transfer/file-text.ts'
import { FolderHandle } from './folder-handle.ts'

/** The only folder below which tools read and write files. */
export interface Root {
  readonly folder: string
  /** Reads a file in a known format. @throws AppError `invalid_input`, `not_found`, `too_large`. */
  read(path: string): Promise<string>
  /** Reads the file that `write` would replace; undefined if there is none. @throws AppError `invalid_input` when `write` would refuse path or content. */
  existing(path: string, content: string): Promise<ExistingFile | undefined>
  /** Writes a translation file in a known format, atomically. @throws AppError `invalid_input`. */
  write(path: string, content: string): Promise<void>
}

/** A file that a pull would replace. */
export interface ExistingFile {
  /** Undefined when the file exceeds the size limit. */
  readonly bytes: Buffer | undefined
}

export interface RootOptions {
  /** `--root`, or the working folder. */
  readonly folder: string
  readonly home: string
  /** Creates unique names of temporary files. */
  readonly newId: () => string
}

/** Opens the root of a process. The folder is checked at the first access. */
export function openRoot({ folder, home, newId }: RootOptions): Root {
  let checked: Promise<string> | undefined
  const root = (): Promise<string> => {
    checked ??= resolveRoot(folder, home)
    return checked
  }
  return {
    folder,
    read: async path => readBelow(await root(), checkRepositoryPath(path)),
    existing: async (path, content) => {
      decodeKnownFile(Buffer.from(content), checkTargetPath(path))
      return findExistingBelow(await root(), path)
    },
    write: async (path, content) => {
      decodeKnownFile(Buffer.from(content), checkTargetPath(path))
      await writeBelow(await root(), path, content, newId())
    },
  }
}

/** Refuses `/` and home folders, in which programs often start by accident. */
async function resolveRoot(folder: string, home: string): Promise<string> {
  const root = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
    throw unreadableError('.', folder, error)
  })
  const homeFolder = await realpath(home).catch(() => home)
  if (root !== sep && homeFolder !== root && !homeFolder.startsWith(root + sep)) return root
  throw new AppError('invalid_input', `${root} cannot be the repository root.`, {
    fix: 'Start dragoman in the root of the repository, or set it with --root DIR.',
  })
}

async function readBelow(root: string, path: string): Promise<string> {
  const real = await realpath(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    throw unreadableError(path, root, error)
  })
  if (!real.startsWith(root + sep)) throw linkError(path, `leads out of ${root}`)
  // A link below the root may lead into .git.
  const inside = checkRepositoryPath(relative(root, real).split(sep).join('/'))
  try {
    return await inFolder(root, inside, { make: false }, async (folder, name) => {
      const bytes = await readBytes(folder, name, path)
      return decodeKnownFile(bytes, path)
    })
  } catch (error) {
    throw error instanceof AppError ? error : unreadableError(path, root, error as NodeJS.ErrnoException)
  }
}

/** Reads the existing file at a path; undefined if there is none. */
async function findExistingBelow(root: string, path: string): Promise<ExistingFile | undefined> {
  try {
    return await inFolder(root, path, { make: false }, async (folder, name) => {
      if (!(await isReplaceable(folder, name, path))) return undefined
      try {
        return { bytes: await readBytes(folder, name, path) }
      } catch (error) {
        if (error instanceof AppError && error.code === 'too_large') return { bytes: undefined }
        throw error
      }
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw error instanceof AppError ? error : unreadableError(path, root, error as NodeJS.ErrnoException)
  }
}

async function readBytes(folder: FolderHandle, name: string, path: string): Promise<Buffer> {
  // NONBLOCK opens a pipe without waiting, so that it can be refused.
  const file = await folder.openFile(name, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = await file.stat()
    if (!stat.isFile())
      throw new AppError('invalid_input', `${path} is not a file.`, { fix: 'Use the path of a file.' })
    if (stat.size > MAX_FILE_BYTES) throw fileTooLarge(path, stat.size)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function writeBelow(root: string, path: string, content: string, id: string): Promise<void> {
  try {
    await inFolder(root, path, { make: true }, async (folder, name) => {
      const mode = (await isReplaceable(folder, name, path))
        ? ((await folder.lstat(name))?.mode ?? NEW_FILE_MODE) & 0o777
        : NEW_FILE_MODE
      const part = `.${name}.${id}.part`
      try {
        const file = await folder.openFile(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode)
        try {
          await file.writeFile(content)
        } finally {
          await file.close()
        }
        await folder.rename(part, name)
      } catch (error) {
        await folder.remove(part)
        throw error
      }
    })
  } catch (error) {
    throw error instanceof AppError ? error : unwritableError(path, root, error as NodeJS.ErrnoException)
  }
}

const NEW_FILE_MODE = 0o666

/** Whether a regular file exists at a path. @throws AppError `invalid_input` for anything else, such as a link. */
async function isReplaceable(folder: FolderHandle, name: string, path: string): Promise<boolean> {
  const before = await folder.lstat(name)
  if (before === undefined || before.isFile()) return before !== undefined
  throw before.isSymbolicLink() ? linkError(path, 'is behind a symbolic link') : notFileError(path)
}

/** Opens the folders of a path one by one, so that none is a link, and runs `work` in the last one. */
async function inFolder<T>(
  root: string,
  path: string,
  { make }: { readonly make: boolean },
  work: (folder: FolderHandle, name: string) => Promise<T>,
): Promise<T> {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let folder = await FolderHandle.open(root)
  try {
    for (const name of names) {
      if (make) await folder.createFolder(name)
      const next = await folder.openFolder(name).catch(async (error: NodeJS.ErrnoException) => {
        const found = error.code === 'ENOTDIR' || error.code === 'ELOOP' ? await folder.lstat(name) : undefined
        if (found?.isSymbolicLink() === true) throw linkError(path, 'is behind a symbolic link')
        throw error.code === 'ENOTDIR' ? notFileError(path) : error
      })
      await folder.close()
      folder = next
    }
    return await work(folder, last)
  } finally {
    await folder.close()
  }
}

const linkError = (path: string, where: string): AppError =>
  new AppError('invalid_input', `${path} ${where}.`, {
    fix: 'Use the path of a regular file below the repository root.',
  })

const notFileError = (path: string): AppError =>
  new AppError('invalid_input', `${path} cannot be written, because it is not a file.`, {
    fix: 'Move away what is there, or choose another target for its translations.',
  })

function unreadableError(path: string, root: string, error: NodeJS.ErrnoException): AppError {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return new AppError('not_found', `File ${path} not found below ${root}.`, {
      fix: 'Use the path from the repository root. Set the root with --root DIR.',
      cause: error,
    })
  }
  return new AppError('invalid_input', `${path} cannot be read: ${error.code ?? error.message}.`, {
    fix: 'Make it readable for the user who runs dragoman.',
    cause: error,
  })
}

function unwritableError(path: string, root: string, error: NodeJS.ErrnoException): AppError {
  return new AppError('invalid_input', `${path} cannot be written below ${root}: ${error.code ?? error.message}.`, {
    fix: 'Make its folder writable for the user who runs dragoman, then try again.',
    cause: error,
  })
}
