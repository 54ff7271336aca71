import { constants, copyFile, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, syncFolder } from './folder.ts'

/** Copies the files of a folder, whatever they hold, in the place of what an earlier try left; resolves when they are on the disk. */
export async function keepFiles(folder: string, target: string): Promise<void> {
  await rm(target, { recursive: true, force: true })
  await makePrivateFolder(target)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) await copy(join(folder, entry.name), join(target, entry.name))
  }
  await syncFolder(target)
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
