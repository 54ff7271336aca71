import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { NobodyThere } from './control-client.ts'
import type { Here, Machine } from './machine.ts'

/** Holders come and go while commands run side by side; so many times in a row one may be met on its way in or out. */
const ATTEMPTS = 40
const PAUSE_MS = 25

/**
 * Has `ask` answered by the process that holds the data folder; when there is none, holds it here and runs `here`.
 * @throws AppError
 */
export async function holdOrAsk<T>(
  machine: Machine,
  ask: () => Promise<T>,
  open: () => Promise<Here>,
  here: (held: Here) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(PAUSE_MS)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof NobodyThere)) throw error
    }
    const held = await unlessHeld(open)
    if (held !== undefined) return here(held)
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

async function unlessHeld(open: () => Promise<Here>): Promise<Here | undefined> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof AppError && error.code === 'folder_held') return undefined
    throw error
  }
}
