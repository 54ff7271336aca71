import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { AppError } from '../../errors.ts'
import { pathInRepository, pathOfTarget, textOfFile } from '../../tools/files/file-text.ts'
import { fileTooLarge, MAX_FILE_BYTES } from '../../tools/files/staged.ts'

/** The folder below which files are read and written for a tool, and nothing else is. */
export interface Root {
  readonly folder: string
  /** The text of a file in a known format. @throws AppError `invalid_input`, `not_found`, `too_large`. */
  read(path: string): Promise<string>
  /** Writes a file of translations in a known format, at once or not at all. @throws AppError `invalid_input`. */
  write(path: string, content: string): Promise<void>
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
    checked ??= checkRoot(folder, home)
    return checked
  }
  return {
    folder,
    read: async path => readBelow(await root(), pathInRepository(path)),
    write: async (path, content) => {
      textOfFile(Buffer.from(content), pathOfTarget(path))
      await writeBelow(await root(), path, content, newId())
    },
  }
}

/** A program that was started anywhere stands at / or in a home folder: what is below that is no repository. */
async function checkRoot(folder: string, home: string): Promise<string> {
  const root = await realpath(folder).catch((error: NodeJS.ErrnoException) => {
    throw unreadable('.', folder, error)
  })
  const homeFolder = await realpath(home).catch(() => home)
  if (root !== sep && homeFolder !== root && !homeFolder.startsWith(root + sep)) return root
  throw new AppError('invalid_input', `Files are not read or written below ${root}, which is not a repository.`, {
    fix: 'Start dragoman in the root of the repository, or say where that is: --root DIR.',
  })
}

async function readBelow(root: string, path: string): Promise<string> {
  const real = await realpath(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, root, error)
  })
  if (!real.startsWith(root + sep)) throw leads(path, `out of ${root}`)
  // A link may stay below the root, and still lead into .git.
  pathInRepository(relative(root, real).split(sep).join('/'))
  // A pipe would wait for ever; NONBLOCK opens it at once, and it is refused as what it is.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(real, flags).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, root, error)
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new AppError('invalid_input', `${path} is not a file.`, { fix: 'Name a file.' })
    if (stat.size > MAX_FILE_BYTES) throw fileTooLarge(path, stat.size)
    return textOfFile(await file.readFile(), path)
  } finally {
    await file.close()
  }
}

async function writeBelow(root: string, path: string, content: string, id: string): Promise<void> {
  const target = join(root, path)
  await makeFolders(root, path)
  const before = await lstat(target).catch(() => undefined)
  if (before !== undefined && !before.isFile()) {
    throw before.isSymbolicLink() ? leads(path, 'through a symbolic link') : notFile(path)
  }
  const part = join(dirname(target), `.${basename(target)}.${id}.part`)
  try {
    const mode = before === undefined ? 0o666 : before.mode & 0o777
    const file = await open(
      part,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      mode,
    )
    try {
      await file.writeFile(content)
    } finally {
      await file.close()
    }
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw unwritable(path, root, error as NodeJS.ErrnoException)
  }
}

/** Makes the folders of a path one by one, so that none of them is a link to elsewhere. */
async function makeFolders(root: string, path: string): Promise<void> {
  let folder = root
  for (const name of path.split('/').slice(0, -1)) {
    folder = join(folder, name)
    try {
      await mkdir(folder)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw unwritable(path, root, error as NodeJS.ErrnoException)
      const stat = await lstat(folder)
      if (stat.isSymbolicLink()) throw leads(path, 'through a symbolic link')
      if (!stat.isDirectory()) throw notFile(path)
    }
  }
}

const leads = (path: string, where: string): AppError =>
  new AppError('invalid_input', `${path} leads ${where}.`, {
    fix: 'Give the path of a real file below the root of the repository.',
  })

const notFile = (path: string): AppError =>
  new AppError('invalid_input', `${path} cannot be written: something else is in its place.`, {
    fix: 'Look at what is there, and give its translations another target (push_source with target).',
  })

function unreadable(path: string, root: string, error: NodeJS.ErrnoException): AppError {
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

function unwritable(path: string, root: string, error: NodeJS.ErrnoException): AppError {
  return new AppError('invalid_input', `${path} cannot be written below ${root}: ${error.code ?? error.message}.`, {
    fix: 'Make its folder writable for the user that runs dragoman, and call again.',
    cause: error,
  })
}
