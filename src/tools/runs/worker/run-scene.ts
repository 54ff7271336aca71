import { authorize } from '../../../auth/policy/authorize.ts'
import { loadBackgroundPrincipal } from '../../../auth/policy/background-principal.ts'
import type { Principal } from '../../../auth/policy/principal.ts'
import { AppError } from '../../../errors.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { AccountRecord } from '../../../store/records/identity.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
import type { Services } from '../../pipeline/call.ts'
import { StopError } from '../end-run.ts'
import { findUseFault } from '../engines.ts'
import type { Run } from '../plan.ts'
import { isLive } from './hold-run.ts'

/** A run, with what it works on and by whose rights. */
export interface RunScene {
  readonly run: Run
  readonly project: Frozen<ProjectRecord>
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
  project: Frozen<ProjectRecord>,
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
