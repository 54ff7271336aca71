import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import type { BackgroundFailure } from '../../../src/store/store.ts'
import { isNightly } from '../../runs.ts'
import type { HarnessOptions, Open } from '../contract/harness.ts'
import { pipelineContract } from '../contract/pipeline.ts'
import { keepingContract, storeContract } from '../contract.ts'
import { diskFull, FaultyFiles } from '../faulty-files.ts'

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

describe('the embedded engine with everything in its journal', () => {
  storeContract(opening(), isNightly ? 1 : 0.4)
  pipelineContract(opening())
})

describe('the embedded engine with a snapshot after every few commits', () => {
  const open = opening(1500)
  if (isNightly) storeContract(open)
  else keepingContract(open, 0.2)
  pipelineContract(open)
})
