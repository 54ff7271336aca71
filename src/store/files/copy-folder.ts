import { constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createPrivateFolder, syncFolder } from './folder.ts'
import { type FileSystem, machineFiles } from './system.ts'

/**
 * Copies the files of a folder to a new one; returns its path: the target, with a number if that exists. Resolves when all of it is on the disk. A folder with
 * the final name is always complete.
 */
export async function copyFolder(folder: string, target: string, system: FileSystem = machineFiles): Promise<string> {
  const unfinished = `${target}.part`
  await system.rm(unfinished, { recursive: true, force: true })
  await createPrivateFolder(unfinished, system)
  for (const name of await system.readdir(folder)) {
    const path = join(folder, name)
    if ((await system.stat(path)).isFile()) await copyFile(path, join(unfinished, name), system)
  }
  await syncFolder(unfinished, system)
  const path = await findFreeName(target, system)
  await system.rename(unfinished, path)
  await syncFolder(dirname(path), system)
  return path
}

async function findFreeName(path: string, system: FileSystem): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? path : `${path}-${n}`
    const there = await system.stat(name).catch(() => undefined)
    if (there === undefined) return name
  }
}

/** Shares the content where the file system supports it, which takes neither time nor space. */
async function copyFile(from: string, to: string, system: FileSystem): Promise<void> {
  await system.copyFile(from, to, constants.COPYFILE_FICLONE)
  const copied = await system.open(to, 'r')
  try {
    await copied.sync()
  } finally {
    await copied.close()
  }
}
