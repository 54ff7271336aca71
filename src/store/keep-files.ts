import { constants, copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePrivateFolder, syncFolder } from './folder.ts'

/**
 * Copies the files of a folder, whatever they hold, to a new one; gives its path, which has a number behind it when something is there already.
 * Resolves when all of it is on the disk: what has the name is whole.
 */
export async function keepFiles(folder: string, target: string): Promise<string> {
  const unfinished = `${target}.part`
  await rm(unfinished, { recursive: true, force: true })
  await makePrivateFolder(unfinished)
  for (const name of await readdir(folder)) {
    if ((await stat(join(folder, name))).isFile()) await copy(join(folder, name), join(unfinished, name))
  }
  await syncFolder(unfinished)
  const path = await freeName(target)
  await rename(unfinished, path)
  await syncFolder(dirname(path))
  return path
}

async function freeName(path: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? path : `${path}-${n}`
    const there = await stat(name).catch(() => undefined)
    if (there === undefined) return name
  }
}

/** Costs neither time nor space where the file system can share the content. */
async function copy(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const copied = await open(to, 'r')
  try {
    await copied.sync()
  } finally {
    await copied.close()
  }
}
