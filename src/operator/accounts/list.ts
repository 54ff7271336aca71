import { z } from 'zod'
import { hasReleasedHandle } from '../../auth/deletion.ts'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { decodeCursor, encodeCursor } from '../../tools/pipeline/paging.ts'
import { pageInput } from '../../tools/schemas/fields.ts'
import { defineOperatorView } from '../action.ts'
import { type AccountRow, loadAccountRow } from './row.ts'

const Input = z.strictObject({
  ...pageInput,
  kind: z.enum(['personal', 'organization']).optional(),
  starting_with: z.string().trim().toLowerCase().max(60).default(''),
})

type Account = Frozen<AccountRecord>

/** A page of the server's accounts. */
export interface AccountList {
  readonly accounts: readonly AccountRow[]
  readonly next_cursor?: string
}

/** Lists all accounts by handle, including deleted ones until their handle is taken again. */
export const listAccounts = defineOperatorView(
  'accounts',
  Input,
  async (input, read, { services }): Promise<AccountList> => {
    const { limit, cursor, kind, starting_with } = input
    const query = ['accounts', kind ?? '', starting_with]
    const from = cursor === undefined ? undefined : decodeCursor(query, cursor)
    const found: Account[] = []
    let next_cursor: string | undefined
    for await (const { account, after } of iterateAccounts(read, from?.['after'])) {
      const { handle } = account
      if (handle <= (from?.['past'] ?? '') || handle < starting_with) continue
      if (!handle.startsWith(starting_with)) break
      if (hasReleasedHandle(account)) continue
      if (kind !== undefined && account.kind !== kind) continue
      if (found.length === limit) {
        const past = found.at(-1)?.handle ?? ''
        next_cursor = encodeCursor(query, { past, ...(after !== undefined && { after }) })
        break
      }
      found.push(account)
    }
    const accounts = await Promise.all(found.map(one => loadAccountRow(one, { read, limits: services.limits })))
    return { accounts, ...(next_cursor !== undefined && { next_cursor }) }
  },
)

/** Yields all accounts by handle, each with the cursor of its page. */
export async function* iterateAccounts(
  read: Pick<Reader, 'accounts'>,
  from: string | undefined,
): AsyncGenerator<{ readonly account: Account; readonly after: string | undefined }> {
  const pace = new Pacer()
  let after = from
  do {
    const { items, next } = await read.accounts.page('all', '', { limit: MAX_PAGE_SIZE, after })
    for (const account of items) yield { account, after }
    after = next
    // A search reads every account: let other requests run in between.
    if (pace.shouldYield) await pace.yieldNow()
  } while (after !== undefined)
}

const MAX_PAGE_SIZE = 1000
