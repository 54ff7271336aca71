import { isGone } from '../auth/deletion.ts'
import { expiredRecords, expiredRequests, type Waste } from '../auth/expired.ts'
import { each } from '../store/each.ts'
import type { Transaction } from '../store/store.ts'
import type { Services } from './call.ts'
import { pages, remainsOfOrganization, remainsOfProject } from './remains.ts'

/** So that no call waits long for the sweep. */
const RECORDS_A_TRANSACTION = 1_000
/** For so long people see why an invitation is over. */
const INVITATION_MEMORY_MS = 30 * 24 * 3_600_000

type Swept = Pick<Services, 'store' | 'now' | 'auth'>
type WasteOf = (tx: Transaction, now: Date) => AsyncGenerator<Waste>

/**
 * Removes what expired: answers for repeated calls, uploads, reservations, invitations, what is over of signing in and of the authorization server,
 * everything of projects and organizations that can no longer be restored, and the oldest events of the audit log where they are not kept for ever.
 * Gives how many records went. Between two transactions it ends when `signal` says so, and the next sweep goes on there.
 * @throws AppError `store_unavailable`.
 */
export async function sweep(services: Swept, signal?: AbortSignal): Promise<number> {
  const removed = await remove(wasteOf, services, signal)
  const { auditRetention } = services.auth
  if (auditRetention === undefined || signal?.aborted === true) return removed
  const before = new Date(services.now().getTime() - auditRetention).toISOString()
  return removed + (await services.store.trim('audit', before))
}

async function remove(waste: WasteOf, { store, now }: Swept, signal?: AbortSignal): Promise<number> {
  let swept = 0
  for (;;) {
    if (signal?.aborted === true) return swept
    const work = async (tx: Transaction): Promise<number> => {
      let count = 0
      for await (const { table, id } of waste(tx, now())) {
        await tx[table].remove(id)
        count += 1
        if (count === RECORDS_A_TRANSACTION) break
      }
      return count
    }
    const removed = await store.transaction(work, { lane: 'sweep' })
    swept += removed
    if (removed < RECORDS_A_TRANSACTION) return swept
  }
}

/** What is to go, in pages: whoever reads on has removed what it was given. */
async function* wasteOf(tx: Transaction, now: Date): AsyncGenerator<Waste> {
  const at = now.toISOString()
  for (const table of ['replays', 'staged_files', 'reservations'] as const) {
    yield* pages(table, async () => {
      const { items } = await tx[table].page('all', '', { limit: RECORDS_A_TRANSACTION })
      return items.filter(({ expires_at }) => expires_at <= at)
    })
  }
  yield* expiredRecords(tx, now)
  yield* oldInvitations(tx, now)
  for (const project of await tx.projects.list('deleted', ''))
    if (isGone(project, now)) yield* remainsOfProject(project, tx)
  for (const account of await tx.accounts.list('deleted', '')) {
    if (isGone(account, now)) yield* remainsOfOrganization(account, tx)
  }
}

/** No invitation is open for longer than this remembers it: one that ended so long ago has expired as well, and is found among the first. */
async function* oldInvitations(tx: Transaction, now: Date): AsyncGenerator<Waste> {
  const at = now.toISOString()
  const remembered = new Date(now.getTime() - INVITATION_MEMORY_MS).toISOString()
  for await (const invitation of each(after =>
    tx.invitations.page('all', '', { limit: RECORDS_A_TRANSACTION, after }),
  )) {
    if (invitation.expires_at > at) return
    const over = invitation.ended?.at ?? invitation.expires_at
    if (over <= remembered) yield { table: 'invitations', id: invitation.id }
  }
}

const EVERY_MS = 60_000
const WHOLE_EVERY = 60

/**
 * Sweeps every minute what strangers make, and a minute from now and then every hour all that there is; never two at once. Returns the function that
 * stops it.
 */
export function sweepRegularly(services: Services): () => void {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let turn = 0
  const next = (): void => {
    timer = setTimeout(() => void run(), EVERY_MS).unref()
  }
  const run = async (): Promise<void> => {
    try {
      const isWhole = turn % WHOLE_EVERY === 0
      turn += 1
      const { signal } = stopping
      const records = await (isWhole ? sweep(services, signal) : remove(expiredRequests, services, signal))
      if (records > 0) services.log.info({ records }, 'what expired was removed from the store')
    } catch (error) {
      services.log.warn({ err: error }, 'what expired could not be removed from the store')
    }
    if (!stopping.signal.aborted) next()
  }
  next()
  return () => {
    stopping.abort()
    clearTimeout(timer)
  }
}
