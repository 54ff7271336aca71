import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../harness/command-line.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { start } from '../harness/process.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import type { Database } from '../postgres/databases.ts'
import { storeDatabases } from '../postgres/stores.ts'
import { describeWith } from '../require.ts'

const databases = storeDatabases()
afterAll(() => databases.drop())

let folder: string
let database: Database
let server: Dragoman | undefined

const embedded = () => ({ DRAGOMAN_DATA_DIR: folder })
const inDatabase = () => ({ DRAGOMAN_DATA_DIR: folder, DRAGOMAN_STORE_URL: database.url })
const place = (): string => `postgres://${new URL(database.url).host}${new URL(database.url).pathname}`

describeWith('postgres', 'dragoman move', () => {
  beforeEach(async () => {
    folder = await temporaryFolder()
    database = await databases.take()
  })
  afterEach(async () => {
    await server?.stop()
    server = undefined
  })

  const write = (token: string): Promise<Response> =>
    fetch(`${server?.url}/api/user`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"name":"Ada"}',
    })
  const read = (token: string): Promise<Response> =>
    fetch(`${server?.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })

  it('moves the store of a running server, which then only reads; tokens stay valid there and back', async () => {
    server = await startDragoman({ dataDir: folder })
    const token = await server.token()
    const dry = await run(['move', '--to', database.url, '--dry-run'], embedded())
    expect(dry).toMatchObject({ code: 0, stderr: '' })
    expect(dry.stdout).toContain(`${place()} is reachable: PostgreSQL`)
    expect(dry.stdout).toContain('Nothing was changed.')

    const moved = await run(['move', '--to', database.url], embedded())
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    expect(moved.stdout).toMatch(/^Moved \d+ records from .* to postgres:/)
    expect(moved.stdout).toMatch(/ {2}tokens +1 {2}[0-9a-f]{64}\n/)
    expect(moved.stdout).toContain('Seconds without writes: ')
    expect(moved.stdout).toContain('  DRAGOMAN_STORE_URL=postgres://')
    expect(moved.stdout).toMatch(/with all changes since: +DRAGOMAN_STORE_URL=\S+ .* move --to lowdb: --replace\n/)
    expect(moved.stdout).toMatch(/without the changes since: +dragoman move --undo\n/)
    expect(moved.stdout).not.toContain(new URL(database.url).password)
    const refused = await write(token)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await read(token)).status).toBe(200)
    expect((await run(['server', 'status'], embedded())).stdout).toContain('read-only: the store has moved')
    const doctor = await run(['doctor'], embedded())
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toContain(`${folder} has moved to ${place()}.`)
    expect(doctor.stdout).not.toContain('repair the disk')
  })

  it('is named by the doctor, without a server and in a database', async () => {
    await run(['token', 'create', '--create', '--user', 'ada', '--name', 'ci', '--scopes', 'all'], embedded())
    expect((await run(['move', '--to', database.url], embedded())).code).toBe(0)
    const ofFolder = await run(['doctor'], embedded())
    expect(ofFolder.code).toBe(1)
    expect(ofFolder.stdout).toContain(`${folder} has moved to ${place()}.`)
    expect(ofFolder.stdout).not.toContain('Start it')
    expect((await run(['move', '--to', 'lowdb:', '--replace'], inDatabase())).code).toBe(0)
    const ofDatabase = await run(['doctor'], inDatabase())
    expect(ofDatabase.stdout).toContain(`${place()} has moved to ${folder}.`)
    for (const { stdout } of [ofFolder, ofDatabase])
      expect(stdout).toMatch(/Set DRAGOMAN_STORE_URL to the new place\. To go back[^\n]* move --undo/)
    expect((await run(['doctor'], embedded())).stdout).not.toContain('has moved')
  })

  it('refuses to start the old store, and takes it back', async () => {
    await run(['token', 'create', '--create', '--user', 'ada', '--name', 'ci', '--scopes', 'all'], embedded())
    expect((await run(['move', '--to', database.url, '--json'], embedded())).code).toBe(0)
    const refused = await run(['token', 'list', '--user', 'ada'], embedded())
    expect(refused).toMatchObject({ code: 78 })
    expect(refused.stderr).toContain(`This store has moved to ${place()}`)
    expect(refused.stderr).toContain('dragoman move --undo')
    expect((await run(['token', 'list', '--user', 'ada'], inDatabase())).stdout).toContain('ci')

    expect((await run(['move', '--to', 'lowdb:'], inDatabase())).code).toBe(73)
    const back = await run(['move', '--to', 'lowdb:', '--replace', '--json'], inDatabase())
    expect(JSON.parse(back.stdout)).toMatchObject({
      to: folder,
      replaced_saved_to: expect.stringContaining('before-restore'),
    })
    expect((await run(['token', 'list', '--user', 'ada'], embedded())).stdout).toContain('ci')
    expect((await run(['token', 'list', '--user', 'ada'], inDatabase())).code).toBe(78)
    expect((await run(['move', '--undo'], inDatabase())).stdout).toContain('is in use again')
    expect((await run(['move', '--undo'], inDatabase())).stdout).toContain('has not moved')
    expect((await run(['token', 'list', '--user', 'ada'], inDatabase())).stdout).toContain('ci')
  })

  it('leaves the old store serving when the command is killed', async () => {
    server = await startDragoman({ dataDir: folder })
    const token = await server.token()
    const { child, ended } = start(['move', '--to', database.url], embedded())
    child.kill('SIGKILL')
    await ended
    await expect.poll(async () => (await write(token)).status).toBe(200)
    await expect
      .poll(async () => (await run(['move', '--to', database.url], embedded())).code, { timeout: 60_000 })
      .toBe(0)
  })

  it('explains wrong targets', async () => {
    await run(['token', 'create', '--create', '--user', 'ada', '--name', 'ci', '--scopes', 'all'], embedded())
    expect(await run(['move', '--to', 'mysql://x'], embedded())).toMatchObject({ code: 65 })
    expect(await run(['move'], embedded())).toMatchObject({ code: 65 })
    expect((await run(['move', '--to', 'lowdb:'], embedded())).stderr).toContain('The store already is in')
    const nobody = new URL(database.url)
    nobody.password = 'wrong'
    const refused = await run(['move', '--to', nobody.href], embedded())
    expect(refused).toMatchObject({ code: 78 })
    expect(refused.stderr).toContain('the database refuses the access')
    const unreachable = await run(['move', '--to', 'postgres://127.0.0.1:1/x', '--dry-run'], embedded())
    expect(unreachable).toMatchObject({ code: 75, stdout: expect.stringMatching(/ has [1-9]\d* records:\n/) })
  })

  it('restores a backup into a database, and refuses while a server uses it', async () => {
    await run(['token', 'create', '--create', '--user', 'ada', '--name', 'ci', '--scopes', 'all'], embedded())
    const file = join(folder, 'site.jsonl.gz')
    await run(['backup', file], embedded())
    expect((await run(['restore', file, '--dry-run'], inDatabase())).stdout).toContain('A restore revokes 1 credential')
    const restored = await run(['restore', file, '--keep-credentials'], inDatabase())
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect((await run(['token', 'list', '--user', 'ada'], inDatabase())).stdout).toContain('ci')
    const again = await run(['restore', file], inDatabase())
    expect(again).toMatchObject({ code: 73 })
    expect(again.stderr).toContain(place())
    const replaced = await run(['restore', file, '--replace'], inDatabase())
    expect(replaced.stdout).toContain('are saved in')
    expect((await run(['token', 'list', '--user', 'ada'], inDatabase())).stdout).not.toContain('ci')

    server = await startDragoman({ storeUrl: database.url, isDatabase: true })
    expect(await run(['restore', file, '--replace'], inDatabase())).toMatchObject({
      code: 75,
      stderr: expect.stringContaining('A process uses this database'),
    })
  })

  it('speaks of the database in commands of operators', async () => {
    const none = await run(['server', 'status'], inDatabase())
    expect(none.stdout).toContain('No server uses this database.')
    expect(none.stdout).toContain(`store  ${place()}`)
    server = await startDragoman({ storeUrl: database.url, isDatabase: true })
    expect((await run(['server', 'status'], inDatabase())).stdout).toContain('1 other process uses this database.')
    const link = await run(['login-link', '--user', 'ada', '--create'], inDatabase())
    expect(link.stderr).not.toContain('No server runs')
    const doctor = await run(['doctor'], inDatabase())
    expect(doctor.stdout).toMatch(/database +postgres:.*PostgreSQL/)
    expect(doctor.stdout).toContain('Processes are notified of changes')
    expect(doctor.stdout).toMatch(/connections +\d+ of \d+ connections are used/)
    expect(doctor.stdout).not.toContain('data folder')
    const recover = await run(['recover'], inDatabase())
    expect(recover).toMatchObject({ code: 78, stderr: expect.stringContaining('this command repairs files') })
    expect((await run(['audit', '--limit', '1'], inDatabase())).code).toBe(0)
  })
})
