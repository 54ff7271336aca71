import type { Pool } from 'pg'
import { afterAll, afterEach, expect } from 'vitest'
import { type OpenOptions, openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Database, PostgresServer } from '../../postgres/databases.ts'
import { EMPTY_BESIDE_STORES, openBeside, PATIENT, storeDatabases } from '../../postgres/stores.ts'
import { findFaults } from './consistent.ts'

/** Store objects on one database, as if each were in a process of its own. */
export interface Fleet {
  readonly database: Database
  readonly stores: readonly [Store, Store, Store]
  /** The first of them. */
  readonly store: Store
  /** What they reported. */
  readonly reports: string[]
}

export interface FleetOptions extends Partial<OpenOptions> {
  /** The way to the database, such as a proxy. */
  readonly through?: (url: string) => string
}

interface OpenFleet extends Fleet {
  /** One connection beside theirs. */
  readonly beside: Pool
  /** What is different from an ordinary fleet. */
  readonly options: FleetOptions
}

/**
 * Opens three stores on an empty database. After the test, everything in the database must agree. Then an ordinary fleet is the next test's, because to connect
 * takes longer than most tests; any other one is closed.
 */
export function fleets(
  from?: () => Promise<PostgresServer>,
  ordinary: FleetOptions = {},
): (options?: FleetOptions) => Promise<Fleet> {
  const databases = storeDatabases(from)
  const open: OpenFleet[] = []
  const spares: OpenFleet[] = []
  afterEach(async ({ task }) => {
    for (const fleet of open.splice(0)) {
      const isSpare = fleet.options === ordinary && task.result?.state !== 'fail' && (await areOpen(fleet))
      if (!isSpare) await Promise.all(fleet.stores.map(store => store.close()))
      expect(await findFaults(fleet.beside)).toEqual([])
      if (isSpare) {
        await fleet.beside.query(EMPTY_BESIDE_STORES)
        spares.push(fleet)
      } else {
        await fleet.beside.end()
        await databases.give(fleet.database)
      }
    }
  })
  afterAll(async () => {
    for (const { stores, beside, database } of spares) {
      await Promise.all(stores.map(store => store.close()))
      await beside.end()
      await databases.give(database)
    }
    await databases.drop()
  })
  return async (options = ordinary) => {
    const fleet = (options === ordinary && spares.pop()) || (await openFleet(await databases.take(), options))
    fleet.reports.length = 0
    open.push(fleet)
    return fleet
  }
}

async function openFleet(database: Database, options: FleetOptions): Promise<OpenFleet> {
  const { through = (url: string) => url, ...rest } = options
  const reports: string[] = []
  const openOne = (): Promise<Store> =>
    openStore({
      url: through(database.url),
      dataDir: '',
      connections: 8,
      report: ({ message }) => reports.push(message),
      ...rest,
      limits: { ...PATIENT, ...rest.limits },
    })
  const beside = openBeside(database)
  const store = await openOne()
  return { database, store, stores: [store, await openOne(), await openOne()], reports, beside, options }
}

/** Whether a test left its stores open, and nothing runs in them. */
async function areOpen({ stores }: Fleet): Promise<boolean> {
  const states = await Promise.all(stores.map(store => store.status()))
  return states.every(({ writable }) => writable) && stores.every(store => store.figures().pool?.used === 0)
}

/** The store of the nth attempt. */
export const nth = ({ stores }: Fleet, n: number): Store => stores[n % stores.length] as Store

/** How many calls succeeded, and the codes of the errors of the others. */
export async function settle(calls: readonly Promise<unknown>[]): Promise<{ won: number; codes: readonly string[] }> {
  const settled = await Promise.allSettled(calls)
  const failed = settled.flatMap(one =>
    one.status === 'rejected' ? [one.reason as { code?: string; message: string }] : [],
  )
  return {
    won: settled.length - failed.length,
    codes: [...new Set(failed.map(({ code, message }) => code ?? message))],
  }
}
