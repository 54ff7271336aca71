import type pg from 'pg'
import { hashText32 } from '../../../text/hash.ts'
import { transactionOverError } from '../../engine/errors.ts'
import type { Connections, Query } from '../connections.ts'
import { isAnswered, isConnectionLost } from '../errors.ts'

/** Begins a transaction in which each statement sees what others committed while it waited for a lock, whatever the database has as its default. */
export const BEGIN = 'begin isolation level read committed'

/** The first keys of advisory locks, apart by purpose. */
export const LOCKS = {
  transaction: 0x64720001,
  careful: 0x64720002,
  checked: 0x64720003,
  migration: 0x64720004,
  replace: 0x64720005,
  upgrade: 0x64720006,
} as const

/** Whether a server is PostgreSQL itself, by its `version()`. Others that speak its protocol have no advisory locks. */
export const isPostgres = (version: string): boolean => /^PostgreSQL (?!.*-YB-)/.test(version)

export interface SessionOptions {
  readonly connections: Connections
  /** Transactions of one lock run one after the other, in all processes. */
  readonly lock: string
  /** Whether the database has advisory locks. Without them, transactions are serializable. */
  readonly hasLocks: boolean
}

/** The connection of one transaction. The transaction begins with its first statement, after earlier ones of its lock. */
export class Session {
  readonly #options: SessionOptions
  #client: pg.PoolClient | undefined
  #begun: Promise<pg.PoolClient> | undefined
  /** The statement before: a connection runs one at a time. */
  #last: Promise<void> = Promise.resolve()
  #fault: unknown
  #isOver = false

  constructor(options: SessionOptions) {
    this.#options = options
  }

  /** Runs one statement. After one failed, the others fail, too. */
  readonly query: Query = async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
    (await this.run<R>(text, values)).rows

  async run<R extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<pg.QueryResult<R>> {
    this.#assertOpen()
    this.#begun ??= this.#begin()
    const client = await this.#begun
    this.#assertOpen()
    return this.#send<R>(client, text, values)
  }

  /** Waits until no other transaction has these locks, and holds them until the end. All transactions take them in one order. */
  async lock(space: keyof typeof LOCKS, names: readonly string[]): Promise<void> {
    if (!this.#options.hasLocks) return
    const keys = [...new Set(names.map(hashText32))].sort((a, b) => a - b)
    await this.query('select pg_advisory_xact_lock($1, key) from unnest($2::integer[]) as v(key)', [LOCKS[space], keys])
  }

  /**
   * Ends the transaction; its writes are durable.
   * @throws the error of an earlier statement that its function hid, because nothing is written then
   */
  async commit(): Promise<void> {
    this.#assertOpen()
    this.#isOver = true
    if (this.#begun === undefined) return
    const { command } = await this.#send(await this.#begun, 'commit', [])
    this.#release(undefined)
    if (command !== 'COMMIT') throw this.#fault ?? new Error(`The transaction ended with ${command}.`)
  }

  /** Ends the transaction without its writes. */
  async rollback(): Promise<void> {
    this.#isOver = true
    await this.#begun?.catch(() => undefined)
    const client = this.#client
    if (client === undefined) return
    try {
      // The answer of a connection that may be broken would be waited for in vain.
      if (this.#fault !== undefined && !isAnswered(this.#fault)) throw this.#fault
      await this.#send(client, 'rollback', [])
      this.#release(undefined)
    } catch (error) {
      this.#release(error)
    }
  }

  async #send<R extends pg.QueryResultRow>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[] | undefined,
  ): Promise<pg.QueryResult<R>> {
    const { statementMs, connectMs } = this.#options.connections.limits
    const query_timeout = statementMs + connectMs
    const sent = this.#last.then(() =>
      client.query<R>({ text, ...(values && { values: [...values] }), query_timeout } as pg.QueryConfig),
    )
    this.#last = sent.then(ignore, ignore)
    try {
      return await sent
    } catch (error) {
      this.#fault ??= error
      throw error
    }
  }

  /** Statements of a function that goes on after its end must not reach the next transaction on this connection. */
  #assertOpen(): void {
    if (this.#isOver) throw transactionOverError()
  }

  async #begin(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#options.connections.connect()
      this.#client = client
      try {
        await this.#send(client, this.#firstStatements(), undefined)
        return client
      } catch (error) {
        this.#release(error)
        // Nothing has happened yet, and the connection may have been lost while it was idle.
        if (attempt === MAX_BEGIN_ATTEMPTS || !isConnectionLost(error)) throw error
        this.#fault = undefined
      }
    }
  }

  #firstStatements(): string {
    const { connections, lock, hasLocks } = this.#options
    const { statementMs, idleMs } = connections.limits
    const limits = `set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${idleMs}`
    return hasLocks
      ? `${BEGIN}; ${limits}; select pg_advisory_xact_lock(${LOCKS.transaction}, ${hashText32(lock)})`
      : `begin isolation level serializable; ${limits}`
  }

  /** Gives the connection back. One that may be broken is closed. */
  #release(error: unknown): void {
    const client = this.#client
    this.#client = undefined
    client?.release(error !== undefined)
  }
}

const ignore = (): void => undefined

const MAX_BEGIN_ATTEMPTS = 3
