import { type KeptLease, keepLease } from '../../../store/kept-lease.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Services } from '../../pipeline/call.ts'
import type { Run } from '../plan.ts'

/** The right of one worker to continue a run. */
export interface RunHold {
  /** The `worker` of the run. Everything that the worker writes has the condition that the run still has it. */
  readonly worker: string
  readonly lease: KeptLease
}

type HoldServices = Pick<Services, 'store' | 'newId'>

/**
 * Makes a worker the only one that can continue a run. The lease tells others not to try; `worker` in the run refuses what an earlier worker writes that was
 * frozen or cut off. Returns `elsewhere` while another process has the lease, and `changed` if the run is not as it was read before.
 */
export async function holdRun(run: Run, { store, newId }: HoldServices): Promise<RunHold | 'elsewhere' | 'changed'> {
  const lease = await keepLease(store.shared, `run ${run.id}`)
  if (lease === undefined) return 'elsewhere'
  const worker = newId()
  // A process that was frozen before this transaction must not replace the worker of another one.
  const claim = async (tx: Transaction): Promise<boolean> => {
    const now = await tx.runs.get(run.id)
    if (now === undefined || !isLive(now) || now.worker !== run.worker) return false
    await tx.runs.put({ ...now, worker })
    return true
  }
  let isClaimed = false
  try {
    isClaimed = await store.transaction(claim, { lock: `run ${run.id}` })
  } finally {
    if (!isClaimed) await lease.release()
  }
  return isClaimed ? { worker, lease } : 'changed'
}

/** Lets other processes continue a run. They see the change of the run, so that they need not wait until they try again. */
export async function leaveRun(id: string, { worker, lease }: RunHold, { store }: HoldServices): Promise<void> {
  await lease.release()
  const leave = async (tx: Transaction): Promise<void> => {
    const run = await tx.runs.get(id)
    if (run === undefined || !isLive(run) || run.worker !== worker) return
    const { worker: _, ...rest } = run
    await tx.runs.put(rest)
  }
  await store.transaction(leave, { lock: `run ${id}` })
}

/** Whether a worker continues it. */
export const isLive = ({ state }: Pick<Run, 'state'>): boolean => state === 'pending' || state === 'running'
