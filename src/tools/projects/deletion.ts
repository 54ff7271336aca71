import { AppError } from '../../errors.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Frozen, Transaction } from '../../store/store.ts'

const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000

/** A project or an organization, as far as it may be deleted. */
interface Deletable {
  readonly deleted_at?: string | null | undefined
}

/** Until when what was deleted at this instant can be restored. */
export const restorableUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + RESTORABLE_MS).toISOString()

/** Whether it was deleted so long ago that nobody can restore it: it only waits for the sweep. */
export const isGone = ({ deleted_at }: Deletable, now: Date): boolean =>
  typeof deleted_at === 'string' && Date.parse(deleted_at) + RESTORABLE_MS <= now.getTime()

/**
 * Makes sure that no project has a name; one that waits for the sweep gives its name up.
 * @throws AppError `already_exists`, which tells a deleted project from one in use.
 */
export async function freeName(
  name: string,
  taken: Frozen<ProjectRecord> | undefined,
  { tx, now }: { readonly tx: Transaction; readonly now: Date },
): Promise<void> {
  if (taken === undefined) return
  if (taken.deleted_at === null) {
    throw new AppError('already_exists', `There is already a project ${name}.`, {
      fix: 'Use it (get_project shows its settings), or give another name.',
    })
  }
  if (isGone(taken, now)) await tx.projects.put({ ...taken, slug: `deleted:${taken.id}` })
  else {
    throw new AppError('already_exists', `${name} was deleted on ${taken.deleted_at} and can still be restored.`, {
      fix: `Restore it with restore_project, wait until ${restorableUntil(taken.deleted_at)}, or give another name.`,
    })
  }
}
