import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mintSecret } from '../src/auth/secrets.ts'
import { openTrap } from './log-trap.ts'

describe('the log', () => {
  it('is one JSON object a line, with level, time and message', () => {
    const { log, lines } = openTrap()
    log.info({ request_id: 'r1' }, 'hello')
    expect(lines()).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), request_id: 'r1', msg: 'hello' },
    ])
  })

  it('never contains a transfer link, wherever it occurs', () => {
    const secret = randomBytes(32).toString('base64url')
    const { log, text } = openTrap()
    log.info({ path: `/transfer/${secret}`, referer: `http://h/transfer%2F${secret}` }, `curl '/transfer/${secret}'`)
    log.error({ err: new Error(`no answer from https://h//transfer/${secret}?x`) }, 'x')
    expect(text()).not.toContain(secret.slice(0, 16))
    expect(text().match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(4)
  })

  it('never contains a token, wherever it occurs', () => {
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

  it('contains client IDs, which are no secret', () => {
    const { value } = mintSecret('svcc')
    const { log, lines } = openTrap()
    log.info({ client_id: value }, 'x')
    expect(lines()[0]).toMatchObject({ client_id: value })
  })
})
