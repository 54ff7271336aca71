import { Client } from 'pg'
import { expect, it } from 'vitest'
import { describeWith } from '../require.ts'
import { startPostgres } from './server.ts'
import { createSmallTablespace } from './small-tablespace.ts'

describeWith('postgres-programs', 'a small tablespace', () => {
  describeWith('tmpfs', 'on a disk of its own', () => {
    it('gets full, and the server runs on', async () => {
      const server = await startPostgres()
      try {
        const tablespace = await createSmallTablespace(server, 16 * 2 ** 20)
        const client = new Client({ connectionString: (await tablespace.createDatabase()).url })
        client.on('error', () => undefined)
        await client.connect()
        const insert = async (): Promise<unknown> =>
          client.query("INSERT INTO words SELECT repeat('x', 1000) FROM generate_series(1, 100)")
        await client.query('CREATE TABLE words (word text)')
        await insert()
        tablespace.disk.fill()
        await expect(insert()).rejects.toMatchObject({ code: '53100' })
        tablespace.disk.free()
        await insert()
        expect((await client.query('SELECT FROM words')).rowCount).toBe(200)
        await client.end()
        await tablespace.remove()
      } finally {
        await server.remove()
      }
    })
  })
})
