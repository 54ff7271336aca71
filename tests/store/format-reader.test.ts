import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeArchive } from '../../src/store/archive/write-backup.ts'
import { openStore } from '../../src/store/open.ts'
import { COLLECTIONS, LOGS } from '../../src/store/records/schema.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { everyTable, ODD_TEXTS } from './archive-samples.ts'
import { AT, at, event, user } from './contract/samples.ts'
import { diskFull, FaultyFiles } from './faulty-files.ts'
import { readArchive } from './format-archive-reader.ts'
import { readStore, type Tables } from './format-reader.ts'

let dataDir: string
let folder: string
let store: Store
const NO_SNAPSHOT = 2 ** 30
const SEGMENT = /^audit\.\d+\.jsonl$/
const JOURNAL = /^journal\.\d+\.jsonl$/
const ODD = ODD_TEXTS.join('\n')
/** A snapshot every few commits, and a file of its own for many a transaction. */
const open = (journalBytes = 4_000, files?: FaultyFiles) =>
  openStore({ url: 'lowdb:', dataDir, journalBytes, longTransaction: 700, ...(files && { files }) })

beforeEach(async () => {
  dataDir = await temporaryFolder()
  folder = join(dataDir, 'store')
  store = await open()
})

afterEach(() => store.close())

/** A record of each table with every odd text, many small ones, some of them changed or removed again; snapshots, and commits after the last of them. */
async function fill(): Promise<void> {
  await store.transaction(async tx => {
    for (const [name, records] of Object.entries(everyTable(ODD))) {
      const table = tx[name as 'users' | 'audit']
      for (const record of records) {
        await ('append' in table ? table.append(record as never) : table.insert(record as never))
      }
    }
  })
  let n = 0
  while (n < 60 || (await names(SEGMENT)).length < 3) await write(n++)
  await store.close()
  store = await open(NO_SNAPSHOT)
  for (const end = n + 5; n < end; n++) await write(n)
}

const write = (n: number): Promise<void> =>
  store.transaction(async tx => {
    await tx.users.insert(user(`user-${n}`, { name: 'x'.repeat((n % 60) * 10) }))
    if (n % 3 === 1) await tx.users.put(user(`user-${n - 1}`, { name: ODD }))
    if (n % 4 === 3) await tx.users.remove(`user-${n - 2}`)
    await tx.audit.append(event(`event-${n}`, { target: ODD }))
  })

type Content = Readonly<Record<string, readonly { readonly id: string }[]>>

/** Records of a collection by id; those of a log as they come. */
const contentOf = (tables: Iterable<readonly [string, Iterable<{ readonly id: string }>]>): Content =>
  Object.fromEntries(
    Array.from(tables, ([table, records]): [string, { readonly id: string }[]] => {
      return [table, table in LOGS ? [...records] : [...records].toSorted((a, b) => (a.id < b.id ? -1 : 1))]
    }).filter(([, records]) => records.length > 0),
  )

const found = (tables: Tables): Content => contentOf(Array.from(tables, ([table, rows]) => [table, rows.values()]))

async function dumped(): Promise<Content> {
  const dump = await store.dump()
  const tables = new Map<string, { readonly id: string }[]>()
  for await (const { table, records } of dump.batches()) tables.set(table, [...(tables.get(table) ?? []), ...records])
  dump.close()
  return contentOf(tables)
}

const names = async (pattern: RegExp): Promise<readonly string[]> =>
  (await readdir(folder)).filter(name => pattern.test(name))

/** The path of the file of such a name with the highest number. */
async function newest(pattern: RegExp): Promise<string> {
  const numberOf = (name: string): number => Number(name.match(/\d+/g)?.at(-1) ?? 0)
  const [name] = (await names(pattern)).toSorted((one, other) => numberOf(other) - numberOf(one))
  if (name === undefined) throw new Error(`There is no file ${pattern}.`)
  return join(folder, name)
}

describe('a reader written from docs/stored-records.md', () => {
  it('finds every record, in snapshots, segments and journals', async () => {
    await fill()
    const expected = await dumped()
    await store.close()
    expect(Object.keys(expected)).toEqual(Object.keys({ ...COLLECTIONS, ...LOGS }))
    expect(found(await readStore(folder))).toEqual(expected)
  })

  it('finds the rest of a trimmed log', async () => {
    await fill()
    const { audit: before = [], ...others } = await dumped()
    const gone = await store.trim('audit', at(1))
    const { audit: after = [], ...same } = await dumped()
    expect(same).toEqual(others)
    expect(after).toEqual(before.slice(gone))
    expect(gone).toBeGreaterThan(0)
    expect(after).not.toEqual([])
    await store.close()
    expect(found(await readStore(folder))).toEqual({ ...others, audit: after })
  })

  it('finds records in several journals when snapshots fail', async () => {
    await store.close()
    const files = new FaultyFiles()
    files.fault = operation => {
      if (operation === 'write') throw diskFull()
    }
    store = await open(1_000, files)
    for (let n = 0; n < 40 || (await names(JOURNAL)).length < 3; n++) await write(n)
    const expected = await dumped()
    await store.close()
    expect(found(await readStore(folder))).toEqual(expected)
  })

  it('finds records in a journal alone, and ignores a torn tail as the store does', async () => {
    await store.close()
    store = await open(NO_SNAPSHOT)
    for (let n = 0; n < 12; n++) await write(n)
    const expected = await dumped()
    await store.close()
    const journal = await newest(JOURNAL)
    const whole = await readFile(journal)
    const line = whole.subarray(whole.lastIndexOf('\n', -2) + 1)
    const torn = [
      line.subarray(0, 5),
      line.subarray(0, -1),
      Buffer.alloc(line.length),
      Buffer.from('half\0'),
      Buffer.concat([line.subarray(0, 9), Buffer.alloc(600), Buffer.from('}\n')]),
    ]
    for (const tail of torn) {
      await writeFile(journal, Buffer.concat([whole, tail]))
      expect(found(await readStore(folder))).toEqual(expected)
      store = await open(NO_SNAPSHOT)
      expect(await dumped()).toEqual(expected)
      await store.close()
    }
  })

  it.each([
    ['a shard', /^users\.\d+\.\d+\.json$/, /xxx(?=x)/g],
    ['an index', /^audit\.\d+\.index\.json$/, /AAA/g],
    // The last digit, because a first one that becomes 0 would be no JSON at all.
    ['the manifest', /^manifest\.json$/, /"seq": \d*(?=\d)/g],
    ['a journal', JOURNAL, /xxx(?=x)/g],
  ])('rejects a changed byte in %s, as the store does', async (_, pattern, before) => {
    await fill()
    await store.close()
    const path = await newest(pattern)
    const bytes = await readFile(path)
    const match = [...bytes.toString('latin1').matchAll(before)].at(-1)
    const place = (match?.index ?? Number.NaN) + (match?.[0].length ?? 0)
    expect(place).toBeGreaterThan(0)
    bytes[place] = (bytes[place] ?? 0) ^ 1
    await writeFile(path, bytes)
    await expect(readStore(folder)).rejects.toThrow(/sum|damaged/)
    await expect(open()).rejects.toMatchObject({ code: 'bad_config' })
  })

  it.each([
    [
      'a line with another byte as its line break',
      (line: Buffer) => Buffer.concat([line.subarray(0, -1), Buffer.from('x')]),
    ],
    ['a damaged line before a complete one', (line: Buffer) => Buffer.concat([Buffer.from('x'), line, line])],
    ['zeros before a complete line', (line: Buffer) => Buffer.concat([Buffer.alloc(600), Buffer.from('\n'), line])],
    ['a complete but invalid line', () => Buffer.from('00000000 {}\n')],
    ['a line that ends before a zero', () => Buffer.from('half\n\0')],
  ])('rejects %s at the end of a journal, as the store does', async (_, tail) => {
    await fill()
    await store.close()
    const journal = await newest(JOURNAL)
    const whole = await readFile(journal)
    await appendFile(journal, tail(whole.subarray(whole.lastIndexOf('\n', -2) + 1)))
    await expect(readStore(folder)).rejects.toThrow('damaged at byte')
    await expect(open()).rejects.toMatchObject({ message: expect.stringContaining(`at byte ${whole.length}`) })
  })

  it('finds every record of a backup', async () => {
    await fill()
    const bytes = await buffer(writeArchive(store, { version: '0.0.0', now: () => new Date(AT) }))
    expect(found(readArchive(bytes))).toEqual(await dumped())
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    expect(() => readArchive(bytes)).toThrow()
  })

  it('imports no code of the store', async () => {
    for (const name of ['format-reader.ts', 'format-archive-reader.ts']) {
      const imports = [...(await readFile(join(import.meta.dirname, name), 'utf8')).matchAll(/from '([^']+)'/g)]
      expect(imports.map(([, from]) => from).filter(from => !/^(?:node:|\.\/format-)/.test(from ?? ''))).toEqual([])
    }
  })
})
