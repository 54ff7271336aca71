import type { UserRecord } from '../store/records/identity.ts'
import type { Frozen, Transaction } from '../store/store.ts'
import { LOCAL, parseHandle } from './handles.ts'

interface Clock {
  readonly now: () => Date
  readonly newId: () => string
}

/**
 * The user of this handle; an unknown one is created with a personal account that has access and is not public.
 * @throws AppError `invalid_input` for a handle that nobody can have, `already_exists` when an organization has it.
 */
export async function findOrCreateUser(
  tx: Transaction,
  name: string,
  clock: Clock,
): Promise<{ user: Frozen<UserRecord>; created: boolean }> {
  const handle = name === LOCAL ? LOCAL : parseHandle(name)
  const known = await tx.users.by('handle', handle)
  if (known !== undefined) return { user: known, created: false }
  const created_at = clock.now().toISOString()
  const user = { id: clock.newId(), handle, name: handle, account_id: clock.newId(), operator: false, created_at }
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
  return { user, created: true }
}
