import { setTimeout as wait } from 'node:timers/promises'
import type { Connections } from './connections.ts'
import { unknownOutcomeError } from './errors.ts'
import { SCHEMA } from './tables/layout.ts'

const FIND = `select origin from ${SCHEMA}.changes where id = $1`
/** Takes the place of a transaction that did not note its changes, so that it cannot be committed any more. Waits while it is being committed. */
const EXCLUDE = `insert into ${SCHEMA}.changes (id, origin, changes) values ($1, '', '[]') on conflict do nothing`

const PAUSE_MS = 200

/**
 * Finds out whether a transaction whose answer was lost is committed, by the ID under which it notes its changes. If it is not, it never will be.
 * @throws AppError `store_unavailable` when that cannot be known in time
 */
export async function isCommitted(connections: Connections, id: string, cause: unknown): Promise<boolean> {
  const { outcomeMs } = connections.limits
  const query = (text: string) => connections.queryWithin<{ origin: string }>(outcomeMs, text, [id])
  const end = performance.now() + outcomeMs
  do {
    try {
      const found = (await query(FIND))[0] ?? (await query(EXCLUDE).then(() => query(FIND)))[0]
      if (found !== undefined) return found.origin !== ''
    } catch {
      // The database may be restarting.
    }
    await wait(PAUSE_MS)
  } while (performance.now() < end)
  throw unknownOutcomeError(cause)
}
