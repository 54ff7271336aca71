import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { mintSecret } from '../src/auth/secrets.ts'
import { openLog } from '../src/log.ts'

function openTrap(): { lines: () => Record<string, unknown>[]; text: () => string; log: ReturnType<typeof openLog> } {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Record<string, unknown>)
  return { lines, text: () => text, log: openLog('info', sink) }
}

describe('the log', () => {
  it('is one JSON object a line, with level, time and message', () => {
    const { log, lines } = openTrap()
    log.info({ request_id: 'r1' }, 'hello')
    expect(lines()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), request_id: 'r1', msg: 'hello' },
    ])
  })

  it('never holds the address of a transfer, wherever it stands', () => {
    const secret = randomBytes(32).toString('base64url')
    const { log, text } = openTrap()
    log.info({ path: `/transfer/${secret}`, referer: `http://h/transfer%2F${secret}` }, `curl '/transfer/${secret}'`)
    log.error({ err: new Error(`no answer from https://h//transfer/${secret}?x`) }, 'x')
    expect(text()).not.toContain(secret.slice(0, 16))
    expect(text().match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(4)
  })

  it('never holds a token, wherever it stands', () => {
    const { value } = mintSecret('svca')
    const { log, text } = openTrap()
    log.info(
      { authorization: `Bearer ${value}`, nested: { token: value, deep: { secret: 'hunter2' } } },
      `got ${value}`,
    )
    log.error({ err: new Error(`failed for ${value}`), url: `/mcp?token=${value}` }, 'x')
    log.info(
      {
        path: `/api/tokens/Bearer%20${value}`,
        other: `x${value}\n${value.toUpperCase()}`,
        coded: value.replace('_', '%5F'),
      },
      'y',
    )
    expect(text()).not.toContain(value)
    expect(text().toLowerCase()).not.toContain(value.slice(9))
    expect(text()).not.toContain('hunter2')
    expect(text()).toContain(`${value.slice(0, 9)}[redacted]`)
  })
})
