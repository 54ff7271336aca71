import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 'last-backup'

/** Records that a backup of the state at `madeAt` was written and checked: the time of an empty file in the data folder. */
export async function noteBackup(dataDir: string, madeAt: Date): Promise<void> {
  const path = join(dataDir, FILE)
  // With a database, nothing else may need the folder.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(path, '', { mode: 0o600 })
  await utimes(path, madeAt, madeAt)
}

/** When the newest backup was made; undefined before the first. */
export async function findLastBackup(dataDir: string): Promise<Date | undefined> {
  try {
    return (await stat(join(dataDir, FILE))).mtime
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
