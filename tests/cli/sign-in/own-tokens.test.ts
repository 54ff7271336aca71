import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { begin } from '../../harness/command-line.ts'
import { desk, useDesk } from './desk.ts'

const TOKEN = /^svca_[0-9a-f]{48}\n$/

useDesk()

const LINK = /To allow it, open (\S+)/

describe('own tokens at the server of the sign-in', () => {
  it('are created after the user allows it, listed and revoked', async () => {
    await desk.logIn()
    const args = ['token', 'create', '--name', 'ci', '--scopes', 'project:read', '--expires-in', '30d', '--quiet']
    const creating = begin(args, desk.env, { cwd: desk.folder, isTerminal: true })
    await desk.user.approve((await creating.seen(LINK))[1] ?? '')
    expect(await creating.ended).toMatchObject({ code: 0, stdout: expect.stringMatching(TOKEN) })

    const { stdout } = await desk.run(['token', 'list', '--json'])
    const [token] = JSON.parse(stdout).tokens
    expect(token).toMatchObject({
      name: 'ci',
      account: 'ada',
      scopes: ['project:read'],
      expires_at: expect.any(String),
    })
    expect((await desk.run(['token', 'list', '--quiet'])).stdout).toBe(`${token.id}\n`)
    expect((await desk.run(['token', 'revoke', token.id])).stdout).toBe('Revoked 1 token.\n')
    const events = await desk.run(['call', 'list_audit_events', '--json', `{"target":"${token.id}"}`])
    expect(JSON.parse(events.stdout).events).toMatchObject([
      { action: 'revoke_token', surface: 'cli' },
      { action: 'create_token', surface: 'cli' },
    ])
    expect((await desk.run(['token', 'list', '--quiet'])).stdout).toBe('')
  })

  it('need an approval, whose link is printed where nobody can wait for it', async () => {
    await desk.logIn()
    expect(await desk.run(['token', 'create', '--name', 'ci', '--scopes', 'everyday'])).toMatchObject({
      code: 77,
      stdout: '',
      stderr: expect.stringMatching(/needs the scope user:write[^]*\/account\/apps\/\S+\/scopes\?add=user:write/),
    })
  })
})

describe('tokens in the data folder', () => {
  it('are created, listed and revoked without a sign-in', async () => {
    const env = { DRAGOMAN_DATA_DIR: join(desk.folder, 'own') }
    const args = ['token', 'create', '--name', 'laptop', '--scopes', 'everyday', '--quiet']
    expect((await desk.run(['token', 'list'], env)).stdout).toBe('')
    expect(await desk.run(args, env)).toMatchObject({ code: 0, stdout: expect.stringMatching(TOKEN) })
    const id = (await desk.run(['token', 'list', '--quiet'], env)).stdout.trim()
    expect((await desk.run(['token', 'revoke', id], env)).stdout).toBe('Revoked 1 token.\n')
  })

  it('are those of the operator with --user, also when signed in', async () => {
    await desk.logIn()
    const env = { XDG_DATA_HOME: join(desk.folder, 'data'), DRAGOMAN_DATA_DIR: join(desk.folder, 'own') }
    const args = ['token', 'create', '--user', 'grace', '--create', '--name', 'n', '--scopes', 'everyday', '--quiet']
    expect(await desk.run(args, env)).toMatchObject({ code: 0, stdout: expect.stringMatching(TOKEN) })
    const id = (await desk.run(['token', 'list', '--user', 'grace', '--quiet'], env)).stdout.trim()
    expect(await desk.run(['token', 'revoke', id, '--user', 'ada'], env)).toMatchObject({ code: 66 })
    expect(await desk.run(['token', 'revoke', id, '--user', 'grace'], env)).toMatchObject({
      stdout: 'Revoked 1 token.\n',
    })
  })
})
