import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createWebhookSecret, signWebhook } from '../../../src/tools/webhooks/sign.ts'

const DOCUMENT = join(import.meta.dirname, '../../../docs/webhooks.md')

type Verify = (headers: Readonly<Record<string, string>>, body: string, secret: string) => boolean

it('the example for Node.js in docs/webhooks.md verifies our signatures, and no others', async () => {
  const [, code = ''] = /```js\n([^]*?)```/.exec(readFileSync(DOCUMENT, 'utf8')) ?? []
  const { verify } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { verify: Verify }
  const [secret, other] = [createWebhookSecret(), createWebhookSecret()]
  const [id, body, timestamp] = ['msg_1', '{"type":"ping"}', Math.floor(Date.now() / 1000)]
  const signed = (at: number, by: string) => ({
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signWebhook({ secret: by }, { id, timestamp: at, body }),
  })
  expect(verify(signed(timestamp, secret), body, secret)).toBe(true)
  expect(verify(signed(timestamp, other), body, secret)).toBe(false)
  expect(verify(signed(timestamp, secret), `${body} `, secret)).toBe(false)
  expect(verify(signed(timestamp - 3600, secret), body, secret)).toBe(false)
})
