import type pg from 'pg'
import { AppError } from '../../../errors.ts'
import { SHAPE_VERSION } from '../../records/schema.ts'
import { type Query, queryOn } from '../connections.ts'
import { BEGIN, LOCKS } from '../transaction/session.ts'
import { createStatements } from './ddl.ts'
import { SCHEMA } from './layout.ts'

/**
 * A change of the tables. Steps only add, so that processes of the version before keep working beside it; what nobody uses any more is removed by a later
 * version, whose `readableBy` then grows.
 */
export interface Migration {
  /** The layout that it makes, from the one before it. */
  readonly layout: number
  /** The oldest layout whose programs can go on beside it. */
  readonly readableBy: number
  readonly statements: () => readonly string[]
}

/** All layouts of the tables, oldest first. */
export const MIGRATIONS: readonly Migration[] = [{ layout: 1, readableBy: 1, statements: createStatements }]

export interface Stored {
  readonly layout: number
  readonly readableBy: number
  readonly shape: number
}

/**
 * Creates or updates the tables. Processes that start at the same time do it one after the other.
 * @throws AppError `bad_config` when a later version wrote the store.
 */
export async function migrate(client: pg.ClientBase, hasLocks: boolean, migrations = MIGRATIONS): Promise<void> {
  const newest = migrations.at(-1)?.layout ?? 0
  const query = queryOn(client)
  const before = await readStored(query)
  if (before !== undefined) assertReadable(before, newest)
  if (before !== undefined && before.layout >= newest) return
  await client.query(BEGIN)
  try {
    if (hasLocks) await client.query('select pg_advisory_xact_lock($1, 0)', [LOCKS.migration])
    const stored = await readStored(query)
    if (stored === undefined) {
      await assertUsable(query)
      await createSchema(client)
    } else assertReadable(stored, newest)
    await applyMigrations(client, stored?.layout ?? 0, migrations)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Creates the tables in a database without any, in the caller's transaction. */
export async function createTables(client: pg.ClientBase): Promise<void> {
  await createSchema(client)
  await applyMigrations(client, 0, MIGRATIONS)
}

async function createSchema(client: pg.ClientBase): Promise<void> {
  await client.query(`create schema if not exists ${SCHEMA}`)
  await client.query(
    `create table ${SCHEMA}.store (one boolean primary key default true check (one), layout integer not null, readable_by integer not null, shape integer not null,
      trims_held_until timestamptz, writes_stopped_until timestamptz, move_id text, departure json, arrival text)`,
  )
  await client.query(`insert into ${SCHEMA}.store (layout, readable_by, shape) values (0, 0, $1)`, [SHAPE_VERSION])
}

async function applyMigrations(client: pg.ClientBase, from: number, migrations: readonly Migration[]): Promise<void> {
  for (const { layout, readableBy, statements } of migrations) {
    if (layout <= from) continue
    await client.query(statements().join(';\n'))
    await client.query(`update ${SCHEMA}.store set layout = $1, readable_by = $2`, [layout, readableBy])
  }
}

/**
 * Checks a database in which tables of the store are created, or replaced.
 * @throws AppError `bad_config` when it has another encoding, or tables of another program where those of the store go.
 */
export async function assertUsable(query: Query): Promise<void> {
  const [row] = await query<{ encoding: string; foreign: string | null }>(
    `select current_setting('server_encoding') as encoding, (
       select min(c.relname) from pg_class c join pg_namespace s on s.oid = c.relnamespace
       where s.nspname = '${SCHEMA}' having not bool_or(c.relname = 'store')) as foreign`,
    [],
  )
  const { encoding, foreign } = row ?? { encoding: 'UTF8', foreign: null }
  if (encoding !== 'UTF8')
    throw new AppError('bad_config', `The database has the encoding ${encoding}, which lacks most characters.`, {
      fix: "Use a database with the encoding UTF8: create database … encoding 'UTF8' template template0.",
    })
  if (foreign !== null)
    throw new AppError('bad_config', `Another program has the schema ${SCHEMA} in this database, with ${foreign}.`, {
      fix: 'Use another database, or rename that schema.',
    })
}

/**
 * Finds the table `$1` of the store, also one that another process created while this one waited for its lock: `to_regclass` would answer what the session
 * found before.
 */
export const FIND_TABLE = `select from pg_tables where schemaname = '${SCHEMA}' and tablename = $1`

/** The layout and shape of the tables; undefined without any. */
export async function readStored(query: Query): Promise<Stored | undefined> {
  if ((await query(FIND_TABLE, ['store'])).length === 0) return undefined
  const [row] = await query<{ layout: number; readable_by: number; shape: number }>(
    `select layout, readable_by, shape from ${SCHEMA}.store`,
    [],
  )
  return row && { layout: row.layout, readableBy: row.readable_by, shape: row.shape }
}

/** @throws AppError `bad_config` when a later version wrote the store. */
export function assertReadable({ layout, readableBy, shape }: Stored, newest = MIGRATIONS.at(-1)?.layout ?? 0): void {
  if (readableBy <= newest && shape <= SHAPE_VERSION) return
  throw new AppError('bad_config', `A later version of Dragoman wrote this store (layout ${layout}, shape ${shape}).`, {
    fix: 'Install that version or a newer one, or restore a backup of this version into another database.',
  })
}
