import { createHash } from 'node:crypto'
import { Pacer } from '../../scheduling/pacer.ts'
import type { Checksums, Dump } from '../store.ts'

interface HashedRecord {
  readonly id: string
  /** SHA-256 of its line, one character a byte. */
  readonly hash: string
}

/** Hashes of records by identity: an engine that keeps records in memory replaces the objects that change. */
export type KnownHashes = WeakMap<object, string>

/** Computes the checksums of all records of a dump, and closes it. Buffers the hashes of one table. Remembers those in `known` for the next time. */
export async function checksumDump(dump: Dump, known: KnownHashes = new WeakMap()): Promise<Checksums> {
  const sums: Record<string, Checksums[string]> = {}
  const pace = new Pacer()
  let table = ''
  let found: HashedRecord[] = []
  const finish = (): void => {
    if (found.length > 0) sums[table] = sumUp(found)
    found = []
  }
  try {
    for await (const batch of dump.batches()) {
      if (batch.table !== table) finish()
      table = batch.table
      for (const record of batch.records) {
        if (pace.shouldYield) await pace.yieldNow()
        const hash = known.get(record) ?? hashRecord(record)
        known.set(record, hash)
        found.push({ id: record.id, hash })
      }
    }
    finish()
    return sums
  } finally {
    dump.close()
  }
}

const hashRecord = (record: object): string =>
  createHash('sha256')
    .update(`${JSON.stringify(record)}\n`)
    .digest('binary')

function sumUp(found: HashedRecord[]): Checksums[string] {
  found.sort((one, other) => (one.id < other.id ? -1 : 1))
  const whole = createHash('sha256')
  for (const { hash } of found) whole.update(hash, 'binary')
  return { records: found.length, sha256: whole.digest('hex') }
}

/** Names the first table in which two stores differ; undefined if they are equal. */
export const findDifference = (one: Checksums, other: Checksums): string | undefined =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].find(
    table => one[table]?.records !== other[table]?.records || one[table]?.sha256 !== other[table]?.sha256,
  )
