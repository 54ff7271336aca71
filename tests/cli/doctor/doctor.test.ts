import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkHeap, checkSize } from '../../../src/cli/doctor/checks/data-folder.ts'
import { runDoctor } from '../../../src/cli/doctor/run.ts'
import { openSite } from '../../../src/cli/doctor/site.ts'
import type { Machine } from '../../../src/cli/machine.ts'
import { findOutgrown } from '../../../src/operator/size.ts'
import { run } from '../../harness/command-line.ts'
import { temporaryFolder } from '../../harness/folder.ts'
import { listen } from '../../harness/listen.ts'
import { type Dragoman, startDragoman } from '../../harness.ts'
import { openTestApp } from '../../http/test-app.ts'
import { behindProxy, examine, type Report } from '../doctor-proxy.ts'

const WELL = '/.well-known/'

/** An address at which nothing listens. */
async function nobody(): Promise<string> {
  const { url, close } = await listen(createServer())
  await close()
  return url
}

describe('dragoman doctor', () => {
  it('reports no fault for a good server, directly and behind a good proxy', async () => {
    const deps = await openTestApp()
    onTestFinished(deps.close)
    const { baseUrl } = deps.services
    for (const url of [baseUrl, `${baseUrl}/`, `${baseUrl}/mcp`, baseUrl.replace('localhost', '127.0.0.1')]) {
      const { code, ok, wrong, findings } = await examine(url)
      expect([code, ok, wrong]).toEqual([0, true, []])
      expect(findings.map(({ check }) => check)).toEqual(
        'reach,tls,store,clock,addresses,issuer,endpoints,resource,resource issuer,not found,challenge,browsers,authorization,sign-in calls,sign-in pages'.split(
          ',',
        ),
      )
    }
    const proxied = await behindProxy(() => undefined)
    expect((await examine(proxied.url)).wrong).toEqual([])
  })

  it('distinguishes a wrong host, scheme, slash and path of the base URL', async () => {
    const bases = [
      [(url: string) => url.replace('http', 'https'), 'https instead of http'],
      [(url: string) => url.replace('localhost', 'other.localhost'), 'different host'],
      [(url: string) => url.replace(/\d+$/, '1'), 'different port'],
      [(url: string) => `${url}/`, 'slash at the end'],
      [(url: string) => `${url}/l10n`, 'different path'],
    ] as const
    for (const [base, difference] of bases) {
      const { url } = await behindProxy(() => undefined, { base })
      const { code, stateOf } = await examine(url)
      expect(code).toBe(1)
      for (const check of ['issuer', 'resource', 'challenge']) {
        const finding = stateOf(check)
        expect([check, finding?.state]).toEqual([check, 'fault'])
        expect(finding?.fix).toContain(`DRAGOMAN_BASE_URL=${url}`)
      }
      expect(stateOf('issuer')?.message).toContain(difference)
    }
  })

  it('compares identifiers character for character when a proxy changes a document', async () => {
    const { url } = await behindProxy(({ url: path }) =>
      path === `${WELL}oauth-authorization-server`
        ? body => body.replace('"issuer":"http://l', '"issuer":"HTTP://L')
        : undefined,
    )
    const { stateOf, wrong } = await examine(url)
    expect(stateOf('issuer')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('different characters') as string,
    })
    expect(wrong).toHaveLength(1)
  })

  it('finds endpoints at another address', async () => {
    const { url } = await behindProxy(({ url: path }) =>
      path === `${WELL}oauth-authorization-server`
        ? body => body.replace(/"token_endpoint":"[^"]*"/, '"token_endpoint":"https://evil.example/oauth/token"')
        : undefined,
    )
    const { wrong } = await examine(url)
    expect(wrong).toEqual([
      expect.objectContaining({ check: 'endpoints', message: expect.stringMatching(/token_endpoint\.$/) as string }),
    ])
  })

  it('finds pages and redirects where clients read JSON', async () => {
    const page = await behindProxy(({ url: path }, response) => {
      if (path?.includes('openid-configuration') !== true) return undefined
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>App</title>')
      return 'answered'
    })
    expect((await examine(page.url)).wrong).toEqual([
      expect.objectContaining({
        check: 'not found',
        message: expect.stringContaining('200 with HTML') as string,
      }),
    ])
    const redirect = await behindProxy(({ url: path }, response) => {
      if (path?.startsWith(`${WELL}oauth-protected-resource`) !== true) return undefined
      response.writeHead(301, { location: `${path}/` }).end()
      return 'answered'
    })
    const { wrong } = await examine(redirect.url)
    expect(wrong.map(({ check }) => check)).toEqual(['resource', 'resource'])
    expect(wrong[0]?.message).toContain('a redirect (301) to /.well-known/oauth-protected-resource/mcp/')
  })

  it('finds a proxy that removes the challenge and the headers of pages', async () => {
    const stripping = (header: string) =>
      behindProxy((_request, response) => {
        response.setHeader(header, 'stripped')
        return undefined
      })
    const challenge = await examine((await stripping('www-authenticate')).url)
    expect(challenge.wrong).toEqual([
      expect.objectContaining({
        check: 'challenge',
        message: expect.stringContaining('no WWW-Authenticate') as string,
      }),
    ])
    const pages = await examine((await stripping('access-control-allow-origin')).url)
    expect(pages.wrong.map(({ check }) => check)).toEqual(['browsers'])
    const blind = await examine((await stripping('access-control-expose-headers')).url)
    expect(blind.stateOf('browsers')?.message).toContain('WWW-Authenticate is not exposed')
  })

  it('finds a proxy that answers OPTIONS or /mcp itself', async () => {
    const { url } = await behindProxy((request, response) => {
      if (request.method !== 'OPTIONS' && request.url !== '/mcp') return undefined
      response.writeHead(request.method === 'OPTIONS' ? 405 : 502, { 'content-type': 'text/html' }).end('<html>')
      return 'answered'
    })
    const { stateOf } = await examine(url)
    expect(stateOf('challenge')?.message).toContain('502 with HTML')
    expect(stateOf('browsers')?.message).toContain('OPTIONS /mcp returns 405')
  })

  it('finds a server that does not see client addresses, or trusts forged ones', async () => {
    const unseen = await behindProxy(() => undefined, { trustProxy: 0 })
    const finding = (await examine(unseen.url)).stateOf('addresses')
    expect(finding).toMatchObject({ state: 'fault', fix: expect.stringContaining('DRAGOMAN_TRUST_PROXY') as string })
    expect(finding?.message).toContain('all clients share one rate limit')
    const forgeable = await behindProxy(() => undefined, { trustProxy: 2 })
    expect((await examine(forgeable.url)).stateOf('addresses')?.message).toContain('Clients can fake')
    const silent = await behindProxy(() => undefined, { forwards: false })
    expect((await examine(silent.url)).stateOf('addresses')?.state).toBe('fault')
  })

  it('warns of a clock that is off by more than a minute, and exits with 0', async () => {
    const deps = await openTestApp()
    onTestFinished(deps.close)
    for (const [ms, words] of [
      [-300_000, 'ahead of'],
      [300_000, 'behind'],
    ] as const) {
      const { code, wrong } = await examine(deps.services.baseUrl, { now: () => new Date(Date.now() + ms) })
      expect([code, wrong.map(({ check, state }) => [check, state])]).toEqual([0, [['clock', 'warning']]])
      expect(wrong[0]?.message).toMatch(new RegExp(`(299|300|301) seconds ${words}`))
    }
    const near = await examine(deps.services.baseUrl, { now: () => new Date(Date.now() + 55_000) })
    expect(near.wrong).toEqual([])
  })

  it('says why the server does not answer, and stops there', async () => {
    const address = await nobody()
    const closed = await examine(address)
    expect([closed.code, closed.findings]).toEqual([
      1,
      [
        expect.objectContaining({
          check: 'reach',
          state: 'fault',
          fix: expect.stringContaining(`port ${new URL(address).port}`) as string,
        }),
      ],
    ])
    const other = await behindProxy((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
      return 'answered'
    })
    const { findings } = await examine(other.url)
    expect(findings.map(({ check, message }) => [check, message])).toEqual([
      ['reach', `${other.url} is not a Dragoman server: /up returns 200 with HTML.`],
    ])
  })

  it('says that a busy server is busy', async () => {
    const busy = await behindProxy((_request, response) => {
      response.writeHead(503, { 'retry-after': '7', 'content-type': 'text/html' }).end('<h1>Later</h1>')
      return 'answered'
    })
    const { findings } = await examine(busy.url)
    expect(findings).toMatchObject([
      { message: `${busy.url} is busy: /up returns 503 with HTML.`, fix: 'Try again in 7 seconds.' },
    ])
  })

  it('has a time limit', async () => {
    const { url } = await behindProxy(() => 'answered')
    await expect(openSite(url, () => new Date(), 50).request('/up')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  })

  it('reports a rejected certificate', async () => {
    const { url } = await behindProxy(() => undefined)
    const { findings } = await examine(url.replace('http:', 'https:'))
    expect(findings).toEqual([
      expect.objectContaining({ state: 'fault', check: expect.stringMatching(/^(tls|reach)$/) as string }),
    ])
  })

  it('tries the token, and sends it to no other server', async () => {
    const deps = await openTestApp()
    onTestFinished(deps.close)
    const { token } = await deps.token('ada', ['user:read'])
    expect((await examine(deps.services.baseUrl, { token })).stateOf('token')?.state).toBe('works')
    const wrong = await examine(deps.services.baseUrl, { token: `svca_${'0'.repeat(48)}` })
    expect([wrong.code, wrong.stateOf('token')?.state]).toEqual([1, 'fault'])
    let shown = 0
    const other = await behindProxy(request => {
      if (request.headers.authorization?.includes(token) === true) shown += 1
      return undefined
    })
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
    const config = { remoteUrl: deps.services.baseUrl, remoteToken: token }
    await runDoctor(
      { config, now: () => new Date() } as unknown as Machine,
      { url: other.url, json: true, all: false },
      streams as never,
    )
    expect(shown).toBe(0)
  })

  it('checks the origin of an address with a path, and warns about the path', async () => {
    const deps = await openTestApp()
    onTestFinished(deps.close)
    const { code, wrong } = await examine(`${deps.services.baseUrl}/l10n/`)
    expect([code, wrong.map(({ check, state }) => [check, state])]).toEqual([0, [['address', 'warning']]])
  })
})

it('the doctor explains how to give the server more memory', () => {
  const heap = { limit_bytes: 2 ** 30, max_percent: 75 }
  const used = (percent: number) => ({ used_bytes: (2 ** 30 * percent) / 100, percent, ...heap })
  expect(checkHeap({ ...used(50), level: 'normal' })).toEqual({
    check: 'memory',
    state: 'works',
    message: '512 MiB of 1 GiB used (50 %).',
  })
  expect(checkHeap({ ...used(62.5), level: 'high' })).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('From 75 % on, the server refuses new records.') as string,
    fix: expect.stringContaining('NODE_OPTIONS=--max-old-space-size=2048 (MiB)') as string,
  })
  expect(checkHeap({ ...used(75), level: 'full' })).toMatchObject({ state: 'fault' })
})

it('says with figures when the embedded store is too small, and names the way out', () => {
  const size = { heap: { percent: 12.5, level: 'normal' }, commit_queue: 0, loop_delay_ms: 2 } as const
  const command = (args: string): string => `dragoman ${args}`
  expect(checkSize({ ...size, texts: 12_345 }, command)).toEqual({
    check: 'size',
    state: 'works',
    message:
      'Embedded store: 12,345 of about 500,000 strings and translations, 12.5 % of memory, 0 writes waiting, requests wait 2 ms for each other (p99).',
  })
  const large = checkSize({ ...size, texts: 612_000 }, command)
  expect(large).toMatchObject({
    state: 'warning',
    message: expect.stringMatching(/^Embedded store: 612,000 of about 500,000 .* made for\.$/) as string,
    fix: expect.stringMatching(/dragoman move --to postgres:\/\/.*DRAGOMAN_STORE_URL/) as string,
  })
  const slow = { heap: { percent: 66, level: 'high' }, commit_queue: 900, loop_delay_ms: 300 } as const
  expect(findOutgrown({ ...slow, texts: 150_000 })).toEqual([
    'memory is short',
    'writes wait for the disk',
    'requests wait for each other',
  ])
  // A small store is not the reason.
  expect(findOutgrown({ ...slow, texts: 5_000 })).toEqual([])
})

describe('the doctor command', () => {
  const served = async (): Promise<Dragoman> => {
    const dragoman = await startDragoman()
    onTestFinished(() => dragoman.stop())
    return dragoman
  }

  it('checks the local server without an address', async () => {
    const { dataDir, url } = await served()
    const { code, stdout } = await run(['doctor'], { DRAGOMAN_DATA_DIR: dataDir })
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`^✓ ok +data folder +${dataDir} is readable and writable\\.$`, 'm'))
    expect(stdout).toMatch(new RegExp(`^✓ ok +server +Process \\d+ serves ${url}\\.$`, 'm'))
    expect(stdout).toMatch(/^✓ ok +size +Embedded store: 0 of about 500,000 strings and translations, /m)
    // The heap is that of all tests of this process: it may have over 1,000 MiB.
    expect(stdout).toMatch(/^✓ ok +memory +[\d.,]+ [MG]iB of [\d.,]+ [MG]iB used \([\d.]+ %\)\.$/m)
    expect(stdout).toMatch(/\n\nNo faults found\.\n$/)
    // oxlint-disable-next-line no-control-regex -- no colours where there is no terminal
    expect(stdout).not.toMatch(/\u001B/)
  })

  it('prints JSON for programs, and exits non-zero when it finds a fault', async () => {
    const { url } = await served()
    const good = await run(['doctor', url, '--json'])
    expect([good.code, (JSON.parse(good.stdout) as Report).ok]).toEqual([0, true])
    const address = await nobody()
    const bad = await run(['doctor', address, '--json'])
    expect([bad.code, JSON.parse(bad.stdout)]).toMatchObject([1, { url: address, ok: false }])
    const text = await run(['doctor', address])
    expect(text.stdout).toMatch(
      /^✗ fault {2} {2}reach {2}No response from http:\/\/127\.0\.0\.1:\d+: .*\n {18}fix Start the server/,
    )
    expect(text.stdout).toMatch(/\n\n1 fault, 0 warnings\.\n$/)
  })

  it('reports a missing server, a missing folder and an invalid address', async () => {
    const dataDir = await temporaryFolder()
    const idle = await run(['doctor', '--json'], { DRAGOMAN_DATA_DIR: dataDir })
    expect([idle.code, idle.stdout]).toEqual([1, expect.stringContaining('No server runs.')])
    expect(await readdir(dataDir)).toEqual([])
    const gone = await run(['doctor'], { DRAGOMAN_DATA_DIR: `${dataDir}-nowhere` })
    expect([gone.code, gone.stdout]).toEqual([1, expect.stringContaining(' does not exist.')])
    const none = await run(['doctor', 'localhost'])
    expect([none.code, none.stderr]).toEqual([65, expect.stringContaining('is not a valid URL')])
  })
})
