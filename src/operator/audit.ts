import { z } from 'zod'
import { AppError } from '../errors.ts'
import type { Reader } from '../store/store.ts'
import { eventsInput, pageAuditEvents } from '../tools/audit/list-audit-events.ts'
import type { AuditListing } from '../tools/audit/search-listings.ts'
import type { AuditView } from '../tools/audit/view.ts'
import { Handle } from '../tools/schemas/fields.ts'
import { defineOperatorView } from './action.ts'

const Input = z.strictObject({
  account: Handle.optional().describe('The account that the event is about'),
  ...eventsInput,
})

/** A page of the audit log of the whole server. */
export interface AuditLogPage {
  readonly events: readonly AuditView[]
  readonly next_cursor?: string
  /** Number of events read for this page. */
  readonly looked: number
  /** Number of all events. */
  readonly kept: number
}

/** The audit log of all accounts, including events without one: registered apps, refused sign-ins of unknown users. */
export const auditLog = defineOperatorView(
  'audit',
  Input,
  async (input, read, { services }): Promise<AuditLogPage> => ({
    ...(await pageAuditEvents('audit', input, [await chooseListing(input, read)], { read, services })),
    kept: (await services.store.status()).counts['audit'] ?? 0,
  }),
)

/**
 * Chooses the smallest listing that contains all matching events.
 * @throws AppError `not_found` for an unknown handle, because operators may know all handles.
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
  return new AppError(
    'not_found',
    `${what === 'user' ? 'User' : 'Account'} ${JSON.stringify(handle.slice(0, 60))} not found.`,
    {
      fix: dragoman =>
        `Check the handle. For a deleted organization, search by target, such as acme/*. To list all handles: ${dragoman('accounts')}`,
    },
  )
}
