import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { UNLIMITED_LEASE } from '../../src/http/limits/body-budget.ts'
import { readJson } from '../../src/http/requests/body.ts'

function sent(body: string): IncomingMessage {
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return Object.assign(new PassThrough().end(body), { headers }) as unknown as IncomingMessage
}

it('concurrent long bodies are parsed in separate turns', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(100_000) })
  const parsed: number[] = []
  let turns = 0
  const all = Array.from({ length: 4 }, async () => {
    await readJson(sent(body), UNLIMITED_LEASE)
    parsed.push(turns)
  })
  while (parsed.length < all.length) {
    await turn()
    turns += 1
  }
  expect(new Set(parsed).size).toBe(all.length)
})

it('a long body is parsed in an earlier turn than its handler', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    let isRead = false
    const read = async () => {
      const body = await readJson(sent(JSON.stringify({ text: 'x'.repeat(100_000) })), UNLIMITED_LEASE)
      isRead = true
      return body
    }
    const reading = read()
    const isParsed = () => parse.mock.calls.some(([text]) => text.length > 100_000)
    for (let turns = 0; !isParsed() && turns < 1_000; turns += 1) await turn()
    expect(isParsed()).toBe(true)
    expect(isRead).toBe(false)
    expect(await reading).toMatchObject({ text: expect.any(String) })
  } finally {
    parse.mockRestore()
  }
})
