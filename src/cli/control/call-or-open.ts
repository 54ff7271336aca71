import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Machine, OpenDataFolder } from '../machine.ts'
import { NoHolderError } from './client.ts'

/** Holders come and go, and one that goes finishes its calls for 5 seconds at most. */
const MAX_WAIT_MS = 15_000
const RETRY_PAUSE_MS = 25

/**
 * Has `ask` answered by the process that holds the data folder; when there is none, holds it here and runs `here`. Whichever of the two finds nobody
 * there is followed by another try.
 * @throws AppError
 */
export async function callHolderOrOpen<T>(
  machine: Machine,
  ask: () => Promise<T>,
  open: () => Promise<OpenDataFolder>,
  here: (held: OpenDataFolder) => Promise<T>,
): Promise<T> {
  const patience = AbortSignal.timeout(MAX_WAIT_MS)
  while (!patience.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof NoHolderError)) throw error
    }
    const held = await openUnlessHeld(open)
    try {
      if (held !== undefined) return await here(held)
    } catch (error) {
      if (!(error instanceof NoHolderError)) throw error
    }
    await sleep(RETRY_PAUSE_MS)
  }
  const { config } = machine
  throw new AppError(
    'folder_held',
    `Another process holds ${config.dataDir}, and does not answer on ${machine.socketPath()}.`,
    {
      fix: 'Wait until it has started or stopped, then try again; or end it.',
    },
  )
}

async function openUnlessHeld(open: () => Promise<OpenDataFolder>): Promise<OpenDataFolder | undefined> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof AppError && error.code === 'folder_held') return undefined
    throw error
  }
}
