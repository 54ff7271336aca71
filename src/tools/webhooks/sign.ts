import { createHmac, randomBytes } from 'node:crypto'
import type { Frozen } from '../../store/frozen.ts'
import type { WebhookRecord } from '../../store/records/webhooks.ts'

const PREFIX = 'whsec_'
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32

/** Creates a secret for signatures, as Standard Webhooks writes it: `whsec_` and base64. */
export const createWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface Signed {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** The signature of a request: HMAC-SHA-256 over `id.timestamp.body` (Standard Webhooks, "Signature scheme"), one for each valid secret. */
export function signWebhook(
  { secret, previous }: Pick<Frozen<WebhookRecord>, 'secret' | 'previous'>,
  { id, timestamp, body }: Signed,
): string {
  const old = previous === undefined || Date.parse(previous.until) <= timestamp * 1000 ? [] : [previous.secret]
  return [secret, ...old]
    .map(one => {
      const key = Buffer.from(one.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
