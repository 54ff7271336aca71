import { describe, expect, it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { systemUser } from '../../src/system-user.ts'
import { type Outcome, run } from '../harness/command-line.ts'
import { withFolder } from '../harness/folder.ts'
import { runProcess } from '../harness/process.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { isNightly } from '../runs.ts'

const me = localHandle(systemUser())

type Command = (...args: string[]) => Promise<Outcome>
type Place = (body: (command: Command, env: Readonly<Record<string, string>>) => Promise<void>) => Promise<void>

const commandIn =
  (env: Readonly<Record<string, string>>): Command =>
  (...args) =>
    run(args, env)

/** Both ways of a command: into the serving process, and on the data folder itself. */
const PLACES: Readonly<Record<string, Place>> = {
  'while a server holds the folder': async body => {
    const dragoman = await startDragoman()
    const env = { DRAGOMAN_DATA_DIR: dragoman.dataDir }
    try {
      await body(commandIn(env), env)
    } finally {
      await dragoman.stop()
    }
  },
  'when nobody holds the folder': body =>
    withFolder(dataDir => {
      const env = { DRAGOMAN_DATA_DIR: dataDir }
      return body(commandIn(env), env)
    }),
}

const CREATE = ['token', 'create', '--user', 'ada', '--create', '--name', 'laptop', '--scopes'] as const

describe.each(Object.entries(PLACES))("the operator's commands %s", (_place, inPlace) => {
  it('create a token for a new user, list it, and revoke it', async () => {
    await inPlace(async command => {
      const made = await command(...CREATE, 'project:read user:read', '--expires-in', '30d', '--json')
      const token = JSON.parse(made.stdout) as Record<string, unknown>
      expect(token).toMatchObject({ name: 'laptop', account: 'ada', scopes: ['user:read', 'project:read'] })
      expect(token).toMatchObject({ last_used_at: null, user_created: true, created_by: 'control' })
      expect(token['token']).toMatch(/^svca_[0-9a-f]{48}$/)
      const listed = await command('token', 'list', '--user', 'ada', '--json')
      expect(JSON.parse(listed.stdout)).toMatchObject({ tokens: [{ id: token['id'] }] })
      expect(listed.stdout).not.toContain(token['token'])
      const revoked = await command('token', 'revoke', String(token['id']))
      expect(revoked.stdout).toBe('Revoked 1 token.\n')
      expect((await command('token', 'list', '--user', 'ada')).stdout).toBe('')
      const blank = await command(...CREATE, 'all', '--expires-in', '', '--json')
      expect(JSON.parse(blank.stdout)).toMatchObject({ expires_at: null })
    })
  })

  it('create your own token without --user', async () => {
    await inPlace(async command => {
      const made = await command('token', 'create', '--name', 'ci', '--scopes', 'everyday', '--json')
      expect(JSON.parse(made.stdout)).toMatchObject({ account: me, user_created: true })
      const { stdout } = await command('call', 'get_context')
      expect(JSON.parse(stdout)).toMatchObject({ user: { handle: me } })
    })
  })

  it('create an unknown user only with --create', async () => {
    await inPlace(async command => {
      const create = ['token', 'create', '--user', 'grace', '--name', 'ci', '--scopes', 'all']
      expect(await command(...create)).toMatchObject({
        code: 64,
        stdout: '',
        stderr: expect.stringMatching(/User grace not found\.\n {7}Add --create/),
      })
      const refused = await command(...create, '--json')
      expect(refused.code).toBe(64)
      expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'not_found' } })
      expect(JSON.parse((await command('accounts', '--json')).stdout)).toEqual({ accounts: [] })
      expect(await command(...create, '--create')).toMatchObject({ code: 0 })
      expect(await command(...create)).toMatchObject({ code: 0 })
    })
  })

  it('ask on a terminal whether to create an unknown user', async () => {
    await inPlace(async (_command, env) => {
      const args = ['token', 'create', '--user', 'grace', '--name', 'ci', '--scopes', 'all', '--quiet']
      const answer = (typed: string) => run(args, env, typed, { isTerminal: true })
      for (const no of ['n\n', '\n', 'yesterday\n', '']) {
        expect(await answer(no)).toMatchObject({
          code: 64,
          stdout: '',
          stderr: expect.stringContaining('User grace not found. Create them? [y/N] '),
        })
      }
      const made = await answer('y\n')
      expect(made).toMatchObject({ code: 0, stderr: 'User grace not found. Create them? [y/N] ' })
      expect(made.stdout).toMatch(/^svca_[0-9a-f]{48}\n$/)
    })
  })

  it('reject a wrong scope, handle, lifetime and option with a fix', async () => {
    await inPlace(async command => {
      const scope = await command(...CREATE, 'project:raed')
      expect(scope).toMatchObject({
        code: 65,
        stdout: '',
        stderr: expect.stringContaining('Did you mean project:read?'),
      })
      const handle = await command('token', 'create', '--user', 'admin', '--name', 'x', '--scopes', 'all')
      expect(handle).toMatchObject({ code: 65, stderr: expect.stringContaining('is reserved') })
      const lifetime = await command(...CREATE, 'all', '--expires-in', 'soon')
      expect(lifetime).toMatchObject({
        code: 65,
        stderr: expect.stringMatching(/--expires-in "soon" is not valid\.\n {7}.*30d/),
      })
      const option = await command('token', 'create', '--user', 'ada')
      expect(option).toMatchObject({ code: 64, stderr: expect.stringContaining('--name') })
      expect(await command('accounts', '--limit', 'abc')).toMatchObject({
        code: 64,
        stderr: expect.stringContaining('Use a whole number of 1 or more.'),
      })
      const json = await command(...CREATE, 'project:raed', '--json')
      expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'invalid_input', permanent: true } })
      expect((await command('token', 'list', '--user', 'ada')).code).toBe(66)
    })
  })

  it('withdraw and grant access', async () => {
    await inPlace(async command => {
      await command(...CREATE, 'all')
      expect((await command('access', 'withdraw', 'ada')).stdout).toBe('ada is now read-only.\n')
      expect((await command('access', 'withdraw', 'ada')).stdout).toBe('ada is already read-only.\n')
      const granted = await command('access', 'grant', 'Ada', '--json')
      expect(JSON.parse(granted.stdout)).toEqual({ account: 'ada', has_access: true, changed: true })
      expect(await command('access', 'grant', 'nobody')).toMatchObject({ code: 66, stdout: '' })
    })
  })

  it('show and set the limits of an account', async () => {
    await inPlace(async command => {
      await command(...CREATE, 'all', '--quiet')
      expect((await command('quota', 'show', 'ada')).stdout).toMatch(
        /^ada\n +USED +LIMIT\n {2}projects +0 +200 {2}0 %\n {2}source strings +0 +250,000 {2}0 %\n {2}size of files and translations +0 bytes +1 GiB {2}0 %\n {2}size of history +0 bytes +10 GiB {2}0 %\n$/,
      )
      expect((await command('quota', 'set', 'ada', '--strings', '1000000', '--bytes', '1.5GiB')).stdout).toBe(
        'ada: source strings 250,000 → 1,000,000, size of files and translations 1 GiB → 1.5 GiB.\n',
      )
      expect((await command('quota', 'set', 'ada', '--strings', '1000000')).stdout).toBe(
        'The limits of ada already had these values.\n',
      )
      const shown = JSON.parse((await command('quota', 'show', 'Ada', '--json')).stdout) as object
      expect(shown).toMatchObject({ account: 'ada', limits: { projects: 200, strings: 1_000_000 } })
      const reset = await command('quota', 'set', 'ada', '--reset', '--json')
      expect(JSON.parse(reset.stdout)).toMatchObject({ changed: true, own: {} })
      expect(await command('quota', 'set', 'ada', '--strings', 'many')).toMatchObject({ code: 64, stdout: '' })
      expect(await command('quota', 'set', 'ada', '--bytes', 'many')).toMatchObject({
        code: 65,
        stderr: expect.stringContaining('bytes is "many": give a size up to 1TiB, such as 500MB'),
      })
      expect(await command('quota', 'set', 'ada')).toMatchObject({ code: 65, stdout: '' })
      expect(await command('quota', 'show', 'nobody')).toMatchObject({ code: 66, stdout: '' })
    })
  })

  it('list accounts, suspend a user and resume them', async () => {
    await inPlace(async command => {
      await command(...CREATE, 'all', '--quiet')
      expect((await command('user', 'suspend', 'ada')).stdout).toBe('Suspended ada.\n')
      expect((await command('accounts', '--kind', 'personal', '--starting-with', 'A')).stdout).toMatch(
        /^ada {2}user, 0 projects, 1 token, created \S+ {2}\(suspended since \S+\)\n$/,
      )
      const resumed = await command('user', 'resume', 'ada', '--json')
      expect(JSON.parse(resumed.stdout)).toEqual({ user: 'ada', suspended: false, changed: true })
      expect(await command('user', 'suspend', 'nobody')).toMatchObject({ code: 66, stdout: '' })
    })
  })
})

describe('server status', () => {
  const status = async (dragoman: Pick<Dragoman, 'dataDir'>) => {
    const { stdout } = await run(['server', 'status', '--json'], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
    return JSON.parse(stdout) as Record<string, unknown>
  }

  it('names the serving process, its address and the state of its store', async () => {
    const dragoman = await startDragoman()
    await dragoman.token()
    expect(await status(dragoman)).toMatchObject({
      running: true,
      process: 'server',
      pid: process.pid,
      url: dragoman.url,
      store: { engine: 'lowdb', writable: true, counts: { tokens: 1 } },
      heap: { percent: expect.any(Number), max_percent: 75, level: expect.any(String) },
    })
    const { stdout } = await run(['server', 'status'], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
    expect(stdout).toMatch(/^ {2}heap {3}[\d.,]+ [MG]iB of [\d.,]+ [MG]iB used \([\d.]+ %\)$/m)
    await dragoman.stop()
  })

  it('says that no server is running', async () => {
    await withFolder(async dataDir => {
      const found = await status({ dataDir })
      expect(found).toMatchObject({ running: false, store: { writable: true } })
      expect(found).not.toHaveProperty('pid')
      expect(found).not.toHaveProperty('heap')
    })
  })
})

it('an operator action is in the audit log with its target', async () => {
  const dragoman = await startDragoman()
  const { stdout } = await run([...CREATE, 'all', '--json'], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
  const { id } = JSON.parse(stdout) as { id: string }
  await run(['access', 'withdraw', 'ada'], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
  await run(['token', 'revoke', id], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
  const account = await dragoman.services.store.read.accounts.by('handle', 'ada')
  const { items } = await dragoman.services.store.read.audit.page('account', account?.id ?? '', { limit: 10 })
  expect(items.map(({ action, target, surface, credential }) => [action, target, surface, credential?.kind])).toEqual([
    ['token revoke', id, 'control', 'control'],
    ['access withdraw', 'ada', 'control', 'control'],
    ['token create', id, 'control', 'control'],
  ])
  expect(items.filter(({ user_id }) => user_id !== undefined)).toEqual([])
  await dragoman.stop()
})

it('concurrent commands create one token each', async () => {
  await withFolder(async dataDir => {
    const env = { DRAGOMAN_DATA_DIR: dataDir }
    const start = (at: number) => (isNightly || at < 2 ? runProcess : run)([...CREATE, 'all', '--quiet'], env)
    const made = await Promise.all(Array.from({ length: 6 }, (_, at) => start(at)))
    expect(made.map(({ code, stderr }) => ({ code, stderr }))).toEqual(made.map(() => ({ code: 0, stderr: '' })))
    const listed = await run(['token', 'list', '--user', 'ada', '--json'], env)
    expect((JSON.parse(listed.stdout) as { tokens: unknown[] }).tokens).toHaveLength(6)
    expect(new Set(made.map(({ stdout }) => stdout)).size).toBe(6)
  })
})
