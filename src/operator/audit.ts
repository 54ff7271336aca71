import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Reader } from '../store/store.ts'
import { eventsInput, pageAuditEvents } from '../tools/audit/page-events.ts'
import type { AuditListing } from '../tools/audit/search-listings.ts'
import type { AuditView } from '../tools/audit/view.ts'
import { Handle } from '../tools/schemas/fields.ts'
import { defineOperatorView } from './action.ts'

const Input = z.strictObject({ account: Handle.optional().describe('To which it was done'), ...eventsInput })

/** Some of what was done on the whole service. */
export interface AuditLogPage {
  readonly events: readonly AuditView[]
  readonly next_cursor?: string
  /** How many events were looked at for them, and how many there are. */
  readonly looked: number
  readonly kept: number
}

/** The audit log of everybody, and of what no account knows of: apps that registered, sign-ins of strangers that were refused. */
export const auditLog = defineOperatorView(
  'audit',
  Input,
  async (input, read, { services }): Promise<AuditLogPage> => ({
    ...(await pageAuditEvents('audit', input, [await chooseListing(input, read)], { read, services })),
    kept: services.store.status().counts['audit'] ?? 0,
  }),
)

/**
 * The smallest part of the log that has all that is asked for.
 * @throws AppError `not_found` for a handle that nobody has: operators may know who is there.
 */
async function chooseListing(
  { account, user }: Pick<z.output<typeof Input>, 'account' | 'user'>,
  read: Reader,
): Promise<AuditListing> {
  const person = user === undefined ? undefined : await read.users.by('handle', user.toLowerCase())
  if (user !== undefined && person === undefined) throw unknownHandleError('user', user)
  if (account !== undefined) {
    const found = await read.accounts.by('handle', account.toLowerCase())
    if (found === undefined) throw unknownHandleError('account', account)
    return { name: 'account', page: options => read.audit.page('account', found.id, options) }
  }
  if (person !== undefined) {
    return { name: 'user', page: options => read.audit.page('user', person.id, options) }
  }
  return { name: 'all', page: options => read.audit.page('all', '', options) }
}

function unknownHandleError(what: 'user' | 'account', handle: string): AppError {
  return new AppError('not_found', `There is no ${what} ${JSON.stringify(handle.slice(0, 60))}.`, {
    fix: dragoman =>
      `Events of a deleted organization are found by target, such as acme/*. To list all handles: ${dragoman('accounts')}`,
  })
}
