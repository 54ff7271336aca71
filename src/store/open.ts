import { join } from 'node:path'
import { AppError } from '../errors.ts'
import { openLowdb } from './lowdb/engine.ts'
import { type DurableFiles, durableFiles } from './lowdb/files.ts'
import type { Store } from './store.ts'

export interface OpenOptions {
  /** `lowdb:` is the data folder. */
  readonly url: string
  /** The data folder; this process holds it (see hold.ts). */
  readonly dataDir: string
  /** How files are made durable; tests make it slow, or fail. */
  readonly files?: DurableFiles
}

/**
 * Opens the store that a URL names.
 * @throws AppError `bad_config` when there is no such store, or what it has cannot be read.
 */
export async function openStore({ url, dataDir, files = durableFiles }: OpenOptions): Promise<Store> {
  if (url !== 'lowdb:') {
    throw new AppError('bad_config', `The store URL is ${JSON.stringify(url)}; no such store is built in.`, {
      fix: 'Set DRAGOMAN_STORE_URL to lowdb: or leave it out.',
    })
  }
  const folder = join(dataDir, 'store')
  try {
    return await openLowdb(folder, files)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_config', `The store cannot use ${folder}: ${String(error)}.`, {
      fix: 'Give the user that runs the server read and write rights on the data folder, and check that its disk is not full.',
      cause: error,
    })
  }
}
