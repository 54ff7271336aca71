import { afterEach } from 'vitest'
import type { Store, Transaction } from '../../../src/store/store.ts'

/** An open store, and control over its durability. */
export interface Harness {
  readonly store: Store
  /** Whether lookups that begin in one turn see the same state, while transactions of other locks complete. */
  readonly isSteady: boolean
  /** Closes the store and opens it again on what it kept. */
  readonly reopen: () => Promise<Store>
  /** Nothing becomes durable until the returned function is called. */
  readonly stallFlushes: () => () => void
  /** While this is on, making anything durable fails as on a full disk. */
  readonly failFlushes: (on: boolean) => void
  readonly cleanup: () => Promise<void>
}

export interface HarnessOptions {
  /** How long the disk takes for each commit. */
  readonly flushDelayMs?: number
}

export type Open = (options?: HarnessOptions) => Promise<Harness>

/** Opens what a test asks for, and cleans up after it. */
export function opener(open: Open): Open {
  const harnesses: Harness[] = []
  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.cleanup()
  })
  return async options => {
    const harness = await open(options)
    harnesses.push(harness)
    return harness
  }
}

/** A transaction that pauses after its first steps until it is resumed. */
export function paused(store: Store, lock: string, steps: (tx: Transaction) => Promise<void>) {
  let goOn: () => void = () => undefined
  let arrive: () => void = () => undefined
  const waiting = new Promise<void>(resolve => {
    goOn = resolve
  })
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  const done = store.transaction(
    async tx => {
      await steps(tx)
      arrive()
      await waiting
    },
    { lock },
  )
  return { goOn, arrived, done }
}
