import { describe, expect, it } from 'vitest'
import { localHandle } from '../../src/auth/users/handles.ts'
import { findOrCreateUser } from '../../src/auth/users/users.ts'
import { systemUser } from '../../src/system-user.ts'
import { run } from '../harness/command-line.ts'
import { allTests } from '../harness/each-test.ts'
import { withFolder } from '../harness/folder.ts'
import { startDragoman } from '../harness.ts'
import { openJar } from '../web/jar.ts'

const me = localHandle(systemUser())

describe('dragoman login-link', () => {
  const dragoman = allTests(() => startDragoman())
  const command = (...args: string[]) => run(['login-link', ...args], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
  const user = (handle: string) => dragoman.services.store.read.users.by('handle', handle)

  it('prints one link, which signs in the local user as an operator', async () => {
    const { stdout, stderr, code } = await command()
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('as an operator') })
    expect(stdout).toMatch(new RegExp(`^${dragoman.url}/login/link/svcl_[0-9a-f]{48}\n$`))
    expect(await user(me)).toMatchObject({ operator: false })
    const jar = openJar(dragoman.url)
    expect(await jar.get(stdout.trim(), { follow: false })).toMatchObject({ status: 302, location: '/' })
    expect(await user(me)).toMatchObject({ operator: true })
    const known = (await command()).stderr
    expect(known).not.toContain('operator')
    expect(known).toMatch(new RegExp(`^${me}: created \\d{4}-\\d\\d-\\d\\d, signs in by link only\\.\n`))
  })

  it('reserves the local user’s handle from users of a provider', () => {
    expect(dragoman.services.auth.machineHandle).toBe(me)
  })

  it('creates an unknown user only with --create', async () => {
    expect(await command('--user', 'kim')).toMatchObject({
      code: 64,
      stdout: '',
      stderr: expect.stringMatching(/User kim not found\.\n {7}Add --create to create the user\./),
    })
    const inJson = await command('--user', 'kim', '--json')
    expect(inJson).toMatchObject({ code: 64, stdout: '' })
    expect(JSON.parse(inJson.stderr)).toMatchObject({ error: { code: 'not_found' } })
    expect(await user('kim')).toBeUndefined()
    const links = await dragoman.services.store.read.login_links.list('all', '')
    const made = await command('--user', 'kim', '--create')
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('kim: new user.') })
    expect(await command('--user', 'kim')).toMatchObject({ code: 0 })
    expect(await dragoman.services.store.read.login_links.list('all', '')).toHaveLength(links.length + 2)
  })

  it('creates a link for --user, which needs a confirmation and grants no operator access', async () => {
    const { stdout } = await command('--user', 'grace', '--create', '--quiet')
    const jar = openJar(dragoman.url)
    expect(await jar.get(stdout.trim())).toMatchObject({
      status: 200,
      text: expect.stringContaining('Sign in as grace?'),
    })
    await jar.post(stdout.trim())
    expect(jar.cookies.get('dragoman_session')).toMatch(/^svcw_/)
    expect(await user('grace')).toMatchObject({ operator: false })
  })

  it('prints everything with --json, and logs no link', async () => {
    const made = JSON.parse((await command('--user', 'lin', '--create', '--json')).stdout) as Record<string, unknown>
    expect(made).toMatchObject({ user: 'lin', operator: false, served: true })
    const links = await dragoman.services.store.read.login_links.list('all', '')
    expect(JSON.stringify(links)).not.toContain(String(made['url']).split('/').at(-1))
    const { items } = await dragoman.services.store.read.audit.page('account', (await user('lin'))?.account_id ?? '', {
      limit: 10,
    })
    expect(items).toMatchObject([{ action: 'login_link_made', target: 'lin', surface: 'control' }])
    expect(JSON.stringify(items)).not.toContain('svcl_')
  })

  it('does for --user with the own handle what it does without', async () => {
    for (const handle of [me, me.toUpperCase()]) {
      const [named, own] = [
        await command('--user', handle, '--operator', '--json'),
        await command('--operator', '--json'),
      ]
      const about = ({ stdout }: { readonly stdout: string }) => {
        const { url: _url, expires_at: _end, ...others } = JSON.parse(stdout) as Record<string, unknown>
        return others
      }
      expect(about(named)).toEqual(about(own))
      expect(about(named)).toMatchObject({ user: me, operator: true })
    }
    const { stdout } = await command('--user', me, '--quiet')
    const jar = openJar(dragoman.url)
    expect(await jar.get(stdout.trim(), { follow: false }), 'no confirmation').toMatchObject({ status: 302 })
  })

  it('refuses to promote another user, and an invalid handle', async () => {
    expect(await command('--user', 'grace', '--operator')).toMatchObject({
      code: 65,
      stdout: '',
      stderr: expect.stringContaining('Only your own link can make a user an operator.'),
    })
    expect(await command('--user', 'admin')).toMatchObject({ code: 65, stderr: expect.stringContaining('is reserved') })
  })
})

it('a sign-in link can be created without a running server, and its output says to start one', async () => {
  await withFolder(async dataDir => {
    const { stdout, stderr } = await run(['login-link'], {
      DRAGOMAN_DATA_DIR: dataDir,
      DRAGOMAN_BASE_URL: 'https://l10n.example.org',
    })
    expect(stdout).toMatch(/^https:\/\/l10n\.example\.org\/login\/link\/svcl_/)
    expect(stderr).toContain('Start it before you open the link')
  })
})

it('the first link makes the local user an operator, also when their handle is given', async () => {
  for (const args of [[], ['--user', me]]) {
    await withFolder(async dataDir => {
      const { stdout } = await run(['login-link', '--json', ...args], { DRAGOMAN_DATA_DIR: dataDir })
      expect(JSON.parse(stdout)).toMatchObject({ user: me, operator: true })
      const token = ['token', 'create', '--name', 'first', '--scopes', 'all', '--quiet']
      expect(await run([...token, ...args], { DRAGOMAN_DATA_DIR: dataDir })).toMatchObject({ code: 0 })
    })
  }
})

it('somebody of a provider with the handle of the local user gets a link by name, which makes no operator', async () => {
  const dragoman = await startDragoman()
  try {
    const { store, now, newId } = dragoman.services
    await store.transaction(async tx => {
      const { user } = await findOrCreateUser(tx, me, { now, newId })
      await tx.users.put({ ...user, came_by: 'github' })
    })
    const command = (...args: string[]) => run(['login-link', ...args], { DRAGOMAN_DATA_DIR: dragoman.dataDir })
    expect(await command()).toMatchObject({ code: 77, stdout: '' })
    expect(await command('--user', me, '--operator')).toMatchObject({ code: 65, stdout: '' })
    expect(JSON.parse((await command('--user', me, '--json')).stdout)).toMatchObject({ user: me, operator: false })
  } finally {
    await dragoman.stop()
  }
})
