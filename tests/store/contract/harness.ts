import { afterEach } from 'vitest'
import type { Store } from '../../../src/store/store.ts'

/** An open store, and a hand on what makes it durable. */
export interface Harness {
  readonly store: Store
  /** Closes the store and opens it again on what it kept. */
  readonly reopen: () => Promise<Store>
  /** Nothing becomes durable until the function that it returns is called. */
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
