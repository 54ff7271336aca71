import { chmod, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { begin } from '../../harness/command-line.ts'
import { desk, dragoman, OPENED, SECRET, useDesk } from './desk.ts'
import { METADATA, metadataOf, startStubServer } from './stub-server.ts'

useDesk()

describe('login by browser', () => {
  it('signs in, and keeps credentials that only this user can read', async () => {
    const ended = await desk.logIn()
    expect(ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Signed in to \S+ as ada\. Credentials are in /),
    })
    expect(ended.stdout + ended.stderr).not.toMatch(SECRET)
    expect((await stat(desk.credentialsPath)).mode & 0o777).toBe(0o600)
    expect((await stat(dirname(desk.credentialsPath))).mode & 0o777).toBe(0o700)
    expect(await desk.credentials()).toMatchObject({
      default: dragoman.url,
      servers: { [dragoman.url]: { sign_in: { user: 'ada', method: 'browser' } } },
    })
  })

  it('asks for the MCP resource with PKCE and a state, on a loopback port', async () => {
    const command = begin(['login', dragoman.url], desk.env)
    const url = new URL((await command.seen(OPENED))[1] ?? '')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      resource: `${dragoman.url}/mcp`,
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
      state: expect.stringMatching(/^.{40,}$/),
    })
    await desk.user.deliver(url)
    await command.ended
  })

  it('ignores an answer with another state, and then takes the right one', async () => {
    const command = begin(['login', dragoman.url], desk.env)
    const url = new URL((await command.seen(OPENED))[1] ?? '')
    const forged = new URL(url.searchParams.get('redirect_uri') ?? '')
    forged.search = '?code=svcg_0&state=forged'
    expect((await fetch(forged)).status).toBe(404)
    await desk.user.deliver(url)
    expect((await command.ended).code).toBe(0)
  })

  it('rejects an answer that names another issuer', async () => {
    const command = begin(['login', dragoman.url], desk.env)
    const back = await desk.user.answer((await command.seen(OPENED))[1] ?? '')
    back.searchParams.set('iss', 'https://evil.example')
    await fetch(back)
    expect(await command.ended).toMatchObject({ code: 69, stdout: '' })
    expect((await desk.credentials()).servers[dragoman.url]?.sign_in).toBeUndefined()
  })

  it('says that the user denied it', async () => {
    const command = begin(['login', dragoman.url], desk.env)
    await desk.user.deliver((await command.seen(OPENED))[1] ?? '', { deny: true })
    expect(await command.ended).toMatchObject({
      code: 77,
      stderr: expect.stringContaining('was denied in the browser'),
    })
  })

  it('registers once per server, and again when the server has forgotten the client', async () => {
    const clientId = async () => (await desk.credentials()).servers[dragoman.url]?.client_id ?? ''
    await desk.logIn()
    const first = await clientId()
    await desk.logIn()
    expect(await clientId()).toBe(first)
    await dragoman.services.store.transaction(tx => tx.clients.remove(first))
    await desk.logIn()
    expect(await clientId()).not.toBe(first)
  })

  it('revokes the tokens that a new sign-in replaces', async () => {
    await desk.logIn()
    const before = (await desk.credentials()).servers[dragoman.url]?.sign_in?.['access_token'] ?? ''
    await desk.logIn()
    expect(await whoAmI(before)).toBe(401)
  })
})

const whoAmI = async (token: string) =>
  (await fetch(`${dragoman.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })).status

const CODE = /Open (\S+) on any device and sign in\. Check that the page shows ([A-Z-]+)\./

it('login by code is used without a browser, and signs in', async () => {
  const command = begin(['login', dragoman.url], { ...desk.env, BROWSER: '' })
  const [, url = '', code] = await command.seen(CODE)
  expect(code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/)
  await desk.user.allowDevice(url)
  expect(await command.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('as ada') })
  expect((await desk.credentials()).servers[dragoman.url]?.sign_in).toMatchObject({ method: 'device' })
})

describe('login', () => {
  it.each<readonly [what: string, url: string, code: number, message: RegExp]>([
    ['a server that does not respond', 'http://127.0.0.1:1', 69, /No response from http:\/\/127\.0\.0\.1:1/],
    ['a server over a network without TLS', 'http://l10n.example.org', 65, /is not encrypted/],
    ['a URL with a path', 'https://l10n.example.org/app', 65, /is not the base URL of a server/],
    ['something else', 'file:///etc/passwd', 65, /is not the base URL of a server/],
    // A shell could run these from a pasted fix.
    ...['https://x;reboot', 'https://$(id)', 'https://`id`', "https://a'b"].map(
      url => [url, url, 65, /is not the base URL of a server/] as const,
    ),
  ])('rejects %s', async (_what, url, code, message) => {
    expect(await desk.run(['login', url])).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
  })

  it('names the base URL of a server that is reached by another address', async () => {
    const base = 'https://l10n.example.org'
    const stub = await startStubServer({ [METADATA]: () => [200, metadataOf(base)] })
    expect(await desk.run(['login', stub.url])).toMatchObject({
      code: 65,
      stderr: expect.stringContaining(`Run dragoman login ${base}.`),
    })
    await stub.close()
  })

  it('signs in by another name of this machine than the base URL has', async () => {
    const other = dragoman.url.replace('localhost', '127.0.0.1')
    const command = begin(['login', other], desk.env)
    await desk.user.deliver((await command.seen(OPENED))[1] ?? '')
    expect(await command.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('as ada') })
  })

  it('reads no credentials that other users can read', async () => {
    await desk.logIn()
    await chmod(desk.credentialsPath, 0o644)
    expect(await desk.run(['whoami'])).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(/Other users of this machine can read [^]*Run chmod 600 /),
    })
  })
})

it('whoami names user, server, credential, scopes and expiration', async () => {
  await desk.logIn()
  const { stdout } = await desk.run(['whoami'])
  expect(stdout).toMatch(
    new RegExp(`^ada\\n  server +${dragoman.url}\\n  credential +sign-in by browser, [^]*project:write`),
  )
  const { stdout: json } = await desk.run(['whoami', '--json'])
  expect(JSON.parse(json)).toMatchObject({
    user: 'ada',
    server: dragoman.url,
    credential: 'sign-in',
    method: 'browser',
  })
  expect(stdout + json).not.toMatch(SECRET)
  expect((await desk.run(['whoami', '--quiet'])).stdout).toBe('ada\n')
})

it('logout revokes the tokens at the server, and deletes them here', async () => {
  await desk.logIn()
  const { access_token = '' } = (await desk.credentials()).servers[dragoman.url]?.sign_in ?? {}
  expect(await desk.run(['logout'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Signed out of /) })
  expect(await whoAmI(access_token)).toBe(401)
  expect(await desk.credentials()).toEqual({
    version: 1,
    servers: { [dragoman.url]: { client_id: expect.any(String) } },
  })
  expect(await desk.run(['logout'])).toMatchObject({ code: 0, stdout: 'You are not signed in.\n' })
})
