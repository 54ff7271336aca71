import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readJson } from '../../src/http/body.ts'
import { UNCOUNTED } from '../../src/http/body-budget.ts'

function sent(body: string): IncomingMessage {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return Object.assign(new PassThrough().end(body), { headers }) as unknown as IncomingMessage
}

it('long bodies that arrive together are parsed in turns of their own', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(100_000) })
  const parsed: number[] = []
  let turns = 0
  const all = Array.from({ length: 4 }, async () => {
    await readJson(sent(body), UNCOUNTED)
    parsed.push(turns)
  })
  while (parsed.length < all.length) {
    await turn()
    turns += 1
  }
  expect(new Set(parsed).size).toBe(all.length)
})
