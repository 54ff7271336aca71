import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SignInLink } from '../../src/operator/users/sign-in-link.ts'
import { run } from '../harness/command-line.ts'
import { type Running, start } from '../harness/process.ts'
import { startDragoman } from '../harness.ts'
import { verifies } from '../requirements.ts'
import { isNightly } from '../runs.ts'
import { type Jar, openJar } from '../web/jar.ts'
import { freePort } from './free-port.ts'
import { openRawClient, type RawClient } from './raw-client.ts'

const REDIRECT = 'http://127.0.0.1:8123/callback'

/** The state of one run of the flow. */
interface Progress {
  readonly jar: Jar
  readonly raw: RawClient
  /** A new sign-in link. */
  readonly link: () => Promise<string>
  client_id: string
  verifier: string
  code: string
  access: string
  refresh: string
}

/** The flow in the steps between which users and clients wait. Each fails when a restart loses something. */
const STEPS: Readonly<Record<string, (at: Progress) => Promise<void>>> = {
  register: async at => {
    const metadata = { client_name: 'A patient client', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' }
    const { status, body } = await at.raw.register(metadata)
    expect(status).toBe(201)
    at.client_id = body.client_id
  },
  authorize: async at => {
    const { client_id } = at
    const { url, verifier } = at.raw.authorization({ client_id, redirect_uri: REDIRECT, state: 'kept' })
    at.verifier = verifier
    const seen = await at.jar.get(url)
    expect(seen.status).toBe(200)
    expect(seen.path).toMatch(/^\/login/)
  },
  'sign in': async at => {
    const seen = await at.jar.get(await at.link())
    expect(seen.path).toMatch(/^\/oauth\/consent\//)
    expect(seen.status).toBe(200)
  },
  consent: async at => {
    const { path } = at.jar.last()
    const fields = { answer: 'allow', scope: ['user:read', 'project:read'], accounts: 'all' }
    const { status } = await at.jar.post(path, fields, { follow: false })
    expect(status).toBe(303)
  },
  'go on to the client': async at => {
    const back = await at.jar.get(at.jar.last().location ?? '')
    const { searchParams } = new URL(back.location ?? `missing: ${back.text}`)
    expect(searchParams.get('state')).toBe('kept')
    at.code = searchParams.get('code') ?? ''
  },
  exchange: async at => {
    const { status, body } = await at.raw.token({
      grant_type: 'authorization_code',
      client_id: at.client_id,
      code: at.code,
      redirect_uri: REDIRECT,
      code_verifier: at.verifier,
    })
    expect({ status, scope: body.scope }).toEqual({ status: 200, scope: 'user:read project:read' })
    at.access = body.access_token
    at.refresh = body.refresh_token
  },
  call: async at => expect(await at.raw.listTools(at.access)).toBe(200),
  refresh: async at => {
    const { client_id, refresh } = at
    const form = { grant_type: 'refresh_token', client_id, refresh_token: refresh }
    const { status, body } = await at.raw.token(form)
    expect(status).toBe(200)
    at.access = body.access_token
    at.refresh = body.refresh_token
    at.code = refresh
  },
  'refresh once more with the token before, as a process that did not hear of it': async at => {
    const form = { grant_type: 'refresh_token', client_id: at.client_id, refresh_token: at.code }
    expect(await at.raw.token(form)).toMatchObject({ status: 200, body: { refresh_token: at.refresh } })
  },
  'call again': async at => expect(await at.raw.listTools(at.access)).toBe(200),
}

const begin = (url: string, link: () => Promise<string>): Progress => ({
  jar: openJar(url),
  raw: openRawClient(url),
  link,
  client_id: '',
  verifier: '',
  code: '',
  access: '',
  refresh: '',
})

const names = Object.keys(STEPS)

/** The steps before a restart in one flow: by day all are in the first one. */
const FLOWS = names.slice(0, -1).map((name, n) => [name, names[n + 1], isNightly ? [name] : names] as const)

describe('a restart of the server', () => {
  it.each(isNightly ? FLOWS : FLOWS.slice(0, 1))(
    'changes nothing for the client between “%s” and “%s”',
    async (_last, _next, before) => {
      verifies('5.2.mcp-flow')
      const dragoman = await startDragoman()
      try {
        const link = async () =>
          ((await dragoman.operator('login-link', { user: 'ada', own: true, operator: false })) as SignInLink).url
        const at = begin(dragoman.url, link)
        for (const [name, step] of Object.entries(STEPS)) {
          await step(at)
          if (before.includes(name)) await dragoman.restart()
        }
      } finally {
        await dragoman.stop()
      }
    },
  )

  it('by a kill changes nothing either, after the steps of one flow', async () => {
    const killedAfter = isNightly ? names : ['consent']
    const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-restart-'))
    const env = {
      DRAGOMAN_DATA_DIR: dataDir,
      DRAGOMAN_PORT: String(await freePort()),
      DRAGOMAN_RATE_LIMIT_FACTOR: '1000',
    }
    const url = `http://localhost:${env.DRAGOMAN_PORT}`
    const link = async () => {
      const { stdout, stderr } = await run(['login-link'], env)
      const [found] = /http\S+\/login\/link\/\S+/.exec(stdout) ?? []
      if (found === undefined) throw new Error(`no link: ${stdout}${stderr}`)
      return found
    }
    const at = begin(url, link)
    let service = await serving(env)
    try {
      for (const [name, step] of Object.entries(STEPS)) {
        await step(at)
        if (!killedAfter.includes(name)) continue
        await killed(service)
        service = await serving(env)
      }
    } finally {
      await killed(service)
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

async function serving(env: Readonly<Record<string, string>>): Promise<Running> {
  const service = start(['serve'], env)
  await service.seen(/"listening"/)
  return service
}

async function killed({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
