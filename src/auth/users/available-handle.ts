import { getLookalikeKey, isLookalike } from '../../store/records/lookalikes.ts'
import type { Reader } from '../../store/store.ts'
import { findReservedLookalike, isHandle } from './handles.ts'

/** Leaves room for a number within the 39 characters of a handle. */
const MAX_BASE_LENGTH = 35
/** Maximum number after a name. For further users with the same name, a handle ends with a part of an ID instead. */
const MAX_SUFFIX = 50

/**
 * Finds an unused handle for a name at a provider. `Ada.Lovelace` becomes `ada-lovelace`, or `ada-lovelace-2` if that is taken or reserved, or looks like a
 * taken or reserved one.
 * Equal names do not prove the same user, so the handle of another user is never returned. `kept` are handles of users who may not exist yet.
 */
export async function findAvailableHandle(
  read: Pick<Reader, 'users' | 'accounts'>,
  name: string,
  { kept, newId }: { readonly kept: readonly string[]; readonly newId: () => string },
): Promise<string> {
  const base = toHandleBase(name) || 'person'
  for (let count = 1; count <= MAX_SUFFIX; count += 1) {
    const handle = count === 1 ? base : `${base}-${count}`
    if (await isFreeHandle(read, handle, kept)) return handle
  }
  return `${base.slice(0, 28)}-${newId().slice(-10)}`
}

/** Returns whether a new user may have a handle: it is valid, and no other account or reserved word has it or looks like it. */
export async function isFreeHandle(
  read: Pick<Reader, 'users' | 'accounts'>,
  handle: string,
  kept: readonly string[],
): Promise<boolean> {
  return isHandle(handle) && !kept.some(other => isLookalike(handle, other)) && (await isAvailable(read, handle))
}

async function isAvailable(read: Pick<Reader, 'users' | 'accounts'>, handle: string): Promise<boolean> {
  if (findReservedLookalike(handle) !== undefined) return false
  const [user, candidates] = await Promise.all([
    read.users.by('handle', handle),
    read.accounts.list('look', getLookalikeKey(handle)),
  ])
  return user === undefined && !candidates.some(account => isLookalike(handle, account.handle))
}

const toHandleBase = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_BASE_LENGTH)
    .replace(/^-+|-+$/g, '')
