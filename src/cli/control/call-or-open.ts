import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, recover } from '../../errors.ts'
import type { Machine, OpenDataFolder } from '../machine.ts'
import { NoHolderError } from './client.ts'

/** A holder that stops finishes its calls within 5 seconds. */
const MAX_WAIT_MS = 15_000
const RETRY_PAUSE_MS = 25

/**
 * Runs `ask` against the process that holds the data folder. Without a holder, opens the folder and runs `here`. Retries for 15 seconds, because holders
 * may start or stop in between.
 * @throws AppError
 */
export async function callHolderOrOpen<T>(
  machine: Machine,
  ask: () => Promise<T>,
  open: () => Promise<OpenDataFolder>,
  here: (folder: OpenDataFolder) => Promise<T>,
): Promise<T> {
  const patience = AbortSignal.timeout(MAX_WAIT_MS)
  while (!patience.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof NoHolderError)) throw error
    }
    const folder = await openUnlessLocked(open)
    try {
      if (folder !== undefined) return await here(folder)
    } catch (error) {
      if (!(error instanceof NoHolderError)) throw error
    }
    await sleep(RETRY_PAUSE_MS)
  }
  const { config } = machine
  throw new AppError(
    'folder_held',
    `Another process holds ${config.dataDir}, but does not respond on ${machine.socketPath()}.`,
    { fix: 'Try again when it has started or stopped, or end that process.' },
  )
}

const openUnlessLocked = (open: () => Promise<OpenDataFolder>): Promise<OpenDataFolder | undefined> =>
  open().catch(recover(undefined, 'folder_held'))
