import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { Client, Pool } from 'pg'

export interface Database {
  readonly url: string
  /** Removes it and ends its sessions. */
  drop(): Promise<void>
}

/** How the names of all databases of a run begin, after its temporary folder: on a server that outlives the run, they tell what to remove. */
export const databasePrefix = (folder: string): string =>
  `dragoman_test_${basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}_`

/** A real PostgreSQL server. */
export interface PostgresServer {
  /** Of a superuser. */
  readonly url: string
  /** Creates an empty database, or a copy of one that nobody is connected to, in a tablespace if one is named. */
  createDatabase(options?: { readonly from?: Database; readonly tablespace?: string }): Promise<Database>
  /** The database of this run with a name; who asks first creates and fills it, the others wait until that is done. It goes with the run. */
  createOnce(name: string, fill: (database: Database) => Promise<void>): Promise<Database>
  /** Ends all sessions of a database, as an administrator or a failover does; resolves with their number when they have ended. */
  terminateBackends(url: string): Promise<number>
  /** Runs SQL as the superuser, outside of a transaction. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
}

/** Administers the server of a URL, which has the name and password of a superuser, by connections for so many statements each. */
export function administer(url: string, maxUses: number): PostgresServer {
  const pool = new Pool({ connectionString: url, max: 1, maxUses, allowExitOnIdle: true })
  // An idle connection was lost: the next statement makes another one.
  pool.on('error', () => undefined)
  const query: PostgresServer['query'] = async (sql, values = []) =>
    (await pool.query<Record<string, unknown>>(sql, [...values])).rows
  let strategy: Promise<string> | undefined
  const at = (name: string): Database => {
    const address = new URL(url)
    address.pathname = name
    return { url: address.href, drop: async () => void (await query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)) }
  }
  const createDatabase: PostgresServer['createDatabase'] = async ({ from, tablespace } = {}) => {
    const name = `${databasePrefix(tmpdir())}${randomBytes(8).toString('hex')}`
    // Nobody connects to template0, which would prevent the copy.
    const template = `TEMPLATE "${from === undefined ? 'template0' : nameIn(from.url)}"`
    strategy ??= findStrategy(query)
    const options = `${template} ${await strategy} ${tablespace === undefined ? '' : `TABLESPACE "${tablespace}"`}`
    await query(`CREATE DATABASE "${name}" ${options}`)
    return at(name)
  }
  return {
    url,
    query,
    createDatabase,
    createOnce: async (part, fill) => {
      const name = `${databasePrefix(tmpdir())}${part}`
      const waiting = new Client({ connectionString: url })
      await waiting.connect()
      try {
        await waiting.query('SELECT pg_advisory_lock(hashtext($1))', [name])
        if ((await query('SELECT FROM pg_database WHERE datname = $1', [name])).length === 0) {
          const made = await createDatabase()
          await fill(made)
          await query(`ALTER DATABASE "${nameIn(made.url)}" RENAME TO "${name}"`)
        }
        return at(name)
      } finally {
        await waiting.end()
      }
    },
    terminateBackends: async database => {
      const sessions =
        'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()'
      return (await query(sessions, [nameIn(database)])).length
    },
  }
}

const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** To copy files takes a third of the time where nothing waits for the disk. Versions below 15 know no other way. */
async function findStrategy(query: PostgresServer['query']): Promise<string> {
  const [{ version } = {}] = await query("SELECT current_setting('server_version_num')::int AS version")
  return Number(version) >= 150_000 ? 'STRATEGY FILE_COPY' : ''
}
