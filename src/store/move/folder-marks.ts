import { join } from 'node:path'
import { openAtomicFile } from '../files/atomic-file.ts'
import type { MoveMarks } from '../store.ts'

const MAX_BYTES = 64 * 1024

const openMarks = (dataDir: string) => openAtomicFile(join(dataDir, 'moved.json'), MAX_BYTES)

export async function readFolderMarks(dataDir: string): Promise<MoveMarks> {
  const text = await openMarks(dataDir).read()
  return text === undefined ? {} : (JSON.parse(text) as MoveMarks)
}

/** Changes marks, durably; `undefined` removes one. Only the holder of the folder may do it. */
export async function markFolder(dataDir: string, change: MoveMarks): Promise<void> {
  const { departure, arrival } = { ...(await readFolderMarks(dataDir)), ...change }
  const file = openMarks(dataDir)
  if (departure === undefined && arrival === undefined) await file.remove()
  else await file.replace(`${JSON.stringify({ departure, arrival }, null, 2)}\n`)
}
