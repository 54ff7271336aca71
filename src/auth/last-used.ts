import type { Frozen, Store, Transaction } from '../store/store.ts'
import type { Used } from './authenticate.ts'

const GRANULARITY_MS = 60_000

interface Recorder {
  readonly store: Store
  readonly now: () => Date
  /** A failed record must not fail the request that it is about. */
  readonly onError: (error: unknown) => void
}

/** From where a credential was used. */
export interface Origin {
  readonly address: string
  readonly userAgent: string | undefined
}

/** Told of each use of a credential. `origin` is asked only for a use that is recorded. */
export type RecordUse = (used: Used, origin: () => Origin) => void

/**
 * Makes what records when an account token or a grant was last used, and a grant also from where: at most one write a minute for each, in the
 * background, so that reading costs no write.
 */
export function createUseRecorder({ store, now, onError }: Recorder): RecordUse {
  const underWay = new Set<string>()
  return (used, origin) => {
    const { id } = used.record
    const at = now()
    if (!isNewUse(used.record, at) || underWay.has(id)) return
    underWay.add(id)
    const from = origin()
    store
      .transaction(tx => (used.kind === 'token' ? touchToken(tx, id, at) : touchGrant(tx, id, from, at)))
      .catch(onError)
      .finally(() => underWay.delete(id))
  }
}

/** Whether a use is worth a write: the last one that is noted is a minute ago. */
export const isNewUse = ({ last_used_at }: Frozen<{ last_used_at: string | null }>, now: Date): boolean =>
  last_used_at === null || now.getTime() - Date.parse(last_used_at) >= GRANULARITY_MS

/** A token that was revoked meanwhile stays as it is. */
async function touchToken(tx: Transaction, id: string, now: Date): Promise<void> {
  const token = await tx.tokens.get(id)
  if (token === undefined || token.revoked_at !== null || !isNewUse(token, now)) return
  await tx.tokens.put({ ...token, last_used_at: now.toISOString() })
}

async function touchGrant(tx: Transaction, id: string, { address, userAgent }: Origin, now: Date): Promise<void> {
  const grant = await tx.grants.get(id)
  if (grant === undefined || grant.revoked_at !== null || !isNewUse(grant, now)) return
  const { user_agent: _before, ...others } = grant
  await tx.grants.put({
    ...others,
    last_used_at: now.toISOString(),
    address,
    ...(userAgent !== undefined && { user_agent: userAgent.slice(0, 200) }),
  })
}
