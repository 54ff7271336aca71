import { isPastRestoration, releaseHandle, restorableUntil } from '../../auth/deletion.ts'
import { findRoles } from '../../auth/policy/authorize.ts'
import { findReservedLookalike, parseHandle } from '../../auth/users/handles.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import { getLookalikeKey, isLookalike } from '../../store/records/lookalikes.ts'
import type { WriteContext } from '../pipeline/call.ts'

type ClaimContext = Pick<WriteContext, 'tx' | 'principal' | 'services'>

/**
 * Returns the handle for a new organization: free, and not confusable with another one. Deleted organizations that can no longer be restored release their
 * handles.
 * @throws AppError `invalid_input`, `already_exists`.
 */
export async function claimHandle(name: string, { tx, principal, services }: ClaimContext): Promise<string> {
  const handle = parseHandle(name)
  const word = findReservedLookalike(handle)
  if (word !== undefined) {
    throw new AppError('invalid_input', `Handle ${handle} looks like ${word}, which is reserved.`, {
      fix: CHOOSE_ANOTHER_HANDLE,
    })
  }
  const machine = services.auth.machineHandle
  if (handle === machine || (await tx.users.by('handle', handle)) !== undefined) throw handleTakenError(handle)
  const candidates = await tx.accounts.list('look', getLookalikeKey(handle))
  for (const account of candidates.filter(one => isLookalike(handle, one.handle))) {
    if (isPastRestoration(account, services.now())) await releaseHandle(tx, account)
    else if (account.handle !== handle) throw similarHandleError(handle, account.handle)
    else
      throw (await mayRestore(account, { tx, principal })) ? restorableHandleError(account) : handleTakenError(handle)
  }
  if (isLookalike(handle, machine)) throw similarHandleError(handle, machine)
  return handle
}

/** Returns whether the caller may restore the organization. Other callers learn only that the handle is taken. */
async function mayRestore(
  account: Frozen<AccountRecord>,
  { tx, principal }: Pick<ClaimContext, 'tx' | 'principal'>,
): Promise<boolean> {
  if (account.deleted_at === undefined) return false
  const target = { kind: 'account', account, name: account.handle, evenDeleted: true } as const
  return (await findRoles(principal, target, tx)).has('organization_admin')
}

function restorableHandleError({ handle, deleted_at = '' }: Frozen<AccountRecord>): AppError {
  return new AppError('already_exists', `${handle} was deleted on ${deleted_at} and can still be restored.`, {
    fix: `Restore it with restore_organization, wait until ${restorableUntil(deleted_at)}, or choose another handle.`,
    pageFix: 'Restore it under Organizations, or choose another handle.',
  })
}

const handleTakenError = (handle: string): AppError =>
  new AppError('already_exists', `Handle ${handle} is taken.`, { fix: CHOOSE_ANOTHER_HANDLE })

const similarHandleError = (handle: string, other: string): AppError =>
  new AppError('already_exists', `Handle ${handle} looks like ${other}, which is taken.`, {
    fix: CHOOSE_ANOTHER_HANDLE,
  })

const CHOOSE_ANOTHER_HANDLE = 'Choose another handle.'
