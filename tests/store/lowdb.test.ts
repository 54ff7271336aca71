import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { Harness, HarnessOptions } from './contract/harness.ts'
import { pipelineContract } from './contract/pipeline.ts'
import { storeContract } from './contract.ts'
import { diskFull, FaultyFiles } from './faulty-files.ts'

async function open({ flushDelayMs = 0 }: HarnessOptions = {}): Promise<Harness> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-store-'))
  const files = new FaultyFiles(flushDelayMs)
  let store = await openStore({ url: 'lowdb:', dataDir, files })
  const first = store
  return {
    store: first,
    reopen: async () => {
      await store.close()
      store = await openStore({ url: 'lowdb:', dataDir, files })
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
    },
  }
}

describe('the embedded engine', () => {
  storeContract(open)
  pipelineContract(open)
})
