import { Client } from 'pg'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import type { Database, PostgresServer } from './databases.ts'
import { openPostgres } from './server.ts'

/** Databases with the tables of a store. */
export interface StoreDatabases {
  /** An empty store; reused ones have been emptied. */
  take(): Promise<Database>
  give(database: Database): Promise<void>
  drop(): Promise<void>
}

const openAt = (url: string): Promise<Store> => openStore({ url, dataDir: '' })

/** Creates databases for the tests of one file, as copies of one whose tables exist. An emptied one is used again, because a copy takes longer. */
export function storeDatabases(from: () => Promise<PostgresServer> = openPostgres): StoreDatabases {
  const all: Database[] = []
  const free: Database[] = []
  let template: Promise<Database> | undefined
  const create = async (): Promise<Database> => {
    const server = await from()
    template ??= server.createDatabase().then(async made => {
      all.push(made)
      await (await openAt(made.url)).close()
      return made
    })
    const database = await server.createDatabase({ from: await template })
    all.push(database)
    return database
  }
  return {
    take: async () => free.pop() ?? create(),
    give: async database => {
      await empty(database.url)
      free.push(database)
    },
    drop: async () => {
      for (const database of all.splice(0)) await database.drop()
    },
  }
}

/** Removes all rows of a store that nobody has open. */
async function empty(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(EMPTY)
  } finally {
    await client.end()
  }
}

/** Deletes only from tables that have rows: truncating a hundred tables takes longer. */
const EMPTY = `do $$ declare one record; found boolean; begin
  for one in select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'dragoman' and tablename <> 'store' loop
    execute 'select exists (select from ' || one.name || ')' into found;
    if found then execute 'truncate ' || one.name || ' restart identity'; end if;
  end loop; end $$`
