import type { Frozen } from '../../store/frozen.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { UsedCredential } from '../policy/authenticate.ts'

const GRANULARITY_MS = 60_000

interface UseRecorderDeps {
  readonly store: Store
  readonly now: () => Date
  /** Called when recording fails, which must not fail the request. */
  readonly onError: (error: unknown) => void
}

/** The address and user agent of a use. */
export interface UsageOrigin {
  readonly address: string
  readonly userAgent: string | undefined
}

/** Records a use of a credential. Calls `origin` only if the use is written. */
export type RecordUse = (used: UsedCredential, origin: () => UsageOrigin) => void

/** No browser or tool has a longer user agent. */
const MAX_USER_AGENT_LENGTH = 200

/**
 * Creates a recorder of the last use of account tokens and grants: in the background, at most one write a minute for each.
 */
export function createUseRecorder({ store, now, onError }: UseRecorderDeps): RecordUse {
  const underWay = new Set<string>()
  return (used, origin) => {
    const { id } = used.record
    const at = now()
    if (!shouldRecordUse(used.record, at) || underWay.has(id)) return
    underWay.add(id)
    const record = async (): Promise<void> => {
      const use = toUse(origin(), at)
      await store.transaction(tx => (used.kind === 'token' ? touchToken(tx, id, use) : touchGrant(tx, id, use)))
    }
    record()
      .catch(onError)
      .finally(() => underWay.delete(id))
  }
}

/** Returns whether the recorded last use is at least a minute old. */
export const shouldRecordUse = ({ last_used_at }: Frozen<{ last_used_at: string | null }>, now: Date): boolean =>
  last_used_at === null || now.getTime() - Date.parse(last_used_at) >= GRANULARITY_MS

/** The stored fields of a use. */
interface Use {
  readonly last_used_at: string
  readonly address: string
  readonly user_agent?: string
}

const toUse = ({ address, userAgent }: UsageOrigin, at: Date): Use => ({
  last_used_at: at.toISOString(),
  address,
  ...(userAgent !== undefined && { user_agent: userAgent.slice(0, MAX_USER_AGENT_LENGTH) }),
})

/** Records a use. A token that was revoked meanwhile stays unchanged. */
async function touchToken(tx: Transaction, id: string, use: Use): Promise<void> {
  const token = await tx.tokens.get(id)
  if (token === undefined || token.revoked_at !== null || !shouldRecordUse(token, new Date(use.last_used_at))) return
  const { user_agent: _before, ...others } = token
  await tx.tokens.put({ ...others, ...use })
}

async function touchGrant(tx: Transaction, id: string, use: Use): Promise<void> {
  const grant = await tx.grants.get(id)
  if (grant === undefined || grant.revoked_at !== null || !shouldRecordUse(grant, new Date(use.last_used_at))) return
  const { user_agent: _before, ...others } = grant
  await tx.grants.put({ ...others, ...use })
}
