import { chmod, readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLoopback } from '../../../src/cli/sign-in/browser-sign-in.ts'
import { startDeviceSignIn } from '../../../src/cli/sign-in/device-sign-in.ts'
import { discoverServer, revokeSignIn } from '../../../src/cli/sign-in/oauth-server.ts'
import { openBrowser } from '../../../src/cli/sign-in/open-browser.ts'
import { begin, run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { DEVICE, deviceOf, METADATA, metadataOf, type StubServer, startStubServer, TOKEN } from './stub-server.ts'

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder()
})

const start = async (replies: Parameters<typeof startStubServer>[0]): Promise<StubServer> => {
  const server = await startStubServer(replies)
  onTestFinished(server.close)
  return server
}
const now = (): Date => new Date()
const logIn = (url: string) => run(['login', url], { XDG_CONFIG_HOME: folder })

describe('a server that answers a sign-in', () => {
  it.each([
    'authorization_endpoint',
    'token_endpoint',
    'registration_endpoint',
    'revocation_endpoint',
    'device_authorization_endpoint',
  ])('cannot name another site as its %s', async name => {
    const { url } = await start({
      [METADATA]: (_times, origin) => [200, { ...metadataOf(origin), [name]: 'https://evil.example/x' }],
    })
    expect(await logIn(url)).toMatchObject({ code: 69, stderr: expect.stringContaining('not a Dragoman server') })
  })

  it('cannot send its users to another site with a code', async () => {
    const { url } = await start({
      [DEVICE]: (_times, origin) => [200, { ...deviceOf(origin), verification_uri: 'https://evil.example/device' }],
    })
    expect(await logIn(url)).toMatchObject({ code: 69, stderr: expect.stringContaining('to another site') })
  })

  it('cannot make the time for a code longer than a timer has', async () => {
    const { url } = await start({
      [DEVICE]: (_times, origin) => [200, { ...deviceOf(origin), expires_in: 10 ** 12, interval: 1 }],
      [TOKEN]: () => [400, { error: 'access_denied' }],
    })
    expect(await logIn(url)).toMatchObject({ code: 77 })
  })

  it('cannot write control characters to the terminal', async () => {
    const { url } = await start({
      [DEVICE]: (_times, origin) => [
        200,
        { ...deviceOf(origin), user_code: '\u001B[2JX', verification_uri: `${origin}/\u001B[2J` },
      ],
      [TOKEN]: () => [400, { error: 'access_denied' }],
    })
    const command = begin(['login', url], { XDG_CONFIG_HOME: folder })
    const [line] = await command.seen(/Open .*\n/)
    expect(line).not.toContain('\u001B')
    expect((await command.ended).code).toBe(77)
  })

  it.each([
    ['no JSON', 200, '<html>'],
    ['an endless body', 200, 'x'.repeat(300_000)],
    ['an error', 500, {}],
  ])('with %s is reported without a stack', async (_what, status, body) => {
    const { url } = await start({ [METADATA]: () => [status, body] })
    const { code, stderr } = await logIn(url)
    expect([code, stderr]).toEqual([69, expect.not.stringMatching(/^ +at /m)])
  })
})

describe('the polling of a device code', () => {
  const poll = async (answers: readonly (readonly [number, object])[]) => {
    const { url } = await start({ [TOKEN]: times => answers[times - 1] ?? [400, { error: 'expired_token' }] })
    const pauses: number[] = []
    const { tokens } = await startDeviceSignIn({
      found: await discoverServer(url, { now }),
      clientId: 'cli',
      scope: undefined,
      signal: new AbortController().signal,
      now,
      pause: async milliseconds => void pauses.push(milliseconds),
    })
    return { tokens, pauses }
  }
  const pending = [400, { error: 'authorization_pending' }] as const

  it('slows down when the server asks, or is busy', async () => {
    const granted = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60 }
    const busy = [429, { error: 'too_many_requests' }] as const
    const { tokens, pauses } = await poll([pending, [400, { error: 'slow_down' }], busy, pending, [200, granted]])
    expect(await tokens).toMatchObject({ access_token: 'a' })
    expect(pauses).toEqual([5000, 5000, 10_000, 15_000, 15_000])
  })

  it('ends when the code expires, or the user denies it', async () => {
    await expect((await poll([pending])).tokens).rejects.toMatchObject({
      message: expect.stringContaining('10 minutes'),
    })
    await expect((await poll([[400, { error: 'access_denied' }]])).tokens).rejects.toMatchObject({ code: 'forbidden' })
  })
})

it.each(['//', '/favicon.ico', '/callback?state=other'])(
  'the loopback listener answers %s with 404 and goes on',
  async path => {
    const loopback = await openLoopback()
    const { hostname, port } = new URL(loopback.redirectUri)
    const next = loopback.next('s')
    const status = await new Promise((resolve, reject) => {
      get({ hostname, port, path }, response => resolve(response.resume().statusCode)).once('error', reject)
    })
    expect(status).toBe(404)
    const answered = fetch(`${loopback.redirectUri}?state=s`)
    ;(await next).respond('Done', true)
    expect((await answered).status).toBe(200)
    await loopback.close()
  },
)

it('that cannot revoke a sign-in now is reported, not thrown', async () => {
  const { url } = await start({ '/revoke': () => [429, { error: 'too_many_requests' }] })
  const signIn = {
    user: 'a',
    method: 'device',
    signed_in_at: '',
    access_token: 'a',
    expires_at: '',
    refresh_token: 'r',
  } as const
  expect(await revokeSignIn(url, { client_id: 'cli', sign_in: signIn }, { now })).toBe(false)
})

describe('opening a browser', () => {
  it('passes the URL as one argument, read by no shell', async () => {
    const [program, out] = [join(folder, 'browser'), join(folder, 'out')]
    await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > ${out}.part && mv ${out}.part ${out}\n`)
    await chmod(program, 0o700)
    openBrowser(program, "https://l10n.example.org/$(id);`id`&x='y'|z")
    const seen = await vi.waitFor(() => readFile(out, 'utf8'), { timeout: 60_000 })
    expect(seen).toBe("1\nhttps://l10n.example.org/$(id);%60id%60&x='y'|z\n")
  })

  it.each(['file:///etc/passwd', 'javascript:alert(1)', '--version', ''])('ignores %s', async address => {
    expect(() => openBrowser(join(folder, 'missing'), address)).not.toThrow()
  })

  it('is no error without the program', () => {
    expect(() => openBrowser(join(folder, 'missing'), 'https://l10n.example.org')).not.toThrow()
  })
})
