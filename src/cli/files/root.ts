import { constants } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { checkRepositoryPath, checkTargetPath, decodeKnownFile } from '../../tools/files/transfer/file-text.ts'
import { fileTooLarge, MAX_FILE_BYTES } from '../../tools/files/transfer/staged-files.ts'
import { FolderHandle } from './folder-handle.ts'

/** The folder below which files are read and written for a tool, and nothing else is. */
export interface Root {
  readonly folder: string
  /** The text of a file in a known format. @throws AppError `invalid_input`, `not_found`, `too_large`. */
  read(path: string): Promise<string>
  /** What is where a file would be written; undefined for nothing. @throws AppError `invalid_input` when `write` would refuse path or content. */
  existing(path: string, content: string): Promise<ExistingFile | undefined>
  /** Writes a file of translations in a known format, at once or not at all. @throws AppError `invalid_input`. */
  write(path: string, content: string): Promise<void>
}

/** A file that a pull would replace. */
export interface ExistingFile {
  /** Undefined when there are more than a file of texts may have. */
  readonly bytes: Buffer | undefined
}

interface RootOptions {
  /** `--root`, or the working folder. */
  readonly folder: string
  readonly home: string
  /** A name that no other file has. */
  readonly newId: () => string
}

/** Opens the root for a process; that it can be one is looked at when the first file is asked for. */
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

/** A program that was started anywhere stands at / or in a home folder: what is below that is no repository. */
async function resolveRoot(folder: string, home: string): Promise<string> {
  const root = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
    throw unreadableError('.', folder, error)
  })
  const homeFolder = await realpath(home).catch(() => home)
  if (root !== sep && homeFolder !== root && !homeFolder.startsWith(root + sep)) return root
  throw new AppError('invalid_input', `Files are not read or written below ${root}, which is not a repository.`, {
    fix: 'Start dragoman in the root of the repository, or say where that is: --root DIR.',
  })
}

async function readBelow(root: string, path: string): Promise<string> {
  const real = await realpath(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    throw unreadableError(path, root, error)
  })
  if (!real.startsWith(root + sep)) throw linkError(path, `out of ${root}`)
  // A link may stay below the root, and still lead into .git.
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

/** The bytes of what is at a path now; undefined for nothing, or for a file that is too large to be one of texts. */
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
  // A pipe would wait for ever; NONBLOCK opens it at once, and it is refused as what it is.
  const file = await folder.openFile(name, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new AppError('invalid_input', `${path} is not a file.`, { fix: 'Name a file.' })
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

/** Whether a file is in the place; nothing else may be. */
async function isReplaceable(folder: FolderHandle, name: string, path: string): Promise<boolean> {
  const before = await folder.lstat(name)
  if (before === undefined || before.isFile()) return before !== undefined
  throw before.isSymbolicLink() ? linkError(path, 'through a symbolic link') : notFileError(path)
}

/** Goes to the folder of a path one by one from the root, so that none of them is a link to elsewhere, and does the work there. */
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
        if (found?.isSymbolicLink() === true) throw linkError(path, 'through a symbolic link')
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
  new AppError('invalid_input', `${path} leads ${where}.`, {
    fix: 'Give the path of a real file below the root of the repository.',
  })

const notFileError = (path: string): AppError =>
  new AppError('invalid_input', `${path} cannot be written: something else is in its place.`, {
    fix: 'Look at what is there, and give its translations another target (push_source with target).',
  })

function unreadableError(path: string, root: string, error: NodeJS.ErrnoException): AppError {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    return new AppError('not_found', `There is no file ${path} below ${root}.`, {
      fix: 'Give the path from the root of the repository; --root DIR says where that is.',
      cause: error,
    })
  }
  return new AppError('invalid_input', `${path} cannot be read: ${error.code ?? error.message}.`, {
    fix: 'Make it readable for the user that runs dragoman.',
    cause: error,
  })
}

function unwritableError(path: string, root: string, error: NodeJS.ErrnoException): AppError {
  return new AppError('invalid_input', `${path} cannot be written below ${root}: ${error.code ?? error.message}.`, {
    fix: 'Make its folder writable for the user that runs dragoman, and call again.',
    cause: error,
  })
}
