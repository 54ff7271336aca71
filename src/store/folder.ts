import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder that only its owner reads, with the ones above it, so that it is still there after a power cut. Nothing changes when it is there.
 * Not `mkdir` with `recursive`: Node.js 20 never returns from that below /proc.
 */
export async function makePrivateFolder(path: string): Promise<void> {
  const folder = resolve(path)
  if (await isFolder(folder)) return
  await makePrivateFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch(async error => {
    if (!(await isFolder(folder))) throw error
  })
  await syncFolder(dirname(folder))
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}

/** Makes the names in a folder durable: a new or renamed file is lost without it, however well its content was written. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
