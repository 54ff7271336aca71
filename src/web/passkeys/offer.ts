import { MAX_PASSKEYS } from '../../auth/passkeys/passkeys.ts'
import { supportsPasskeys } from '../../auth/passkeys/relying-party.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { SignInLinkRecord } from '../../store/records/sign-in.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { newPasskeyPath } from './paths.ts'

/** Steps of a task that the user began elsewhere, and that must not wait. */
const UNINTERRUPTED = ['/oauth/', '/device', '/account/passkeys']

/**
 * Returns the page after a sign-in by link: the one that creates a passkey and then opens `destination`, or `destination` itself. A user with a provider
 * needs no passkey. The user of the machine has a terminal for the next link, unless the server is elsewhere.
 */
export async function offerPasskey(
  { services: { baseUrl, store } }: Pick<PageRequest, 'services'>,
  { user_id, confirm }: Pick<Frozen<SignInLinkRecord>, 'user_id' | 'confirm'>,
  destination: string,
): Promise<string> {
  if (!supportsPasskeys(baseUrl) || UNINTERRUPTED.some(path => destination.startsWith(path))) return destination
  if (!confirm && !baseUrl.startsWith('https:')) return destination
  const [identities, passkeys] = await Promise.all([
    store.read.identities.count('user', user_id),
    store.read.passkeys.count('user', user_id),
  ])
  // Users who need a link of the operator's have lost their passkeys.
  const isNeeded = identities === 0 && passkeys < (confirm ? MAX_PASSKEYS : 1)
  return isNeeded ? newPasskeyPath(destination) : destination
}
