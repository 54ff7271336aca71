import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { BackgroundFailure } from '../../src/store/store.ts'
import type { HarnessOptions, Open } from './contract/harness.ts'
import { pipelineContract } from './contract/pipeline.ts'
import { storeContract } from './contract.ts'
import { diskFull, FaultyFiles } from './faulty-files.ts'

/** Opens the engine with a snapshot after so many bytes. */
const opening =
  (journalBytes?: number): Open =>
  async ({ flushDelayMs = 0 }: HarnessOptions = {}) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-store-'))
    const files = new FaultyFiles(flushDelayMs)
    const troubles: unknown[] = []
    const options = {
      url: 'lowdb:',
      dataDir,
      files,
      ...(journalBytes !== undefined && { journalBytes }),
      report: ({ error }: BackgroundFailure) => {
        if (!isDiskFull(error)) troubles.push(error)
      },
    }
    let store = await openStore(options)
    const first = store
    return {
      store: first,
      isSteady: true,
      reopen: async () => {
        await store.close()
        store = await openStore(options)
        return store
      },
      stallFlushes: () => files.stall(),
      failFlushes: on => {
        files.fault = () => {
          if (on) throw diskFull()
        }
      },
      cleanup: async () => {
        await store.close()
        await rm(dataDir, { recursive: true, force: true })
        expect(troubles).toEqual([])
      },
    }
  }

const isDiskFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

describe.each([
  ['with everything in its journal', undefined],
  ['with a snapshot after every few commits', 1500],
])('the embedded engine %s', (_, journalBytes) => {
  storeContract(opening(journalBytes))
  pipelineContract(opening(journalBytes))
})
