import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'

/** Longer than any request that runs under the lock: an older lock belongs to a process that was killed. */
const STALE_MS = 60_000
const RETRY_MS = 50
const MAX_WAIT_MS = 90_000

/**
 * Runs work while no other process of this user does, by a lock file. Two processes may take over one stale lock: then the last write wins, and the
 * server returns the same tokens to both.
 * @throws AppError `unavailable` when another process keeps the lock.
 */
export async function withFileLock<T>(path: string, now: () => Date, work: () => Promise<T>): Promise<T> {
  const started = now().getTime()
  while (!(await takeLock(path))) {
    if (await isStale(path, now())) await rm(path, { force: true })
    else if (now().getTime() - started > MAX_WAIT_MS) throw lockedError(path)
    else await sleep(RETRY_MS)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function takeLock(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isStale(path: string, now: Date): Promise<boolean> {
  try {
    return now.getTime() - (await stat(path)).mtimeMs > STALE_MS
  } catch {
    return false
  }
}

const lockedError = (path: string): AppError =>
  new AppError('unavailable', `Another process keeps the lock ${path}.`, {
    fix: 'Try again. If no other dragoman process runs, delete that file.',
  })
