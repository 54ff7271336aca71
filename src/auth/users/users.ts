import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Transaction } from '../../store/store.ts'
import type { Clock } from '../clock.ts'
import { isPastRestoration, releaseHandle } from '../deletion.ts'
import { LOCAL_HANDLE, parseHandle } from './handles.ts'

/**
 * Finds the user of a handle, or creates one with a private personal account that has access. Frees the handle of an organization that only waits for
 * the sweep.
 * @throws AppError `invalid_input` for an invalid handle, `already_exists` if an organization has it.
 */
export async function findOrCreateUser(
  tx: Transaction,
  name: string,
  clock: Clock,
): Promise<{ user: Frozen<UserRecord>; created: boolean }> {
  const handle = name === LOCAL_HANDLE ? LOCAL_HANDLE : parseHandle(name)
  const known = await tx.users.by('handle', handle)
  if (known !== undefined) return { user: known, created: false }
  const organization = await tx.accounts.by('handle', handle)
  if (organization !== undefined) {
    if (!isPastRestoration(organization, clock.now())) throw notAUserError(handle)
    await releaseHandle(tx, organization)
  }
  return { user: await createUser(tx, handle, clock), created: true }
}

interface UserOrigin {
  /** How the user signed up; absent if an operator created them. */
  readonly cameBy?: UserRecord['came_by']
  /** Default: a new one. */
  readonly id?: string
}

/** Creates a user with a free handle. */
export async function createUser(
  tx: Transaction,
  handle: string,
  { now, newId }: Clock,
  { cameBy, id = newId() }: UserOrigin = {},
): Promise<Frozen<UserRecord>> {
  const created_at = now().toISOString()
  const user: Frozen<UserRecord> = {
    id,
    handle,
    name: handle,
    account_id: newId(),
    operator: false,
    ...(cameBy !== undefined && { came_by: cameBy }),
    created_at,
  }
  await tx.users.insert(user)
  await tx.accounts.insert({
    id: user.account_id,
    handle,
    name: handle,
    kind: 'personal',
    owner_id: user.id,
    has_access: true,
    public: false,
    created_at,
  })
  return user
}

const notAUserError = (handle: string): AppError =>
  new AppError('already_exists', `${handle} is an organization.`, {
    fix: "Enter a user's handle.",
  })
