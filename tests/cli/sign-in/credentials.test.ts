import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCredentials } from '../../../src/cli/sign-in/credentials.ts'
import { createSignInCredential } from '../../../src/cli/sign-in/sign-in-credential.ts'
import { readConfig } from '../../../src/config.ts'
import { allTests, eachTest } from '../../harness/each-test.ts'
import { runProcess } from '../../harness/process.ts'
import { startDragoman } from '../../harness.ts'
import { openDesk } from './desk.ts'

let time = Date.now()
const dragoman = allTests(() => startDragoman({ now }))
const now = () => new Date(time)

const desk = eachTest(() => {
  time = Date.now()
  return openDesk(dragoman)
})
beforeEach(async () => void (await desk.logIn()))

let ids = 0
const open = () => {
  const machine = { config: readConfig(desk.env), now, newId: () => `id-${(ids += 1)}` }
  const file = openCredentials(machine)
  return { file, credential: createSignInCredential({ machine, file, server: dragoman.url }) }
}
const saved = async () => (await desk.credentials()).servers[dragoman.url]?.sign_in ?? {}
const status = async (token: string) =>
  (await fetch(`${dragoman.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })).status
const reuses = async () => {
  const { read } = dragoman.services.store
  const ada = await read.users.by('handle', 'ada')
  const { items } = await read.audit.page('user', ada?.id ?? '', { limit: 100 })
  expect(items.length).toBeGreaterThan(0)
  return items.filter(({ action }) => action === 'refresh_reuse').length
}

describe('the credential of a sign-in', () => {
  it('is used unchanged while it is fresh', async () => {
    const { credential } = open()
    expect(await credential.get()).toBe((await saved())['access_token'])
  })

  it('is refreshed before it expires, once for all concurrent calls', async () => {
    const before = await saved()
    time += 3600_000 - 10_000
    const tokens = await Promise.all([1, 2, 3].flatMap(() => [open().credential.get(), open().credential.get()]))
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(before['access_token'])
    expect(await status(tokens[0] ?? '')).toBe(200)
    expect((await saved())['access_token']).toBe(tokens[0])
  })

  it('is refreshed once after the server rejected it', async () => {
    const { credential } = open()
    const old = await credential.get()
    const [first, second] = await Promise.all([credential.refresh(old), open().credential.refresh(old)])
    expect(first).toBe(second)
    expect(first).not.toBe(old)
  })

  it('still works after a restart of the server', async () => {
    await dragoman.restart()
    time += 3600_000
    expect(await desk.run(['whoami', '--quiet'])).toMatchObject({ stdout: 'ada\n' })
    expect(await status(await open().credential.get())).toBe(200)
  })

  it('keeps the sign-in when the server cannot be reached', async () => {
    const file = JSON.parse(await readFile(desk.credentialsPath, 'utf8'))
    const url = 'http://127.0.0.1:1'
    file.servers[url] = file.servers[dragoman.url]
    file.servers[url].sign_in.expires_at = new Date(0).toISOString()
    await writeFile(desk.credentialsPath, JSON.stringify({ ...file, default: url }))
    expect(await desk.run(['whoami'])).toMatchObject({ code: 69, stderr: expect.stringContaining('No response from') })
    expect((await desk.credentials()).servers[url]?.sign_in).toBeDefined()
  })

  it('ends with its grant, and says to sign in again', async () => {
    const all = { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: await dragoman.token('all') }
    const { via } = JSON.parse((await desk.run(['call', 'get_context'])).stdout) as { via: { id: string } }
    await desk.run(['call', 'revoke_grant', '--json', JSON.stringify({ id: via.id })], all)
    expect(await desk.run(['whoami'])).toMatchObject({
      code: 77,
      stderr: expect.stringMatching(/has ended: [^]*Run .*login http/),
    })
    expect(await saved()).toEqual({})
  })

  it('leaves no lock and no temporary file', async () => {
    time += 3600_000
    await open().credential.get()
    expect(await readdir(dirname(desk.credentialsPath))).toEqual(['credentials.json'])
  })

  it('takes over the lock of a killed process', async () => {
    time += 3600_000
    await writeFile(`${desk.credentialsPath}.lock`, '')
    expect(await status(await open().credential.get())).toBe(200)
  })

  it('survives refreshes of several processes at once', async () => {
    const file = JSON.parse(await readFile(desk.credentialsPath, 'utf8'))
    file.servers[dragoman.url].sign_in.expires_at = new Date(0).toISOString()
    await writeFile(desk.credentialsPath, JSON.stringify(file))
    const outcomes = await Promise.all([1, 2].map(() => runProcess(['whoami', '--quiet'], desk.env)))
    expect(outcomes.map(({ stdout }) => stdout)).toEqual(['ada\n', 'ada\n'])
    expect(await reuses()).toBe(0)
  })
})

describe('a file that is not valid', () => {
  it.each(['{', '{"version":1,"servers":{"x":{"sign_in":{"access_token":"svco_secret"}}}}'])(
    'is rejected without quoting it: %s',
    async content => {
      await writeFile(desk.credentialsPath, content)
      const { stderr, code } = await desk.run(['whoami'])
      expect({ stderr, code }).toEqual({
        code: 78,
        stderr: expect.stringMatching(/is not valid\.\n {7}Delete it and /),
      })
      expect(stderr).not.toContain('svco_')
    },
  )
})

describe('the server of a command', () => {
  it('gets only its own credentials', async () => {
    const project = { project: 'ada/app', source_locale: 'en', target_locales: ['de'], files: [{ source: 'en.json' }] }
    await writeFile(join(desk.folder, 'dragoman.json'), JSON.stringify({ ...project, server: 'http://127.0.0.1:1' }))
    expect(await desk.run(['call', 'get_context'])).toMatchObject({
      code: 77,
      stderr: expect.stringContaining('You are not signed in to http://127.0.0.1:1.'),
    })
  })

  it('is that of DRAGOMAN_URL with DRAGOMAN_TOKEN first, and the sign-in with DRAGOMAN_URL alone', async () => {
    const env = { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: await dragoman.token('everyday', 'bob') }
    expect((await desk.run(['whoami', '--quiet'], env)).stdout).toBe('bob\n')
    expect((await desk.run(['whoami', '--quiet'], { DRAGOMAN_URL: dragoman.url })).stdout).toBe('ada\n')
  })

  it('is none when DRAGOMAN_DATA_DIR names a data folder', async () => {
    const { stdout } = await desk.run(['whoami', '--json'], { DRAGOMAN_DATA_DIR: join(desk.folder, 'own') })
    expect(JSON.parse(stdout)).toMatchObject({ credential: 'data-folder', data_folder: join(desk.folder, 'own') })
  })

  it('is the data folder when its own server has the named URL', async () => {
    await desk.run(['logout'])
    const project = { project: 'ada/app', source_locale: 'en', target_locales: ['de'], files: [{ source: 'en.json' }] }
    await writeFile(join(desk.folder, 'dragoman.json'), JSON.stringify({ ...project, server: dragoman.url }))
    const { stdout } = await desk.run(['whoami', '--json'], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
    expect(JSON.parse(stdout)).toMatchObject({ credential: 'data-folder' })
  })
})
