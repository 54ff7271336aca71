import { Client } from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { ChangeFeed, NOTE_CHANGES } from '../../../src/store/postgres/changes.ts'
import { isCommitted } from '../../../src/store/postgres/commit-outcome.ts'
import type { Connections } from '../../../src/store/postgres/connections.ts'
import { findGaps } from '../../../src/store/postgres/gaps.ts'
import { PostgresSharedState } from '../../../src/store/postgres/shared-state.ts'
import { collectionLayouts, logLayouts, SCHEMA } from '../../../src/store/postgres/tables/layout.ts'
import { collectionStatements, logStatements } from '../../../src/store/postgres/tables/statements.ts'
import { readTableSizes, readTotals, TotalsChange, totalsName } from '../../../src/store/postgres/tables/totals.ts'
import { searchEqual, searchSimilar } from '../../../src/store/postgres/text-search.ts'
import { allTests } from '../../harness/each-test.ts'
import { openDatabase } from '../../postgres/stores.ts'
import { describeWith } from '../../require.ts'

const ROWS = 5_000
/** The tables are filled on machines with other work, too. */
const FILL_MS = 180_000
/** Read whole on purpose: it has one row. */
const SMALL = ['store']

const database = allTests(openDatabase)

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

/** The tables that a plan reads from end to end. */
const scansOf = (plan: Plan): readonly string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] !== undefined ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

/** The tables that a statement reads whole, planned with these values. */
async function explain(statement: string, values: readonly unknown[]): Promise<readonly string[]> {
  const { rows } = await database.client.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
    `explain (format json) ${statement}`,
    [...values],
  )
  const [first] = rows[0]?.['QUERY PLAN'] ?? []
  if (first === undefined) throw new Error(`no plan: ${statement}`)
  return scansOf(first.Plan).filter(table => !SMALL.includes(table))
}

/** Some rows have these keys. */
const KEY = 'key-7'
const KEYS = ['key-7', 'key-8', 'nothing']

/** The expression that makes the value of a column from the number of the row. */
function made(column: string): string {
  if (column === 'bands') return 'array[n % 997, n % 991 + 1000, n % 983 + 2000]'
  if (/^(record|changes|value)$/.test(column)) return "'{}'::json"
  if (column === 'expires_at') return "now() + n * interval '1 second'"
  if (column === 'slot') return 'n % 16'
  if (/^(version|weight_.*|w1|w2|fence|n|units)$/.test(column)) return 'n'
  if (/^(id|by_.*|name|origin|holder)$/.test(column)) return "'id-' || n"
  if (/^(sort|at)$/.test(column)) return "lpad(n::text, 12, '0')"
  if (/^(key|measure)$/.test(column)) return "'key-' || n % 100 || '-' || n"
  if (/^(in_.*|grp|hash)$/.test(column)) return "'key-' || n % 100"
  return "'text-' || n"
}

/** Fills every table with rows of made-up keys, a hundred under each index key: statements only look at columns. */
async function fill(): Promise<void> {
  const { rows } = await database.client.query<{ table: string; columns: readonly string[] }>(
    `select table_name::text as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = $1 and table_name <> 'store' and column_default is null group by 1`,
    [SCHEMA],
  )
  for (const { table, columns } of rows) {
    const names = columns.map(column => `"${column}"`).join(', ')
    await database.client.query(
      `insert into ${SCHEMA}."${table}" (${names}) select ${columns.map(made).join(', ')} from generate_series(1, ${ROWS}) as n`,
    )
  }
  await database.client.query('analyze')
}

/** Explains the statements of code that sends them itself, and runs them. */
class Explaining {
  readonly scans: Record<string, readonly string[]> = {}
  readonly seen: string[] = []

  readonly run = async (
    sent: string | { readonly text: string; readonly values?: readonly unknown[] },
    own?: readonly unknown[],
  ) => {
    const { text, values = [] } = typeof sent === 'string' ? { text: sent, values: own } : sent
    if (/^\s*(select|insert|update|delete|with)\b/.test(text) && !text.includes('pg_')) {
      this.seen.push(text)
      const tables = await explain(text, values)
      if (tables.length > 0) this.scans[text] = tables
    }
    return database.client.query(text, [...values])
  }

  readonly query = async (text: string, values: readonly unknown[]) => (await this.run(text, values)).rows as never

  /** In place of a pool. */
  readonly connections = {
    query: this.query,
    queryWithin: (_ms: number, text: string, values: readonly unknown[]) => this.query(text, values),
    limits: { statementMs: FILL_MS, idleMs: FILL_MS, outcomeMs: FILL_MS },
    connect: async () => ({ query: this.run, release: () => undefined }),
    single: () => new Client({ connectionString: database.url }),
  } as unknown as Connections
}

describeWith('postgres', 'the plans of PostgreSQL', () => {
  beforeAll(async () => {
    await (await openStore({ url: database.url, dataDir: '' })).close()
    await fill()
  }, FILL_MS)

  it('knows a statement that reads a whole table', async () => {
    expect(await explain(`select count(*) from ${SCHEMA}.entries where record::text = $1`, ['x'])).toEqual(['entries'])
  })

  it('use an index in each lookup of a collection', async () => {
    const scans: Record<string, readonly string[]> = {}
    const check = async (name: string, statement: string, values: readonly unknown[]): Promise<void> => {
      const tables = await explain(statement, values)
      if (tables.length > 0) scans[name] = tables
    }
    for (const layout of collectionLayouts.values()) {
      const { name } = layout
      const { get, getEach, by, byEach, firstEach, page, count } = collectionStatements(layout)
      await check(`${name} get`, get, [KEY])
      await check(`${name} getEach`, getEach, [KEYS])
      for (const [index, statement] of by) await check(`${name} by ${index}`, statement, [KEY])
      for (const [index, statement] of byEach) await check(`${name} by each ${index}`, statement, [KEYS])
      for (const [index, statement] of firstEach) await check(`${name} first ${index}`, statement, [KEYS, 50])
      for (const [index, { first, after }] of page) {
        await check(`${name} page ${index}`, first, [KEY, 50])
        await check(`${name} page behind ${index}`, after, [KEY, 50, '000000002500', 'id-2500'])
      }
      for (const [index, statement] of count) {
        if (!layout.counted.has(index)) await check(`${name} count ${index}`, statement, [KEYS])
      }
    }
    expect(scans).toEqual({})
  })

  it('use an index in each write of a collection, and in each lookup of a log', async () => {
    const scans: Record<string, readonly string[]> = {}
    for (const layout of collectionLayouts.values()) {
      const { update, remove } = collectionStatements(layout)
      const written = await database.client.query<{ n: number }>(
        `select count(*)::int as n from information_schema.columns where table_schema = $1 and table_name = $2`,
        [SCHEMA, layout.name],
      )
      const columns = Array.from({ length: (written.rows[0]?.n ?? 0) - 1 }, (_, at) =>
        // Version, sort key, record, keys and weights.
        at === 0 ? ['1', '2'] : at === 2 ? ['{}', '{}'] : ['1', '2'],
      )
      for (const [name, statement, values] of [
        ['update', update, [['id-1', 'id-2'], ['1', '2'], ...columns]],
        [
          'remove',
          remove,
          [
            ['id-1', 'id-2'],
            ['1', '2'],
          ],
        ],
      ] as const) {
        const tables = await explain(statement, values)
        if (tables.length > 0) scans[`${layout.name} ${name}`] = tables
      }
    }
    for (const layout of logLayouts.values()) {
      const { get, page } = logStatements(layout)
      const lookups = [...page].map(
        ([index, statement]) => [index, statement, [KEY, 50, '4000', null, '2027-01-01']] as const,
      )
      for (const [index, statement, values] of [['get', get, ['id-1']] as const, ...lookups]) {
        const tables = await explain(statement, values)
        if (tables.length > 0) scans[`${layout.name} ${index}`] = tables
      }
    }
    expect(scans).toEqual({})
  })

  it('use an index in gaps, totals and searches of texts', async () => {
    const explaining = new Explaining()
    const { query } = explaining
    for (const layout of collectionLayouts.values()) {
      for (const gap of Object.keys(layout.definition.gaps ?? {})) {
        for (const behind of [undefined, '000000002500'])
          await findGaps({ layout, gap, key: KEY, about: 'de', limit: 50, behind }, query)
      }
      for (const texts of layout.texts) {
        await searchEqual(query, texts, KEYS, ['a text', 'another'])
        await searchSimilar(query, texts, KEYS, ['a text of some words', 'another'], { similarity: 0.75, limit: 50 })
      }
    }
    await readTotals(
      query,
      KEYS.map(key => totalsName('key-7-7', key)),
    )
    await readTableSizes(query, ['entries', 'translations'])
    const totals = new TotalsChange()
    totals.countLog('audit', 1)
    await totals.flush(query, 'a lock')
    expect(explaining.scans).toEqual({})
    expect(explaining.seen.length).toBeGreaterThan(12)
  })

  it('use an index in the changes of other processes and in shared state', async () => {
    const explaining = new Explaining()
    const feed = new ChangeFeed({ connections: explaining.connections, origin: 'me', report: () => undefined })
    await feed.open()
    await feed.read()
    await feed.close()
    await explaining.query(NOTE_CHANGES, ['new', 'me', '[]'])
    expect(await isCommitted(explaining.connections, 'new', new Error('lost'))).toBe(true)
    const shared = new PostgresSharedState(explaining.connections, 'me', false)
    await shared.get('key-7', 'a')
    await shared.list('key-7')
    const values = new Map<string, unknown>([
      ['a', 1],
      ['b', undefined],
    ])
    await shared.update('key-7', ['a', 'b'], () => ({ values, keepMs: 1_000, limit: 10, result: 0 }))
    const lease = await shared.lease('job', 1_000)
    await lease?.renew(1_000)
    await lease?.release()
    expect(explaining.scans).toEqual({})
    expect(explaining.seen.length).toBeGreaterThan(12)
  })
})
