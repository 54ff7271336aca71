import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWith } from '../require.ts'
import type { Database } from './databases.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { openPostgres } from './server.ts'

describeWith('pgbouncer', 'PgBouncer in transaction mode', () => {
  let database: Database
  let bouncer: PgBouncer
  const clients: Client[] = []

  beforeAll(async () => {
    const server = await openPostgres()
    database = await server.createDatabase()
    bouncer = await startPgBouncer(server.url, { poolSize: 1 })
  })
  afterAll(async () => {
    for (const client of clients) await client.end()
    await bouncer.remove()
    await database.drop()
  })

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: bouncer.through(database.url) })
    clients.push(client)
    await client.connect()
    return client
  }

  it('gives two clients the same session, one transaction after the other', async () => {
    const [one, other] = [await connect(), await connect()]
    const sessionOf = async (client: Client): Promise<unknown> =>
      (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
    await one.query('BEGIN')
    const first = await sessionOf(one)
    const waiting = sessionOf(other)
    await one.query('COMMIT')
    expect(await waiting).toBe(first)
  })
})
