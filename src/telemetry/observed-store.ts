import { AppError } from '../errors.ts'
import type { LogName } from '../store/records/schema.ts'
import type { Store, StoreFigures, Transaction, TransactionOptions } from '../store/store.ts'
import { secondsSince, type Telemetry } from './telemetry.ts'

/** Measures the transactions of any engine, and records them as spans of their trace. */
export const observeStore = (store: Store, telemetry: Telemetry): Store => new ObservedStore(store, telemetry)

class ObservedStore implements Store {
  readonly read: Store['read']
  readonly shared: Store['shared']
  readonly #store: Store
  readonly #telemetry: Telemetry

  constructor(store: Store, telemetry: Telemetry) {
    this.read = store.read
    this.shared = store.shared
    this.#store = store
    this.#telemetry = telemetry
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    const { meters, tracer } = this.#telemetry
    const began = performance.now()
    let attempts = 0
    const counted = (tx: Transaction): Promise<T> => {
      attempts += 1
      return work(tx)
    }
    return tracer.span({ name: 'store transaction', onlyInTrace: true }, async span => {
      const end = (outcome: 'committed' | 'refused' | 'failed'): void => {
        span.set({ 'dragoman.store.outcome': outcome, 'dragoman.store.attempts': attempts })
        meters.transactionEnded({ outcome, attempts, seconds: secondsSince(began) })
      }
      try {
        const value = await this.#store.transaction(counted, options)
        end('committed')
        return value
      } catch (error) {
        end(error instanceof AppError && error.code !== 'store_unavailable' ? 'refused' : 'failed')
        throw error
      }
    })
  }

  trim(log: LogName, before: string): Promise<number> {
    return this.#store.trim(log, before)
  }

  watch(listener: Parameters<Store['watch']>[0]): () => void {
    return this.#store.watch(listener)
  }

  status(): ReturnType<Store['status']> {
    return this.#store.status()
  }

  figures(): StoreFigures {
    return this.#store.figures()
  }

  dump(): ReturnType<Store['dump']> {
    return this.#store.dump()
  }

  depart(id: string): ReturnType<Store['depart']> {
    return this.#store.depart(id)
  }

  close(): Promise<void> {
    return this.#store.close()
  }
}
