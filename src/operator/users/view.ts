import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** The user of a command, so that operators can verify the handle. */
export interface UserSummary {
  readonly handle: string
  /** Whether this command created the user. */
  readonly new: boolean
  readonly since: string
  /** Linked providers, such as `octo-cat at https://github.com (github:583231)`. */
  readonly signs_in_by: readonly string[]
  readonly passkeys: number
}

/** Summarizes a user with their ways to sign in. */
export async function summarizeUser(
  read: Pick<Reader, 'identities' | 'passkeys'>,
  { id, handle, created_at }: Frozen<UserRecord>,
  isNew: boolean,
): Promise<UserSummary> {
  const identities = await read.identities.list('user', id)
  return {
    handle,
    new: isNew,
    since: created_at,
    signs_in_by: identities.map(({ provider, issuer, subject, login }) =>
      replaceControls(`${login} at ${issuer} (${provider}:${subject})`),
    ),
    passkeys: await read.passkeys.count('user', id),
  }
}

/** Replaces control characters: usernames are from a provider, and could change the terminal. */
const replaceControls = (text: string): string => text.replace(/\p{C}/gu, '?')
