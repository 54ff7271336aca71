import { Client, Pool } from 'pg'
import { openStore } from '../../src/store/open.ts'
import type { Limits } from '../../src/store/postgres/connections.ts'
import type { Database, PostgresServer } from './databases.ts'
import { openPostgres } from './server.ts'

/** Limits of stores in tests, longer than the busiest machine takes. A test that needs one to expire shortens it, or moves the clock. */
export const PATIENT: Limits = {
  connectMs: 60_000,
  readMs: 60_000,
  statementMs: 60_000,
  idleMs: 60_000,
  outcomeMs: 60_000,
}

/** An empty database of one suite or test, and a connection to it. */
export async function openDatabase() {
  const database = await (await openPostgres()).createDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const close = async (): Promise<void> => {
    await client.end()
    await database.drop()
  }
  return { url: database.url, client, close }
}

/** Databases with the tables of a store. */
export interface StoreDatabases {
  /** An empty store; reused ones have been emptied. */
  take(): Promise<Database>
  give(database: Database): Promise<void>
  drop(): Promise<void>
}

/** Emptied databases of earlier test files, by server: to empty one takes less than to drop it and to copy another one. */
const spares = new Map<string, Database[]>()

/** Creates databases for the tests of one file, as copies of one whose tables exist. */
export function storeDatabases(from: () => Promise<PostgresServer> = openPostgres): StoreDatabases {
  const taken = new Set<Database>()
  const create = async (server: PostgresServer): Promise<Database> =>
    server.createDatabase({ from: await createTemplate(server) })
  const sparesOf = (url: string): Database[] => {
    const found = spares.get(url) ?? []
    spares.set(url, found)
    return found
  }
  return {
    take: async () => {
      const server = await from()
      const database = sparesOf(server.url).pop() ?? (await create(server))
      taken.add(database)
      return database
    },
    give: async database => {
      await empty(database.url)
      taken.delete(database)
      sparesOf((await from()).url).push(database)
    },
    drop: async () => {
      for (const database of taken) await database.drop()
      taken.clear()
    },
  }
}

const createTemplate = (server: PostgresServer): Promise<Database> =>
  server.createOnce('store', async ({ url }) => (await openStore({ url, dataDir: '' })).close())

async function empty(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(EMPTY)
  } finally {
    await client.end()
  }
}

/** One connection to a database whose stores are open; another one if it is lost. */
export const openBeside = ({ url }: Database): Pool =>
  new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }).on('error', () => undefined)

/** Truncates tables that may have rows: to truncate a hundred takes longer. */
const EMPTY = `do $$ declare names text; begin
  select string_agg(oid::regclass::text, ', ') into names from pg_class
    where relnamespace = 'dragoman'::regnamespace and relkind = 'r' and relname <> 'store' and pg_relation_size(oid) > 0;
  if names is not null then execute 'truncate ' || names || ' restart identity'; end if; end $$`

/**
 * The same beside open stores: these have read up to a number of a change, and have noted that they use the database. Few rows are deleted sooner than their
 * table is truncated.
 */
export const EMPTY_BESIDE_STORES = `do $$ declare one record; begin
  for one in select oid::regclass::text as name, pg_relation_size(oid) as bytes from pg_class
    where relnamespace = 'dragoman'::regnamespace and relkind = 'r' and relname not in ('store', 'leases') and pg_relation_size(oid) > 0
  loop execute case when one.bytes < 200000 then 'delete from ' else 'truncate ' end || one.name; end loop;
  delete from dragoman.leases where name not like 'process %'; end $$`
