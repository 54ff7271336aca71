import { describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'
import { verifies } from '../requirements.ts'
import { type Credentials, openRawClient } from './raw-client.ts'
import { STYLES, type Style } from './styles.ts'
import { openUser } from './user.ts'

const dragoman = allTests(() => startDragoman({ clientDocuments: 'known' }))
const user = allTests(() => openUser(dragoman))
const raw = allTests(() => openRawClient(dragoman.url))

async function credentialsOf({ client, reads = {} }: Style): Promise<Credentials> {
  if (typeof client === 'string') return { client_id: client }
  const { status, body } = await raw.register(client)
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...reads, client_secret: expect.stringMatching(/^svcs_/), client_secret_expires_at: 0 })
  // Claude Code's schema takes no null.
  expect(Object.values(body)).not.toContain(null)
  return body
}

async function challengedBy(method: 'GET' | 'HEAD'): Promise<void> {
  const { status, headers } = await fetch(`${dragoman.url}/mcp`, { method })
  expect(status).toBe(401)
  expect(headers.get('www-authenticate')).toContain(`resource_metadata="${dragoman.url}/.well-known/`)
}

describe('a client connects in its usual way:', () => {
  it.each(Object.entries(STYLES))('%s', async (_name, style) => {
    verifies('5.2.register-none', '5.2.mcp-registration', '5.2.mcp-flow')
    if (style.probe !== undefined) await challengedBy(style.probe)
    const credentials = await credentialsOf(style)
    const { client_id } = credentials
    const state = 'of the client'
    const parameters = { client_id, redirect_uri: style.redirect, state, ...style.authorize(dragoman.url) }
    const { url, verifier } = raw.authorization(parameters)
    const back = await user.answer(url)
    expect(back.href.split('?')[0]).toBe(new URL(style.redirect).href)
    expect(Object.fromEntries(back.searchParams)).toEqual({ state, iss: dragoman.url, code: expect.any(String) })

    const code = back.searchParams.get('code') ?? ''
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: style.redirect, code_verifier: verifier }
    const first = await raw.token(exchange, style.exchange(credentials, dragoman.url))
    expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3600 } })
    expect(first.body.scope.split(' ')).toContain('project:read')
    expect(await raw.listTools(first.body.access_token)).toBe(200)

    let { refresh_token } = first.body
    for (let refreshes = 0; refreshes < 2; refreshes += 1) {
      const refresh = { grant_type: 'refresh_token', refresh_token }
      const next = await raw.token(refresh, style.refresh(credentials, dragoman.url, first.body.scope))
      expect(next).toMatchObject({ status: 200, body: { scope: first.body.scope } })
      expect(next.body.refresh_token).not.toBe(refresh_token)
      expect(await raw.listTools(next.body.access_token)).toBe(200)
      refresh_token = next.body.refresh_token
    }
  })

  it('Claude.ai, which registers twice within two seconds and continues with either', async () => {
    const style = STYLES['Claude.ai, registered with a grant that nobody else has'] as Style
    const both = await Promise.all([credentialsOf(style), credentialsOf(style)])
    for (const { client_id } of both) {
      const { url, verifier } = raw.authorization({ client_id, redirect_uri: style.redirect, state: 's' })
      const code = (await user.answer(url)).searchParams.get('code') ?? ''
      const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: style.redirect }
      expect(await raw.token({ ...form, code_verifier: verifier })).toMatchObject({ status: 200 })
    }
  })

  it('registers again only after a 401 for an unknown client', async () => {
    const client_id = `svcc_${'0'.repeat(48)}`
    const answer = await raw.token({ grant_type: 'refresh_token', client_id, refresh_token: 'svcr_x' })
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })
})
