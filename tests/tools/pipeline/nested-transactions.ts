import { AsyncLocalStorage } from 'node:async_hooks'
import type { Store } from '../../../src/store/store.ts'

/** One for all stores of the process, because each costs every promise time and memory. */
const inside = new AsyncLocalStorage<{ readonly store: Store; isOver: boolean }>()

/**
 * A store that rejects a transaction inside a transaction, which could deadlock. The service does without this check, which slows down every
 * call.
 */
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
    shared: store.shared,
    trim: (name, before) => store.trim(name, before),
    watch: listener => store.watch(listener),
    status: () => store.status(),
    figures: () => store.figures(),
    dump: () => store.dump(),
    depart: id => store.depart(id),
    close: () => store.close(),
  }
}
