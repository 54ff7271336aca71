import { afterAll, afterEach, expect } from 'vitest'
import type { OpenOptions } from '../../../src/store/open.ts'
import { openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Database, PostgresServer } from '../../postgres/databases.ts'
import { storeDatabases } from '../../postgres/stores.ts'
import { faultsIn } from './consistent.ts'

/** Store objects on one database, as if each were in a process of its own. */
export interface Fleet {
  readonly database: Database
  readonly stores: readonly [Store, Store, Store]
  /** What they reported. */
  readonly reports: readonly string[]
}

export interface FleetOptions extends Partial<OpenOptions> {
  /** The way to the database, such as a proxy. */
  readonly through?: (url: string) => string
}

/** Opens three stores on an empty database. After the test they are closed, and everything in the database must agree. */
export function fleets(from?: () => Promise<PostgresServer>): (options?: FleetOptions) => Promise<Fleet> {
  const databases = storeDatabases(from)
  const open: Fleet[] = []
  afterEach(async () => {
    for (const { stores, database } of open.splice(0)) {
      await Promise.all(stores.map(store => store.close()))
      expect(await faultsIn(database.url)).toEqual([])
      await databases.give(database)
    }
  })
  afterAll(() => databases.drop())
  return async ({ through = (url: string) => url, ...options }: FleetOptions = {}) => {
    const database = await databases.take()
    const reports: string[] = []
    const openOne = (): Promise<Store> =>
      openStore({
        url: through(database.url),
        dataDir: '',
        connections: 8,
        report: ({ message }) => reports.push(message),
        ...options,
      })
    const fleet: Fleet = { database, stores: [await openOne(), await openOne(), await openOne()], reports }
    open.push(fleet)
    return fleet
  }
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
