import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'
import { openRawClient, type Tokens } from './raw-client.ts'
import { openUser } from './user.ts'

const REDIRECT = 'http://127.0.0.1:8124/callback'
const MINUTE_MS = 60_000

let time = Date.parse('2027-03-01T12:00:00.000Z')
const dragoman = allTests(() => startDragoman({ now: () => new Date(time) }))
const user = allTests(() => openUser(dragoman))
const raw = allTests(() => openRawClient(dragoman.url))

async function signedInClient(): Promise<{ client_id: string; tokens: Tokens }> {
  const { body } = await raw.register({
    client_name: 'Shared',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
  })
  const { client_id } = body
  const { url, verifier } = raw.authorization({ client_id, redirect_uri: REDIRECT })
  const code = (await user.answer(url)).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT, code_verifier: verifier }
  return { client_id, tokens: (await raw.token(form)).body }
}

const refresh = (client_id: string, refresh_token: string) =>
  raw.token({ grant_type: 'refresh_token', client_id, refresh_token })

/** A process that refreshes its token five times, each time with what it got, and prints what it holds at the end. */
const PROGRAM = `
  const [, url, client_id, first] = process.argv
  let refresh_token = first
  let answer
  process.stdin.once('data', async () => {
    for (let n = 0; n < 5; n += 1) {
      const body = new URLSearchParams({ grant_type: 'refresh_token', client_id, refresh_token })
      const response = await fetch(url + '/oauth/token', { method: 'POST', body })
      answer = await response.json()
      if (response.status !== 200) break
      refresh_token = answer.refresh_token
    }
    process.stdout.write(JSON.stringify(answer))
    process.exit()
  })
  process.stdout.write('ready')
`

async function refreshingProcess(client_id: string, token: string): Promise<{ go: () => Promise<Partial<Tokens>> }> {
  const child = spawn(process.execPath, ['-e', PROGRAM, dragoman.url, client_id, token])
  let stdout = ''
  const ready = new Promise<void>(resolve => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      if (stdout === 'ready') resolve()
    })
  })
  const ended = new Promise<void>(resolve => {
    child.once('close', () => resolve())
  })
  await ready
  return {
    go: async () => {
      child.stdin.write('go\n')
      await ended
      return JSON.parse(stdout.slice('ready'.length))
    },
  }
}

describe('a refresh token that several processes share', () => {
  it('keeps both signed in when they refresh over and over', async () => {
    const { client_id, tokens } = await signedInClient()
    const processes = await Promise.all([1, 2].map(() => refreshingProcess(client_id, tokens.refresh_token)))
    const held = await Promise.all(processes.map(({ go }) => go()))
    for (const { access_token = '', refresh_token = '' } of held) {
      expect(await raw.listTools(access_token)).toBe(200)
      expect(await refresh(client_id, refresh_token)).toMatchObject({ status: 200 })
    }
  })

  it('catches a thief within the window by the second use of the shared successor', async () => {
    const { client_id, tokens } = await signedInClient()
    const [owner, thief] = await Promise.all([1, 2].map(() => refresh(client_id, tokens.refresh_token)))
    expect(owner?.body).toEqual(thief?.body)
    const { body: next } = await refresh(client_id, owner?.body.refresh_token ?? '')
    time += MINUTE_MS + 1
    expect(await refresh(client_id, thief?.body.refresh_token ?? '')).toMatchObject({ status: 400 })
    expect(await raw.listTools(next.access_token)).toBe(401)
  })
})
