import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../errors.ts'
import { syncFolder } from './folder.ts'

/** A small text file in the data folder that is replaced as a whole. Writes resolve when they are on the disk. */
export interface AtomicFile {
  /** Undefined if it does not exist. @throws when it cannot be read, or is larger than `maxBytes`. */
  read(): Promise<string | undefined>
  replace(text: string): Promise<void>
  remove(): Promise<void>
}

/** Opens the file at `path`. Only the holder of the data folder may use it. */
export function openAtomicFile(path: string, maxBytes: number): AtomicFile {
  return {
    read: async () => {
      try {
        const { size } = await stat(path)
        if (size > maxBytes) throw new AppError('too_large', `${path} has ${size} bytes, more than ${maxBytes}.`)
        return await readFile(path, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    replace: async text => {
      const next = `${path}.tmp`
      const file = await open(next, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(next, path)
      await syncFolder(dirname(path))
    },
    remove: () => rm(path, { force: true }),
  }
}
