import { credentialName, type Principal } from '../../auth/policy/principal.ts'
import { findClientSignal } from '../connections/client-leaves.ts'
import type { Exchange } from '../exchange.ts'

interface Sent {
  readonly exchange: Exchange
  readonly principal: Principal
  readonly body: unknown
}

interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly arguments?: unknown; readonly requestId?: unknown } | null
}

/**
 * The calls that wait for something, so that their clients can cancel them. A client of 2025 cancels with a message of
 * its own. Without sessions, it is known by its credential and the ID of the request. If two clients of one credential
 * use the same ID, the call of the other one is answered early, with what is known then.
 */
export class WaitingCalls {
  readonly #calls = new Map<string, Set<AbortController>>()

  /** Returns the signal of a call that waits, undefined for any other message. */
  begin({ exchange: { response }, principal, body }: Sent): AbortSignal | undefined {
    const { id, method, params } = (body ?? {}) as Message
    if (method !== 'tools/call') return undefined
    const left = findClientSignal(response, params?.arguments)
    if (left === undefined) return undefined
    const cancelled = new AbortController()
    const key = toKey(principal, id)
    const known = this.#calls.get(key) ?? new Set()
    this.#calls.set(key, known.add(cancelled))
    response.once('close', () => {
      known.delete(cancelled)
      if (known.size === 0) this.#calls.delete(key)
    })
    return AbortSignal.any([left, cancelled.signal])
  }

  /** Ends the waits of the call that a `notifications/cancelled` names. Ignores other messages. */
  cancel({ principal, body }: Pick<Sent, 'principal' | 'body'>): void {
    const { method, params } = (body ?? {}) as Message
    if (method !== 'notifications/cancelled') return
    for (const call of this.#calls.get(toKey(principal, params?.requestId)) ?? []) call.abort()
  }
}

const toKey = ({ user, credential }: Principal, id: unknown): string =>
  `${user.id} ${credentialName(credential)} ${JSON.stringify(id)}`
