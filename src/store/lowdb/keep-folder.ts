import { constants, copyFile, link, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, syncFolder } from '../folder.ts'
import { isOurs } from './leftovers.ts'
import { manifestName } from './manifest.ts'

/**
 * Keeps the files of a store in a second folder, as it is now. They never change there: a store only adds to its newest journal, and it begins
 * another one when it is filled anew. Costs no space where the file system has hard links.
 */
export async function keepFolder(folder: string, target: string): Promise<void> {
  await makePrivateFolder(target)
  for (const file of await readdir(folder)) {
    if (isOurs(file) || file === manifestName) await keep(join(folder, file), join(target, file))
  }
  await syncFolder(target)
}

/** What a try before this one has kept already may stay. */
async function keep(from: string, to: string): Promise<void> {
  await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') await copyFile(from, to, constants.COPYFILE_FICLONE)
  })
}
