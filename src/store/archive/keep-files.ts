import { constants, copyFile, link, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, syncFolder } from '../folder.ts'

/** Keeps the files of a folder in a second one, whatever they hold: for a store that nobody can open. */
export async function keepFiles(folder: string, target: string): Promise<void> {
  await makePrivateFolder(target)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) await keep(join(folder, entry.name), join(target, entry.name))
  }
  await syncFolder(target)
}

/** A second name costs no space, and what fills a store anew changes no file that is there. Not every file system has second names. */
async function keep(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch {
    await copyFile(from, to, constants.COPYFILE_EXCL)
    const copy = await open(to, 'r')
    try {
      await copy.sync()
    } finally {
      await copy.close()
    }
  }
}
