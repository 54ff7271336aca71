import { afterAll, expect } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import type { BackgroundFailure } from '../../../src/store/store.ts'
import { storeDatabases } from '../../postgres/stores.ts'
import type { Harness, HarnessOptions, Open } from '../contract/harness.ts'

interface Way {
  /** The way to the database, such as a pooler. */
  readonly through?: (url: string) => string
}

/** Opens the engine on empty databases, which are dropped after the tests of a file. */
export function databaseOpening({ through = url => url }: Way = {}): Open {
  const databases = storeDatabases()
  afterAll(() => databases.drop())
  return opening

  async function opening({ flushDelayMs = 0 }: HarnessOptions = {}): Promise<Harness> {
    const database = await databases.take()
    const troubles: BackgroundFailure[] = []
    let stalled: Promise<void> | undefined
    let isFull = false
    const options = {
      url: through(database.url),
      dataDir: '',
      report: (trouble: BackgroundFailure) => troubles.push(trouble),
      beforeCommit: async () => {
        await stalled
        if (flushDelayMs > 0) await new Promise(resolve => setTimeout(resolve, flushDelayMs))
        if (isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' })
      },
    }
    let store = await openStore(options)
    const first = store
    let isClean = false
    return {
      store: first,
      isSteady: false,
      reopen: async () => {
        await store.close()
        store = await openStore(options)
        return store
      },
      stallFlushes: () => {
        let resume: () => void = () => undefined
        stalled = new Promise(resolve => {
          resume = resolve
        })
        return () => {
          stalled = undefined
          resume()
        }
      },
      failFlushes: on => {
        isFull = on
      },
      cleanup: async () => {
        if (isClean) return
        isClean = true
        await store.close()
        await databases.give(database)
        expect(troubles).toEqual([])
      },
    }
  }
}
