import type { SignedIn } from '../../auth/users/sessions.ts'
import { listAccounts } from '../../operator/accounts/list.ts'
import type { AccountRow } from '../../operator/accounts/row.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { runOperatorAction } from './run-action.ts'

/** Loads an account by handle, as operators list it; undefined if unknown. */
export async function loadAccountRow(
  request: PageRequest,
  signedIn: SignedIn,
  handle: string,
): Promise<AccountRow | undefined> {
  if (handle.length > MAX_HANDLE_LENGTH) return undefined
  const { accounts } = await runOperatorAction(request, signedIn, listAccounts, { starting_with: handle, limit: 1 })
  return accounts.find(({ account }) => account === handle)
}

const MAX_HANDLE_LENGTH = 60
