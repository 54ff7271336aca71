import { z } from 'zod'
import type { StoreStatus } from '../store/store.ts'
import type { Services } from '../tools/pipeline/call.ts'
import type { HeapStatus } from '../tools/quota/heap-guard.ts'
import { defineOperatorCommand, type Holder } from './command.ts'
import { readSize, type SizeStatus } from './size.ts'

/** Returns the process that holds the data folder, with the state of its store. */
export const serverStatus = defineOperatorCommand(
  'server status',
  z.strictObject({}),
  async (_input, { services, holder }) => describeHolder(services, holder),
)

export interface HolderStatus {
  readonly running: boolean
  /** Absent when no process held the folder before this command. */
  readonly process?: 'server' | 'stdio'
  readonly pid?: number
  readonly started_at?: string
  readonly url?: string
  readonly version: string
  readonly store: StoreStatus
  /** Memory of the process that holds the folder. */
  readonly heap?: HeapStatus
  /** How much of the embedded store's room is used; absent for other engines. */
  readonly size?: SizeStatus
}

/** The response of `GET /control/status`. */
export async function describeHolder(services: Services, { kind, pid, startedAt }: Holder): Promise<HolderStatus> {
  const size = kind === 'command' ? undefined : await readSize(services)
  return {
    running: kind !== 'command',
    ...(kind !== 'command' && { process: kind, pid, started_at: startedAt.toISOString() }),
    ...(kind === 'server' && { url: services.baseUrl }),
    version: services.version,
    store: await services.store.status(),
    ...(kind !== 'command' && { heap: services.heap.status() }),
    ...(size !== undefined && { size }),
  }
}
