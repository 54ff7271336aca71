import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientBase, Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg'
import { storeClosedError } from '../engine/errors.ts'
import { isAnswered, isConnectionLost, isServerFull, toReadError } from './errors.ts'

/** How long a process waits at most, in milliseconds. Tests shorten them. */
export interface Limits {
  /** For a free or new connection, and for the answer of a statement that the database has ended. */
  readonly connectMs: number
  /** For a statement outside of transactions. */
  readonly readMs: number
  /** For a statement of a transaction, also while it waits for a lock. */
  readonly statementMs: number
  /** For the next statement of a transaction: then the database ends it, so that the locks of a process that is frozen or cut off block nobody. */
  readonly idleMs: number
  /** To find out whether a commit whose answer was lost took place. */
  readonly outcomeMs: number
}

export const LIMITS: Limits = {
  connectMs: 5_000,
  readMs: 30_000,
  statementMs: 60_000,
  idleMs: 60_000,
  outcomeMs: 5_000,
}

export interface ConnectionOptions {
  /** `postgres://…` */
  readonly url: string
  /** Maximum open connections, without the one that listens. */
  readonly connections: number
  readonly limits: Limits
  readonly onFailure: (error: unknown) => void
}

/** Runs one statement; returns its rows. */
export type Query = <R extends QueryResultRow>(text: string, values: readonly unknown[]) => Promise<readonly R[]>

/** Runs statements on one connection. */
export const queryOn =
  (client: Pick<ClientBase, 'query'>): Query =>
  async <R extends QueryResultRow>(text: string, values: readonly unknown[]) =>
    (await client.query<R>(text, [...values])).rows

const IDLE_MS = 60_000
const MAX_READ_ATTEMPTS = 3
const RENEW_MS = 1_000
const FULL_MS = 50

/** The connections of a process to the database. */
export class Connections {
  readonly limits: Limits
  readonly #options: ConnectionOptions
  #pool: Pool
  readonly #former = new Set<Promise<void>>()
  #renewedAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.limits = options.limits
    this.#pool = this.#open()
  }

  /** Connections in use, idle, and calls that wait for one. */
  get figures(): { readonly used: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  assertOpen(): void {
    if (this.#isClosed) throw storeClosedError()
  }

  /**
   * Runs one statement outside of a transaction. Runs it again on another connection if the first one was lost, for example because the database restarted:
   * all such statements can be repeated.
   */
  readonly query: Query = <R extends QueryResultRow>(text: string, values: readonly unknown[]) =>
    this.queryWithin<R>(this.limits.readMs, text, values)

  /** Runs one statement that may take so many milliseconds. */
  async queryWithin<R extends QueryResultRow>(
    ms: number,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly R[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#queryOnce<R>({ text, values: [...values], query_timeout: ms } as QueryConfig)
      } catch (error) {
        if (attempt < MAX_READ_ATTEMPTS && isConnectionLost(error)) continue
        throw toReadError(error)
      }
    }
  }

  /** Takes a connection for several statements. Release it with the error of a statement that may have broken it. */
  async connect(): Promise<PoolClient> {
    const end = performance.now() + this.limits.connectMs
    for (;;) {
      this.assertOpen()
      try {
        return await this.#pool.connect()
      } catch (error) {
        // The server has no place for one more: one of ours may become free.
        if (!isServerFull(error) || performance.now() > end) throw error
      }
      await wait(FULL_MS)
    }
  }

  /** A connection of its own, outside of the pool and without a limit for its statements. */
  single(name: string): Client {
    const client = new Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: this.limits.connectMs,
      keepAlive: true,
      application_name: name,
    })
    return client.on('error', ignore)
  }

  /** Replaces all connections: those to a server that became a standby would stay read-only. Those in use are closed when they are released. */
  renew(): void {
    const now = performance.now()
    if (this.#isClosed || now < this.#renewedAt + RENEW_MS) return
    this.#renewedAt = now
    const former = this.#pool.end()
    this.#former.add(former)
    void former.finally(() => this.#former.delete(former))
    this.#pool = this.#open()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#pool.end(), ...this.#former])
  }

  async #queryOnce<R extends QueryResultRow>(query: QueryConfig): Promise<readonly R[]> {
    const client = await this.connect()
    try {
      const { rows } = await client.query<R>(query)
      client.release()
      return rows
    } catch (error) {
      client.release(!isAnswered(error))
      throw error
    }
  }

  #open(): Pool {
    const { url, connections, limits, onFailure } = this.#options
    const pool = new Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: limits.connectMs,
      idleTimeoutMillis: IDLE_MS,
      query_timeout: limits.readMs,
      keepAlive: true,
      application_name: 'dragoman',
    })
    // A connection that breaks while it is idle is replaced; the next statement tells whether the database works.
    pool.on('error', onFailure)
    // One that breaks between two statements of a transaction emits an error, too, which would end the process: the next statement fails.
    pool.on('connect', client => client.on('error', ignore))
    return pool
  }
}

const ignore = (): void => undefined
