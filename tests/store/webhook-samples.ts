import type { DeliveryRecord, WebhookRecord } from '../../src/store/records/webhooks.ts'
import { AT } from './contract/samples.ts'

/** At least one record of each table of webhooks; `text` is in every field that a user can set. */
export function webhookTables(text: string): {
  readonly webhooks: readonly WebhookRecord[]
  readonly deliveries: readonly DeliveryRecord[]
  readonly delivery_queue: readonly { readonly id: string; readonly webhook_id: string; readonly due_at: string }[]
} {
  return {
    webhooks: [
      {
        id: 'wh1',
        owner_id: 'p1',
        account_id: 'account-of-ada',
        url: text,
        events: ['source.pushed', 'token.revoked'],
        description: text,
        secret: 'whsec_c2VjcmV0',
        previous: { secret: 'whsec_b2xk', until: AT },
        enabled: true,
        failing_since: AT,
        created_by: 'ada',
        created_at: AT,
      },
    ],
    deliveries: [
      {
        id: 'msg_1',
        webhook_id: 'wh1',
        account_id: 'account-of-ada',
        event: 'source.pushed',
        payload: JSON.stringify(text),
        state: 'waiting',
        attempts: [
          { at: AT, status: 500, ms: 12 },
          { at: AT, fault: text, ms: 15_000 },
        ],
        created_at: AT,
      },
    ],
    delivery_queue: [{ id: 'msg_1', webhook_id: 'wh1', due_at: AT }],
  }
}
