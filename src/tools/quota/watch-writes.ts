import type { Transaction } from '../../store/store.ts'

/** Written records between two checks. */
const WRITES_PER_CHECK = 256

const WRITE_METHODS: ReadonlySet<unknown> = new Set(['insert', 'put', 'append'])

/** The same transaction, which calls `check` for every 256th written record. If `check` throws, nothing is written. */
export function watchWrites(tx: Transaction, check: () => void): Transaction {
  let writes = 0
  const tick = (): void => {
    if (++writes % WRITES_PER_CHECK === 0) check()
  }
  return createCachedProxy(tx, table => (typeof table === 'object' && table !== null ? watchTable(table, tick) : table))
}

const watchTable = (table: object, tick: () => void): object =>
  createCachedProxy(table, (method, name) => {
    if (typeof method !== 'function') return method
    const run = method.bind(table) as (...given: unknown[]) => unknown
    if (!WRITE_METHODS.has(name)) return run
    return (...given: unknown[]) => {
      tick()
      return run(...given)
    }
  })

/** A proxy whose properties are `change` of the inner object's, computed once. */
function createCachedProxy<T extends object>(inner: T, change: (value: unknown, name: string | symbol) => unknown): T {
  const wrapped = new Map<string | symbol, unknown>()
  return new Proxy(inner, {
    get: (_, name) => {
      if (!wrapped.has(name)) wrapped.set(name, change(Reflect.get(inner, name, inner), name))
      return wrapped.get(name)
    },
  })
}
