import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { StringInterner } from '../../../src/store/embedded/memory/string-interner.ts'
import { isNightly } from '../../runs.ts'
import { token } from '../contract/samples.ts'
import { MemoryFiles, memoryOpener } from './memory.ts'

const MIB = 1024 * 1024
/** Twice as many MiB as these are more than the test of them allows. */
const FILES = isNightly ? 40 : 15

/** Bytes of the heap that something still needs. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

it('a record keeps no longer text in memory than its own', async () => {
  const open = await memoryOpener()
  const store = await open(new MemoryFiles())
  const before = heapInUse()
  for (let n = 0; n < FILES; n++) {
    const file = Buffer.alloc(2 * MIB, `text ${n} of the file `).toString()
    const name = file.slice(MIB, MIB + 20)
    const description = file.slice(MIB, MIB + 200)
    await store.transaction(tx => tx.tokens.insert(token(`t${n}`, { name, description })))
  }
  expect(heapInUse() - before).toBeLessThan(20 * MIB)
  expect(await store.read.tokens.count('active', 'ada')).toBe(FILES)
})

it('half of a surrogate pair is stored', async () => {
  const open = await memoryOpener()
  const store = await open(new MemoryFiles())
  const description = `${'a'.repeat(80)}\uD83D`
  await store.transaction(tx => tx.tokens.insert(token('t', { description, name: 'a name that ends \uDE00' })))
  expect((await store.read.tokens.get('t'))?.description).toBe(description)
  expect((await store.read.tokens.get('t'))?.name).toBe('a name that ends \uDE00')
})

/** A text of its own each time. */
const freshText = (n: number): string => Buffer.from(`${n}`.padEnd(64, 'x')).toString()

it('equal short texts of records share one string, whichever transaction wrote them', () => {
  const texts = new StringInterner({ copies: true, most: 100 })
  const before = heapInUse()
  const records = Array.from({ length: 300_000 }, (_, n) => texts.intern({ text: freshText(n % 50) }))
  // They take 24 MB more when each has a text of its own.
  expect(heapInUse() - before).toBeLessThan(18 * MIB)
  expect(records[70]?.text).toBe(freshText(20))
})

it('texts without a record are released', () => {
  const texts = new StringInterner({ copies: true, most: 100 })
  const before = heapInUse()
  for (let n = 0; n < (isNightly ? 300_000 : 100_000); n++) texts.intern({ text: freshText(n) })
  expect(heapInUse() - before).toBeLessThan(5 * MIB)
  expect(texts.intern({ text: freshText(1) }).text).toBe(freshText(1))
})
