import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stdioTransport } from '../../harness/command-line.ts'
import { connectModern } from '../../harness/surfaces.ts'
import { openProxy } from '../front-proxy.ts'
import { desk, dragoman, SECRET, useDesk } from './desk.ts'

useDesk()

const connect = (more: Readonly<Record<string, string>> = {}, url = dragoman.url) =>
  connectModern(stdioTransport(['--url', url], { ...desk.env, ...more }, { cwd: desk.folder }), '2026-07-28')

type Connected = Awaited<ReturnType<typeof connect>>

/** The error of a call, for the agent. */
const refusal = (connected: Connected, tool = 'get_context', args = {}): Promise<{ code: string; fix: string }> =>
  connected.call(tool, args).then(
    answer => Promise.reject(new Error(`not refused: ${JSON.stringify(answer)}`)),
    (error: { code: string; fix: string }) => error,
  )

const RULES = [{ source: 'en.json', target: '{locale}.json' }]

const pageIn = (fix: string): string => /\bat (http\S+?)\.? (?:The page|Then call)/.exec(fix)?.[1] ?? ''

describe('dragoman mcp with a server', () => {
  it('lists its tools without a sign-in, also when the server does not respond', async () => {
    const connected = await connect({}, 'http://127.0.0.1:1')
    expect((await connected.client.listTools()).tools[0]?.name).toBe('list_tokens')
    expect(await refusal(connected)).toMatchObject({ code: 'unavailable' })
    await connected.close()
  })

  it('tells the agent where the user signs in by browser, and goes on without a restart', async () => {
    const connected = await connect()
    const { code, fix } = await refusal(connected)
    expect(code).toBe('invalid_token')
    await desk.user.deliver(pageIn(fix))
    expect(await connected.call('get_context')).toMatchObject({ user: { handle: 'ada' }, via: { kind: 'grant' } })
    await connected.close()
  })

  it('names URL and code where no browser can be opened', async () => {
    const connected = await connect({ BROWSER: '' })
    const { fix } = await refusal(connected)
    expect(fix).toMatch(/The page must show the code [A-Z]{4}-[A-Z]{4}\. Then call again\.$/)
    await desk.user.allowDevice(pageIn(fix))
    expect(await connected.call('get_context')).toMatchObject({ user: { handle: 'ada' } })
    await connected.close()
  })

  it('says that the user denied the sign-in, and then starts another one', async () => {
    const connected = await connect()
    await desk.user.deliver(pageIn((await refusal(connected)).fix), { deny: true })
    expect(await refusal(connected)).toMatchObject({ code: 'forbidden' })
    expect(await refusal(connected)).toMatchObject({ code: 'invalid_token' })
    await connected.close()
  })

  it('uses the sign-in of a command that ran meanwhile', async () => {
    const connected = await connect()
    await refusal(connected)
    await desk.logIn()
    expect(await connected.call('get_context')).toMatchObject({ user: { handle: 'ada' } })
    await connected.close()
  })

  it('starts a new sign-in when the old one is revoked', async () => {
    await desk.logIn()
    const connected = await connect()
    const { via } = (await connected.call('get_context')) as { via: { id: string } }
    await desk.run(['call', 'revoke_grant', '--json', JSON.stringify({ id: via.id })], await tokenOf('ada'))
    const { code, fix } = await refusal(connected)
    expect([code, pageIn(fix)]).toEqual(['invalid_token', expect.stringContaining('/oauth/authorize?')])
    await desk.user.deliver(pageIn(fix))
    expect(await connected.call('get_context')).toMatchObject({ user: { handle: 'ada' } })
    await connected.close()
  })

  it('names the link that adds a missing scope', async () => {
    await desk.logIn()
    const connected = await connect()
    const wanted = { name: 'ci', scopes: ['project:read'] }
    const { code, fix } = await refusal(connected, 'create_token', wanted)
    expect(code).toBe('insufficient_scope')
    await desk.user.approve(/https?:\/\/\S+scopes\?add=\S+/.exec(fix)?.[0] ?? '')
    expect(await connected.call('create_token', wanted)).toMatchObject({ name: 'ci' })
    await connected.close()
  })

  it('opens no browser and sends nothing for a server that only dragoman.json names', async () => {
    const opened = join(desk.folder, 'opened')
    const browser = join(desk.folder, 'browser')
    await writeFile(browser, `#!/bin/sh\necho "$1" >> ${opened}\n`, { mode: 0o700 })
    const seen: string[] = []
    const proxy = await openProxy(dragoman.url, (_, { path }) => seen.push(path) === 0)
    const file = { project: 'acme/app', source_locale: 'en', target_locales: ['de'], server: proxy.url, files: RULES }
    await writeFile(join(desk.folder, 'dragoman.json'), JSON.stringify(file))
    for (const env of [{ BROWSER: browser }, { BROWSER: '' }]) {
      const connected = await connectModern(
        stdioTransport([], { ...desk.env, ...env }, { cwd: desk.folder }),
        '2026-07-28',
      )
      for (const tool of ['get_context', 'push_source', 'get_context']) {
        expect(await refusal(connected, tool)).toMatchObject({
          code: 'invalid_token',
          message: `You are not signed in to ${proxy.url}, which only dragoman.json names.`,
          fix: expect.stringMatching(
            new RegExp(`^Ask your user to run .+ login ${proxy.url} if they trust it. Then call again.$`),
          ),
        })
      }
      await expect(connected.client.readResource({ uri: 'dragoman://acme/app/status' })).rejects.toThrow(
        'dragoman login',
      )
      await connected.close()
    }
    await proxy.close()
    expect(seen).toEqual([])
    await expect(readFile(opened)).rejects.toThrow('ENOENT')
  })

  it('uses a sign-in to the server of dragoman.json', async () => {
    const file = {
      project: 'acme/app',
      source_locale: 'en',
      target_locales: ['de'],
      server: dragoman.url,
      files: RULES,
    }
    await writeFile(join(desk.folder, 'dragoman.json'), JSON.stringify(file))
    const connected = await connectModern(stdioTransport([], desk.env, { cwd: desk.folder }), '2026-07-28')
    expect((await refusal(connected)).fix).toContain(` login ${dragoman.url}`)
    await desk.logIn()
    expect(await connected.call('get_context')).toMatchObject({ user: { handle: 'ada' } })
    await connected.close()
  })

  it('reads and writes files of the repository itself', async () => {
    await desk.logIn()
    await mkdir(join(desk.folder, 'locales'))
    await writeFile(join(desk.folder, 'locales/en.json'), '{"hello":"Hello"}\n')
    const connected = await connect()
    const project = 'ada/proxied'
    await connected.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    await connected.call('push_source', { project, files: [{ path: 'locales/en.json' }] })
    await writeFile(join(desk.folder, 'locales/de.json'), '{"hello":"Hallo"}\n')
    await connected.call('push_translations', { project, files: [{ path: 'locales/de.json' }] })
    await rm(join(desk.folder, 'locales/de.json'))
    await connected.call('pull_translations', { project, locale: 'de' })
    expect(await readFile(join(desk.folder, 'locales/de.json'), 'utf8')).toBe('{"hello":"Hallo"}\n')
    const actions = ['push_translations', 'push_source', 'create_project']
    expect(await connected.call('list_audit_events', { target: project })).toMatchObject({
      events: actions.map(action => ({ action, surface: 'stdio' })),
    })
    await connected.close()
  })

  it('prints no secret on stdout or stderr, signed out and signed in', async () => {
    const all: string[] = []
    const place = { cwd: desk.folder, watch: (text: string) => void all.push(text) }
    const transport = stdioTransport(['--url', dragoman.url], desk.env, place)
    const connected = await connectModern(transport, 'legacy')
    await desk.user.deliver(pageIn((await refusal(connected)).fix))
    await connected.call('get_context')
    await connected.close()
    expect(all.join('')).toContain('"handle')
    expect(all.join('')).not.toMatch(SECRET)
  })
})

const tokenOf = async (user: string) => ({
  DRAGOMAN_URL: dragoman.url,
  DRAGOMAN_TOKEN: await dragoman.token('all', user),
})
