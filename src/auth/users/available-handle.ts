import { getLookalikeKey, isLookalike } from '../../store/records/lookalikes.ts'
import type { Reader } from '../../store/store.ts'
import { findReservedLookalike, isHandle } from './handles.ts'

/** Room for the number behind a handle, within the 39 characters that it may have. */
const MAX_BASE_LENGTH = 35
/** After so many people of one name the next gets the end of an id. */
const MAX_SUFFIX = 50

/**
 * A handle that nobody has, made from what a person is called elsewhere: `Ada.Lovelace` becomes `ada-lovelace`, and `ada-lovelace-2` when that is taken
 * or reserved, or looks like one that is. A name proves nothing about who has the handle already, nor about who will be given it: `kept` are handles of people who may not be here yet.
 */
export async function findAvailableHandle(
  read: Pick<Reader, 'users' | 'accounts'>,
  name: string,
  { kept, newId }: { readonly kept: readonly string[]; readonly newId: () => string },
): Promise<string> {
  const base = toHandleBase(name) || 'person'
  for (let count = 1; count <= MAX_SUFFIX; count += 1) {
    const handle = count === 1 ? base : `${base}-${count}`
    const isKept = kept.some(other => isLookalike(handle, other))
    if (isHandle(handle) && !isKept && (await isAvailable(read, handle))) return handle
  }
  return `${base.slice(0, 28)}-${newId().slice(-10)}`
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
