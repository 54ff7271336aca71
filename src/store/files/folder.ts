import { dirname, resolve } from 'node:path'
import { type FileSystem, machineFiles } from './system.ts'

/**
 * Makes a folder that only its owner reads, with the ones above it, so that it is still there after a power cut. Nothing changes when it is there.
 * Not `mkdir` with `recursive`: Node.js 20 never returns from that below /proc.
 */
export async function createPrivateFolder(path: string, system: FileSystem = machineFiles): Promise<void> {
  const folder = resolve(path)
  if (await isFolder(folder, system)) return
  await createPrivateFolder(dirname(folder), system)
  await system.mkdir(folder, { mode: 0o700 }).catch(async error => {
    if (!(await isFolder(folder, system))) throw error
  })
  await syncFolder(dirname(folder), system)
}

async function isFolder(path: string, system: FileSystem): Promise<boolean> {
  const found = await system.stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}

/** Makes the names in a folder durable: a new or renamed file is lost without it, however well its content was written. */
export async function syncFolder(path: string, system: FileSystem = machineFiles): Promise<void> {
  const folder = await system.open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
