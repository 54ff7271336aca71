import { AsyncLocalStorage } from 'node:async_hooks'
import type { Store } from '../../src/store/store.ts'

/** A store that refuses a transaction inside a transaction, which could wait for itself for ever. The service does without: to watch for it costs every call. */
export function unnested(store: Store): Store {
  const inside = new AsyncLocalStorage<{ isOver: boolean }>()
  return {
    read: store.read,
    transaction: async (work, options) => {
      if (inside.getStore()?.isOver === false) throw new Error('A transaction was started inside a transaction.')
      return store.transaction(tx => {
        const here = { isOver: false }
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
