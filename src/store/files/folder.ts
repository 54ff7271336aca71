import { dirname, resolve } from 'node:path'
import { type FileSystem, machineFiles } from './system.ts'

/**
 * Creates a folder of mode 0700 with its parents, durably. An existing folder stays as it is.
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

/** Makes new and renamed files of a folder durable. Without it, they can be lost after a power cut. */
export async function syncFolder(path: string, system: FileSystem = machineFiles): Promise<void> {
  const folder = await system.open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
