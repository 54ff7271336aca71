import type { TokenRecord } from '../store/records/identity.ts'
import type { Frozen, Store } from '../store/store.ts'

const GRANULARITY_MS = 60_000

interface Recorder {
  readonly store: Store
  readonly now: () => Date
  /** A failed record must not fail the request that it is about. */
  readonly onError: (error: unknown) => void
}

/**
 * Makes `noteUse(token)`, which records when a token was last used: at most one write a minute for each token, in the background, so that reading
 * costs no write.
 */
export function createUseRecorder({ store, now, onError }: Recorder): (token: Frozen<TokenRecord>) => void {
  const underWay = new Set<string>()
  return token => {
    const at = now()
    if (!isNewUse(token, at) || underWay.has(token.id)) return
    underWay.add(token.id)
    recordUse(store, token.id, at)
      .catch(onError)
      .finally(() => underWay.delete(token.id))
  }
}

function isNewUse(token: Frozen<TokenRecord>, now: Date): boolean {
  return token.last_used_at === null || now.getTime() - Date.parse(token.last_used_at) >= GRANULARITY_MS
}

/** A token that was revoked meanwhile stays as it is. */
async function recordUse(store: Store, id: string, now: Date): Promise<void> {
  await store.transaction(async tx => {
    const token = await tx.tokens.get(id)
    if (token !== undefined && token.revoked_at === null && isNewUse(token, now)) {
      await tx.tokens.put({ ...token, last_used_at: now.toISOString() })
    }
  })
}
