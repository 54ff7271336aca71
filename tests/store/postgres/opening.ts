import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, expect } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import type { BackgroundFailure, Store } from '../../../src/store/store.ts'
import type { Database } from '../../postgres/databases.ts'
import { EMPTY_BESIDE_STORES, openBeside, PATIENT, storeDatabases } from '../../postgres/stores.ts'
import type { Harness, HarnessOptions, Open } from '../contract/harness.ts'

interface Way {
  /** The way to the database, such as a pooler. */
  readonly through?: (url: string) => string
}

/** Opens the engine on empty databases. A store that a test left open is used by the next one: to connect takes longer than most tests. */
export function databaseOpening({ through = url => url }: Way = {}): Open {
  const databases = storeDatabases()
  const spares: Place[] = []
  afterAll(async () => {
    for (const place of spares) {
      await place.store.close()
      await place.beside.end()
      await databases.give(place.database)
    }
    await databases.drop()
  })
  return async ({ flushDelayMs = 0 }: HarnessOptions = {}) => {
    const place = spares.pop() ?? (await Place.open(await databases.take(), through))
    place.flushDelayMs = flushDelayMs
    return place.harness(async () => {
      await place.empty()
      spares.push(place)
    })
  }
}

/** A database with an open store, whose commits a test can stop. */
class Place {
  readonly database: Database
  readonly beside: Pool
  readonly #options: Parameters<typeof openStore>[0]
  readonly #troubles: BackgroundFailure[] = []
  flushDelayMs = 0
  #stalled: Promise<void> | undefined
  #isFull = false
  #store: Store | undefined

  private constructor(database: Database, url: string) {
    this.database = database
    this.beside = openBeside(database)
    this.#options = {
      url,
      dataDir: '',
      limits: PATIENT,
      report: trouble => void this.#troubles.push(trouble),
      beforeCommit: async () => {
        await this.#stalled
        if (this.flushDelayMs > 0) await sleep(this.flushDelayMs)
        if (this.#isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' })
      },
    }
  }

  static async open(database: Database, through: (url: string) => string): Promise<Place> {
    const place = new Place(database, through(database.url))
    await place.#reopen()
    return place
  }

  get store(): Store {
    if (this.#store === undefined) throw new Error('No store is open.')
    return this.#store
  }

  harness(giveBack: () => Promise<void>): Harness {
    let isClean = false
    return {
      store: this.store,
      isSteady: false,
      reopen: async () => {
        await this.store.close()
        return this.#reopen()
      },
      stallFlushes: () => {
        let resume: () => void = () => undefined
        this.#stalled = new Promise(resolve => {
          resume = resolve
        })
        return () => {
          this.#stalled = undefined
          resume()
        }
      },
      failFlushes: on => {
        this.#isFull = on
      },
      cleanup: async () => {
        if (isClean) return
        isClean = true
        await giveBack()
        expect(this.#troubles.splice(0)).toEqual([])
      },
    }
  }

  async empty(): Promise<void> {
    this.#stalled = undefined
    this.#isFull = false
    if (await this.#isClosed()) await this.#reopen()
    while (this.store.figures().pool?.used !== 0) await sleep(1)
    await this.beside.query(EMPTY_BESIDE_STORES)
  }

  async #isClosed(): Promise<boolean> {
    return (await this.store.status()).reason === 'the store is closed'
  }

  async #reopen(): Promise<Store> {
    this.#store = await openStore(this.#options)
    return this.#store
  }
}
