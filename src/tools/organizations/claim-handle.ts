import { giveUpHandle, isGone, restorableUntil } from '../../auth/deletion.ts'
import { parseHandle, reservedLike } from '../../auth/handles.ts'
import { rolesOn } from '../../auth/policy.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { lookOf, looksLike } from '../../store/records/look.ts'
import type { WriteContext } from '../call.ts'

type Claiming = Pick<WriteContext, 'tx' | 'principal' | 'services'>

/**
 * The handle that a new organization gets by this name: nobody has it, and none that is there could be taken for it. A deleted organization that waits
 * for the sweep gives its handle up.
 * @throws AppError `invalid_input`, `already_exists`.
 */
export async function claimHandle(name: string, { tx, principal, services }: Claiming): Promise<string> {
  const handle = parseHandle(name)
  const word = reservedLike(handle)
  if (word !== undefined) {
    throw new AppError('invalid_input', `The handle ${handle} looks like ${word}, which is reserved.`, { fix: ANOTHER })
  }
  const machine = services.auth.machineHandle
  if (handle === machine || (await tx.users.by('handle', handle)) !== undefined) throw taken(handle)
  const candidates = await tx.accounts.list('look', lookOf(handle))
  for (const account of candidates.filter(one => looksLike(handle, one.handle))) {
    if (isGone(account, services.now())) await giveUpHandle(tx, account)
    else if (account.handle !== handle) throw alike(handle, account.handle)
    else throw (await mayRestore(account, { tx, principal })) ? deleted(account) : taken(handle)
  }
  if (looksLike(handle, machine)) throw alike(handle, machine)
  return handle
}

/** To others a deleted organization is a handle that is taken. */
async function mayRestore(
  account: Frozen<AccountRecord>,
  { tx, principal }: Pick<Claiming, 'tx' | 'principal'>,
): Promise<boolean> {
  if (account.deleted_at === undefined) return false
  const target = { kind: 'account', account, name: account.handle, evenDeleted: true } as const
  return (await rolesOn(principal, target, tx)).has('organization_admin')
}

function deleted({ handle, deleted_at = '' }: Frozen<AccountRecord>): AppError {
  return new AppError('already_exists', `${handle} was deleted on ${deleted_at} and can still be restored.`, {
    fix: `Restore it with restore_organization, wait until ${restorableUntil(deleted_at)}, or choose another handle.`,
  })
}

const taken = (handle: string): AppError =>
  new AppError('already_exists', `The handle ${handle} is taken.`, { fix: ANOTHER })

const alike = (handle: string, other: string): AppError =>
  new AppError('already_exists', `The handle ${handle} looks like ${other}, which somebody has.`, { fix: ANOTHER })

const ANOTHER = 'Choose another handle, one that nobody takes for that of somebody else.'
