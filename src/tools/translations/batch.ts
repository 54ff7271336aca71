import type { BatchRecord, Origin, ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Transaction } from '../../store/store.ts'
import type { WriteContext } from '../call.ts'
import { originOf } from './origin.ts'

/** The writes of one call, which can be listed and reverted as one. */
export interface Batch {
  readonly id: string
  readonly kind: BatchRecord['kind']
  readonly project: Frozen<ProjectRecord>
  /** Who acts. */
  readonly origin: Origin
  readonly at: string
  readonly tx: Transaction
  readonly newId: () => string
}

/** Begins a batch; nothing is written before `keepBatch`. */
export function openBatch(
  kind: BatchRecord['kind'],
  project: Frozen<ProjectRecord>,
  { services, principal, client, tx }: Pick<WriteContext, 'services' | 'principal' | 'client' | 'tx'>,
): Batch {
  return {
    id: services.newId(),
    kind,
    project,
    origin: originOf({ principal, client }),
    at: services.now().toISOString(),
    tx,
    newId: services.newId,
  }
}

/** Writes the record of a batch that changed something, and counts the project's revision up; `change` is what else changed in the project. */
export async function keepBatch(
  { id, kind, project, origin, at, tx }: Batch,
  counts: Readonly<Record<string, number>>,
  note?: string,
  change: Partial<Frozen<ProjectRecord>> = {},
): Promise<void> {
  await tx.batches.append({
    id,
    project_id: project.id,
    kind,
    origin,
    ...(note !== undefined && { note }),
    counts,
    at,
  })
  await tx.projects.put({ ...project, ...change, revision: project.revision + 1 })
}
