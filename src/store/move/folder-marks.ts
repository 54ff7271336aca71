import { join } from 'node:path'
import { departedError, unconfirmedError } from '../engine/errors.ts'
import { openAtomicFile } from '../files/atomic-file.ts'
import type { MoveMark } from '../store.ts'

/** The marks of moves on a data folder. */
export interface FolderMarks {
  /** Where its records have moved. */
  readonly departure?: MoveMark | undefined
  /** ID of a move into it that is copied, but not confirmed. */
  readonly arrival?: string | undefined
}

const MAX_BYTES = 64 * 1024

const openMarks = (dataDir: string) => openAtomicFile(join(dataDir, 'moved.json'), MAX_BYTES)

export async function readFolderMarks(dataDir: string): Promise<FolderMarks> {
  const text = await openMarks(dataDir).read()
  return text === undefined ? {} : (JSON.parse(text) as FolderMarks)
}

/** Changes marks, durably; `undefined` removes one. Only the holder of the folder may do it. */
export async function markFolder(dataDir: string, change: FolderMarks): Promise<void> {
  const { departure, arrival } = { ...(await readFolderMarks(dataDir)), ...change }
  const file = openMarks(dataDir)
  if (departure === undefined && arrival === undefined) await file.remove()
  else await file.replace(`${JSON.stringify({ departure, arrival }, null, 2)}\n`)
}

/** @throws AppError `bad_config` for a folder whose records have moved, or did not arrive. */
export async function assertNotMoved(dataDir: string): Promise<void> {
  const { departure, arrival } = await readFolderMarks(dataDir)
  if (departure !== undefined) throw departedError(departure)
  if (arrival !== undefined) throw unconfirmedError()
}
