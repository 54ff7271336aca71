import { type CollectionLayout, collectionLayouts, type LogLayout, logLayouts, MAX_WEIGHTS, SCHEMA } from './layout.ts'

const KEY = 'text collate "C"'

/** The statements that create all tables of the first layout. */
export function createStatements(): readonly string[] {
  return [
    `create table ${SCHEMA}.totals (
      measure ${KEY} not null, key ${KEY} not null, slot smallint not null, n bigint not null,
      ${weightTotals('bigint not null')}, primary key (measure, key, slot))`,
    `create table ${SCHEMA}.changes (
      seq bigserial primary key, id ${KEY} not null unique, origin ${KEY} not null, changes json not null, at timestamptz not null default now())`,
    `create index changes_at on ${SCHEMA}.changes (at)`,
    `create unlogged table ${SCHEMA}.shared_values (
      grp ${KEY} not null, key ${KEY} not null, value json not null, seq bigserial not null, expires_at timestamptz not null, primary key (grp, key))`,
    `create index shared_values_order on ${SCHEMA}.shared_values (grp, seq)`,
    `create index shared_values_expiry on ${SCHEMA}.shared_values (expires_at)`,
    `create unlogged table ${SCHEMA}.leases (
      name ${KEY} primary key, holder ${KEY} not null, fence bigint not null, expires_at timestamptz not null)`,
    `create sequence ${SCHEMA}.lease_fences`,
    ...[...collectionLayouts.values()].flatMap(createCollection),
    ...[...logLayouts.values()].flatMap(createLog),
  ]
}

/** The columns of the weights in the table of totals: `w1`, `w2`. */
export const WEIGHT_COLUMNS: readonly string[] = Array.from({ length: MAX_WEIGHTS }, (_, at) => `w${at + 1}`)

const weightTotals = (type: string): string => WEIGHT_COLUMNS.map(column => `${column} ${type}`).join(', ')

function createCollection({
  name,
  table,
  unique,
  single,
  several,
  weights,
  texts,
}: CollectionLayout): readonly string[] {
  if (weights.length > MAX_WEIGHTS) throw new Error(`${name} has more than ${MAX_WEIGHTS} weights.`)
  const columns = [
    `id ${KEY} primary key`,
    'version bigint not null',
    `sort ${KEY} not null`,
    'record json not null',
    ...unique.map(({ column }) => `"${column}" ${KEY} unique`),
    ...single.map(({ column }) => `"${column}" ${KEY}`),
    ...weights.map(({ column }) => `"${column}" bigint not null`),
  ]
  return [
    `create table ${table} (${columns.join(', ')})`,
    ...single.map(({ column }) => `create index on ${table} ("${column}", sort, id) where "${column}" is not null`),
    ...several.map(
      one =>
        `create table ${one.table} (key ${KEY} not null, sort ${KEY} not null, id ${KEY} not null, primary key (key, sort, id))`,
    ),
    ...texts.flatMap(one => [
      `create table ${one.table} (n bigserial primary key, key ${KEY} not null, id ${KEY} not null, hash ${KEY} not null, text text not null, units integer not null, bands integer[])`,
      `create index on ${one.table} (key, hash)`,
      `create index on ${one.table} (id)`,
      // Without a list of what is pending, which searches would read.
      `create index on ${one.table} using gin (bands) with (fastupdate = off)`,
      // No plan needs them.
      `alter table ${one.table} alter column bands set statistics 0`,
    ]),
  ]
}

function createLog({ table, single }: LogLayout): readonly string[] {
  const columns = [
    'seq bigserial primary key',
    `id ${KEY} not null unique`,
    `at ${KEY} not null`,
    'record json not null',
    ...single.map(({ column }) => `"${column}" ${KEY}`),
  ]
  return [
    `create table ${table} (${columns.join(', ')})`,
    `create index on ${table} (at)`,
    ...single.map(({ column }) => `create index on ${table} ("${column}", seq) where "${column}" is not null`),
  ]
}
