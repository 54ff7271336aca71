import type { Store } from '../../../src/store/store.ts'
import { event, hash, token, user } from '../contract/samples.ts'
import { memoryUnit } from '../memory-samples.ts'

const LOCK_NAMES = 6
const lockOf = (n: number): string => `lock-${n % LOCK_NAMES}`

/** Writes transaction `n`: a token, a unit of the memory, an event, and the count of its lock. */
async function write(store: Store, n: number): Promise<void> {
  const lock = lockOf(n)
  await store.transaction(
    async tx => {
      const counter = await tx.users.get(lock)
      await tx.tokens.insert(token(`t${n}`, { hash: hash(`t${n}`), user_id: lock }))
      if (counter === undefined) await tx.users.insert(user(lock, { name: '1' }))
      else await tx.users.put({ ...counter, name: String(Number(counter.name) + 1) })
      await tx.memory_units.insert(memoryUnit(`m${n}`, { source: `Text of ${n}` }))
      await tx.audit.append(event(`e${n}`))
    },
    { lock },
  )
}

export interface Attempts {
  readonly acknowledged: ReadonlySet<number>
  readonly failed: readonly unknown[]
}

/** Runs transactions over several stores and locks, from a number on; resolves when each has ended. Adds those that were acknowledged as it goes. */
export async function attempt(
  { stores }: { readonly stores: readonly Store[] },
  count: number,
  from = 0,
  acknowledged = new Set<number>(),
): Promise<Attempts> {
  const failed: unknown[] = []
  await Promise.all(
    Array.from({ length: count }, (_, at) => from + at).map(n =>
      write(stores[n % stores.length] as Store, n).then(
        () => void acknowledged.add(n),
        (error: unknown) => void failed.push(error),
      ),
    ),
  )
  return { acknowledged, failed }
}

/** What is wrong with transactions: acknowledged ones that are not there, and partial ones. There must be no others. */
export async function inspect(
  store: Store,
  numbers: Iterable<number>,
  acknowledged: ReadonlySet<number>,
): Promise<readonly string[]> {
  const { read } = store
  const faults: string[] = []
  const counts = new Map<string, number>()
  for (const n of numbers) {
    const parts = await Promise.all([read.tokens.get(`t${n}`), read.memory_units.get(`m${n}`), read.audit.get(`e${n}`)])
    const there = parts.filter(part => part !== undefined).length
    if (there > 0 && there < parts.length) faults.push(`${n} is there in part`)
    if (there === 0 && acknowledged.has(n)) faults.push(`${n} was acknowledged and is not there`)
    if (there > 0) counts.set(lockOf(n), (counts.get(lockOf(n)) ?? 0) + 1)
  }
  for (const [lock, count] of counts) {
    const name = (await read.users.get(lock))?.name
    if (name !== String(count)) faults.push(`${lock} counts ${name} transactions, not ${count}`)
    if ((await read.tokens.count('active', lock)) !== count) faults.push(`${lock} has another number of tokens`)
  }
  return faults
}

/** The numbers of transactions from 0. */
export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n)
