import { authorize } from '../../../auth/policy/authorize.ts'
import { loadBackgroundPrincipal } from '../../../auth/policy/background-principal.ts'
import type { Principal } from '../../../auth/policy/principal.ts'
import { AppError } from '../../../errors.ts'
import type { Frozen } from '../../../store/frozen.ts'
import { type KeptLease, keepLease } from '../../../store/kept-lease.ts'
import type { AccountRecord } from '../../../store/records/identity.ts'
import type { Transaction } from '../../../store/store.ts'
import type { Services } from '../../pipeline/call.ts'
import type { Project } from '../../translations/records.ts'
import { StopError } from '../end-run.ts'
import { findUseFault } from '../engines.ts'
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

/** A run, with what it works on and by whose rights. */
export interface RunScene {
  readonly run: Run
  readonly project: Project
  readonly account: Frozen<AccountRecord>
  readonly principal: Principal
}

/**
 * Loads a run that goes on, and checks again that its user and its engines may do what it does.
 * @returns undefined for a run that is paused, has ended, or has another worker
 * @throws StopError
 */
export async function loadRunScene(id: string, worker: string, services: Services): Promise<RunScene | undefined> {
  const { read } = services.store
  const run = await read.runs.get(id)
  if (run === undefined || !isLive(run) || run.worker !== worker) return undefined
  const project = await read.projects.get(run.project_id)
  const account = await read.accounts.get(run.account_id)
  if (project === undefined || project.deleted_at !== null || account === undefined) {
    throw new StopError({ state: 'cancelled', message: 'The project was deleted.' })
  }
  const principal = await loadPrincipal(run, project, account, services)
  for (const name of run.engines) {
    const fault = findUseFault(name, { project, account }, services)
    if (fault !== undefined) {
      throw new StopError({ state: 'paused', reason: 'engine_unavailable', message: `${fault.why} ${fault.fix}` })
    }
  }
  return { run, project, account, principal }
}

async function loadPrincipal(
  { origin, scopes }: Run,
  project: Project,
  account: Frozen<AccountRecord>,
  { store, now }: Services,
): Promise<Principal> {
  const target = { kind: 'account', account, name: `${account.handle}/${project.slug}` } as const
  try {
    const work = { user_id: origin.user_id, credential: origin.credential, scopes }
    const principal = await loadBackgroundPrincipal(work, store.read, now())
    if (!principal.scopes.has('project:write')) {
      throw new AppError('forbidden', 'The credential lost the scope project:write.')
    }
    await authorize(principal, 'project:write', target, store.read)
    return principal
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new StopError({ state: 'paused', reason: 'credential_revoked', message: error.message })
  }
}
