import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'

/** Whom a command is about, so that the operator sees whether the handle is of who they mean. */
export interface UserSummary {
  readonly handle: string
  /** Whether this command made the person. */
  readonly new: boolean
  readonly since: string
  /** How the person signs in beside links, such as `octo-cat at https://github.com (github:583231)`. */
  readonly signs_in_by: readonly string[]
}

export async function summarizeUser(
  read: Pick<Reader, 'identities'>,
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
  }
}

/** A provider chose the name, and a terminal obeys some characters. */
const replaceControls = (text: string): string => text.replace(/\p{C}/gu, '?')
