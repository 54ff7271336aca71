import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '../../src/errors.ts'
import type { Store, Transaction } from '../../src/store/store.ts'

/** A store whose database is lost in the middle of a call. */
export interface LostStore {
  readonly store: Store
  /** From now on, so many steps succeed and all later ones fail: lookups, writes, transactions and shared values. */
  readonly loseAfter: (steps: number) => void
  /** Whether a step has failed since then. */
  readonly isLost: () => boolean
  /** Resolves when all steps have failed that were asked, and Node.js has told of errors that nobody handled. */
  readonly settled: () => Promise<void>
}

type AnyFunction = (...args: readonly unknown[]) => unknown

/** A step fails a turn of the event loop after it was asked, as an answer of a database does. A call that does not wait for it by then handles its error too late. */
export function losing(store: Store): LostStore {
  let left = Number.POSITIVE_INFINITY
  let isLost = false
  const lose = async (): Promise<never> => {
    isLost = true
    await turn()
    throw new AppError('store_unavailable', 'The store cannot be read now: this test lost it.', { retryAfter: 1 })
  }
  const step =
    (work: AnyFunction): AnyFunction =>
    (...args) => {
      left -= 1
      return left < 0 ? lose() : work(...args)
    }
  /** The same object, each of whose functions is a step. */
  const inSteps = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const found: unknown = Reflect.get(target, name)
        return typeof found === 'function' ? step(found.bind(target) as AnyFunction) : found
      },
    })
  const tablesInSteps = <T extends object>(tables: T): T =>
    new Proxy(tables, {
      get: (_, name) => {
        const found: unknown = Reflect.get(tables, name)
        return typeof found === 'object' && found !== null ? inSteps(found) : found
      },
    })
  const transaction: Store['transaction'] = (work, options) =>
    store.transaction(tx => work(tablesInSteps(tx)), {
      ...options,
      ...(options?.check && { check: (tx: Transaction) => options.check?.(tablesInSteps(tx)) ?? Promise.resolve() }),
    })
  return {
    store: {
      ...store,
      read: tablesInSteps(store.read),
      shared: inSteps(store.shared),
      transaction: step(transaction as AnyFunction) as Store['transaction'],
    },
    loseAfter: steps => {
      left = steps
      isLost = false
    },
    isLost: () => isLost,
    settled: async () => {
      await turn()
      await turn()
    },
  }
}
