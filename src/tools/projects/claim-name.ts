import { isPastRestoration, restorableUntil } from '../../auth/deletion.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { ProjectRecord } from '../../store/records/localization.ts'
import type { Transaction } from '../../store/store.ts'

/**
 * Makes sure that no project has the name; a deleted project past its restore period loses it.
 * @throws AppError `already_exists`, worded differently for a deleted project.
 */
export async function claimName(
  name: string,
  taken: Frozen<ProjectRecord> | undefined,
  { tx, now }: { readonly tx: Transaction; readonly now: Date },
): Promise<void> {
  if (taken === undefined) return
  if (taken.deleted_at === null) {
    throw new AppError('already_exists', `Project ${name} already exists.`, {
      fix: 'Use it (see get_project), or choose another name.',
    })
  }
  if (isPastRestoration(taken, now)) await tx.projects.put({ ...taken, slug: `deleted:${taken.id}` })
  else {
    throw new AppError('already_exists', `${name} was deleted on ${taken.deleted_at} and can still be restored.`, {
      fix: `Restore it with restore_project, wait until ${restorableUntil(taken.deleted_at)}, or choose another name.`,
    })
  }
}
