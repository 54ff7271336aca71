import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeWith } from '../require.ts'
import { createServerFolder } from './daemon.ts'
import type { Database, PostgresServer } from './databases.ts'
import { type OwnServer, openPostgres, startPostgres } from './server.ts'

/** Runs one statement on a connection of its own. */
async function ask(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** A client whose lost connection is no unhandled error. */
async function connectClient(url: string) {
  const client = new Client({ connectionString: url })
  const lost = once(client, 'error')
  // It says twice that it was ended: once by the server, once by the connection.
  client.on('error', () => undefined)
  await client.connect()
  return { client, lost }
}

describeWith('postgres', 'the PostgreSQL of all tests', () => {
  let server: PostgresServer
  const databases: Database[] = []
  const create = async (from?: Database): Promise<Database> => {
    const database = await server.createDatabase(from && { from })
    databases.push(database)
    return database
  }

  beforeAll(async () => {
    server = await openPostgres()
  })
  afterAll(async () => {
    for (const database of databases) await database.drop()
  })

  it('is one for all, and gives each test a database of its own', async () => {
    expect((await openPostgres()).url).toBe(server.url)
    const [one, other] = await Promise.all([create(), create()])
    await ask(one.url, 'CREATE TABLE words (word text)')
    expect(await ask(other.url, "SELECT to_regclass('words')")).toEqual([null])
  })

  it('copies a database with its rows', async () => {
    const template = await create()
    await ask(template.url, "CREATE TABLE words AS SELECT 'Wort' AS word")
    const copy = await create(template)
    expect(await ask(copy.url, 'SELECT word FROM words')).toEqual(['Wort'])
  })

  it('ends the sessions of one database', async () => {
    const [one, other] = [await create(), await create()]
    const [ended, kept] = [await connectClient(one.url), await connectClient(other.url)]
    expect(await server.terminateBackends(one.url)).toBe(1)
    expect(String(await ended.lost)).toContain('terminating connection')
    expect((await kept.client.query('SELECT 1')).rowCount).toBe(1)
    await kept.client.end()
  })

  it('drops a database that is in use, twice without an error', async () => {
    const database = await create()
    const { lost } = await connectClient(database.url)
    await database.drop()
    await lost
    await database.drop()
    await expect(ask(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' })
  })
})

describeWith('postgres-programs', 'a PostgreSQL of one test file', () => {
  let server: OwnServer
  let url: string

  beforeAll(async () => {
    server = await startPostgres({ settings: { max_connections: '10' } })
    url = (await server.createDatabase()).url
    await ask(url, 'CREATE TABLE words (word text)')
  })
  afterAll(() => server.remove())

  it('takes settings, and does not wait for the disk', async () => {
    expect(await ask(url, "SELECT current_setting('max_connections'), current_setting('fsync')")).toEqual(['10', 'off'])
  })

  it('refuses a client without the password', async () => {
    const address = new URL(url)
    address.password = 'wrong'
    await expect(ask(address.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  })

  it.each(['fast', 'immediate', 'kill'] as const)(
    'keeps what was committed after %s, at the same address',
    async way => {
      const { client, lost } = await connectClient(url)
      await client.query(`INSERT INTO words VALUES ('${way}')`)
      await client.query("BEGIN; INSERT INTO words VALUES ('not committed')")
      await (way === 'kill' ? server.kill() : server.stop(way))
      await lost
      await expect(ask(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
      await server.restart()
      expect(await ask(url, 'SELECT word FROM words ORDER BY ctid DESC LIMIT 1')).toEqual([way])
    },
  )

  it('restarts while it runs', async () => {
    const { lost } = await connectClient(url)
    await server.restart()
    await lost
    expect(await ask(url, 'SELECT count(*)::int FROM words')).toEqual([3])
  })
})

describeWith('postgres-programs', 'the folder of a server', () => {
  it('goes with its server', async () => {
    const folder = createServerFolder()
    const daemon = folder.run('sleep', ['1000'])
    await folder.remove()
    await daemon.ended
    expect(existsSync(folder.path)).toBe(false)
  })

  it('goes with its server when the process that created it is killed', async () => {
    const module = new URL('./daemon.ts', import.meta.url).href
    const script = `
      const { createServerFolder } = await import('${module}')
      const folder = createServerFolder()
      console.log(JSON.stringify([folder.path, folder.run('sleep', ['1000']).pid]))
      setInterval(() => undefined, 1000)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const [path, pid] = JSON.parse(String(line)) as [string, number]
    expect(existsSync(path)).toBe(true)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(existsSync(path)).toBe(false), { timeout: 60_000 })
    // The process is gone, or only its entry waits for its new parent.
    await vi.waitFor(async () => expect(await stateOf(pid)).toMatch(/^Z?$/), { timeout: 60_000 })
  })
})

/** The first letter of what `ps` says; nothing if there is no such process. */
async function stateOf(pid: number): Promise<string> {
  const ps = spawn('ps', ['-o', 'stat=', '-p', String(pid)])
  let said = ''
  ps.stdout.on('data', text => (said += String(text)))
  await once(ps, 'close')
  return said.trim().slice(0, 1)
}
