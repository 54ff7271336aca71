import { AsyncLocalStorage } from 'node:async_hooks'
import type { Store } from '../../src/store/store.ts'

/** One for all stores of the process: each one that exists costs every promise time and memory. */
const inside = new AsyncLocalStorage<{ readonly store: Store; isOver: boolean }>()

/** A store that refuses a transaction inside a transaction, which could wait for itself for ever. The service does without: to watch for it costs every call. */
export function unnested(store: Store): Store {
  return {
    read: store.read,
    transaction: async (work, options) => {
      const around = inside.getStore()
      if (around?.store === store && !around.isOver) {
        throw new Error('A transaction was started inside a transaction.')
      }
      return store.transaction(tx => {
        const here = { store, isOver: false }
        return inside
          .run(here, () => work(tx))
          .finally(() => {
            here.isOver = true
          })
      }, options)
    },
    trim: (name, before) => store.trim(name, before),
    watch: listener => store.watch(listener),
    status: () => store.status(),
    dump: () => store.dump(),
    close: () => store.close(),
  }
}
