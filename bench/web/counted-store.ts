import type { Store } from '../../src/store/store.ts'

/** A store that counts the lookups of its durable state. */
export interface CountedStore {
  readonly store: Store
  /** Lookups since the last call. */
  readonly take: () => number
}

export function countReads(store: Store): CountedStore {
  let reads = 0
  const counted = new Map<object, object>()
  const count = <T extends object>(target: T): T => {
    const known = counted.get(target)
    if (known !== undefined) return known as T
    const proxy = new Proxy(target, {
      get(one, name, receiver) {
        const value: unknown = Reflect.get(one, name, receiver)
        if (typeof value === 'function') {
          return (...args: unknown[]) => {
            reads += 1
            return Reflect.apply(value, one, args) as unknown
          }
        }
        return typeof value === 'object' && value !== null ? count(value) : value
      },
    })
    counted.set(target, proxy)
    return proxy
  }
  const read = count(store.read)
  return {
    store: new Proxy(store, {
      get(one, name) {
        if (name === 'read') return read
        const value: unknown = Reflect.get(one, name, one)
        return typeof value === 'function' ? (value.bind(one) as unknown) : value
      },
    }),
    take: () => {
      const taken = reads
      reads = 0
      return taken
    },
  }
}
