import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** Reads a store by docs/stored-records.md alone, which proves the document: the numbers are its sections, and nothing of src is imported. */

type Row = { readonly id: string; readonly at?: string }
/** Table → id → record; records of logs in the order in which they were appended. */
export type Tables = ReadonlyMap<string, ReadonlyMap<string, Row>>
type Operation = [table: string, what: Row | string]
type Line = { seq: number; shape: number; next?: number; units: (Operation | Whole)[][] }
type Whole = { file: string; bytes: number; sum: string }
type Segment = { file: string; bytes: number; index: Whole }
type Manifest = {
  [field in 'shape' | 'seq' | 'journal']: number
} & {
  sum: string
  format: string
  shards: Record<string, Whole>
  logs: Record<string, Segment[]>
  trimmed?: Record<string, number>
}
type Index = { offsets: string; times?: string; keys: Record<string, { hashes: string; lines: string }> }

const sum = (bytes: Buffer | string): string => crc32(bytes).toString(16).padStart(8, '0')
const journalName = (number: number): string => `journal.${number}.jsonl`

export function check(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}

export class Found {
  readonly tables = new Map<string, Map<string, Row>>()

  add(table: string, record: Row): void {
    const rows = this.tables.get(table) ?? new Map<string, Row>()
    check(!rows.has(record.id), `${table} has ${record.id} twice`)
    this.tables.set(table, rows.set(record.id, record))
  }

  do([table, what]: Operation): void {
    if (typeof what !== 'string' && !this.tables.get(table)?.has(what.id)) this.add(table, what)
    else if (typeof what !== 'string') this.tables.get(table)?.set(what.id, what)
    else check(this.tables.get(table)?.delete(what) === true, `${table} has no ${what} to remove`)
  }
}

/** 5.1. @throws Error at the first thing that is missing or wrong. */
export async function readStore(folder: string): Promise<Tables> {
  const found = new Found()
  const sealedManifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const { sum: stated, ...manifest } = sealedManifest
  check(sum(JSON.stringify(manifest)) === stated, 'the sum of the manifest')
  check(manifest.format === 'dragoman-store-1' && manifest.shape === 10, 'the format of the manifest')
  for (const [name, whole] of Object.entries(manifest.shards)) {
    const [collection = '', k] = name.split('.')
    check(whole.file.startsWith(`${collection}.${k}.`), `the name ${whole.file}`)
    for (const record of readShard(collection, await readWhole(folder, whole))) found.add(collection, record)
  }
  for (const [log, segments] of Object.entries(manifest.logs)) {
    for (const segment of segments) {
      const bytes = await readFile(join(folder, segment.file))
      check(bytes.length === segment.bytes, `the length of ${segment.file}`)
      const index: Index = JSON.parse(await readWhole(folder, segment.index))
      for (const record of readSegment(bytes, index)) found.add(log, record)
    }
  }
  for (const count of Object.values(manifest.trimmed ?? {})) check(count > 0, 'what was trimmed')
  await readJournals(folder, manifest, found)
  return found.tables
}

async function readWhole(folder: string, { file, bytes, sum: stated }: Whole): Promise<string> {
  const content = await readFile(join(folder, file))
  check(content.length === bytes && sum(content) === stated, `the length or sum of ${file}`)
  return content.toString()
}

/** 2. */
function readShard(collection: string, text: string): Row[] {
  const [head = '', ...lines] = text.split('\n')
  const name = /^\{"collection":"([^"]+)","group":"(?:[^"\\]|\\.)*","records":\[$/.exec(head)?.[1]
  check(name === collection && lines.at(-2) === ']}' && lines.at(-1) === '', `the grammar of a shard of ${collection}`)
  const records = lines.slice(0, -2)
  check(records.length > 0, `a shard of ${collection} without records`)
  return records.map((line, n) => JSON.parse(n === records.length - 1 ? line : line.replace(/,$/, '')))
}

/** 4. */
function readSegment(bytes: Buffer, index: Index): Row[] {
  const numbers = (text = ''): number[] => {
    const packed = Buffer.from(text, 'base64')
    return Array.from({ length: packed.length / 4 }, (_, n) => packed.readUInt32LE(4 * n))
  }
  const offsets = numbers(index.offsets)
  check(offsets[0] === 0 && offsets.at(-1) === bytes.length, 'the offsets of a segment')
  const records = offsets.slice(1).map((end, n): Row => {
    const line = bytes.subarray(offsets[n], end)
    check(sealed(line.subarray(0, -1)) && line.at(-1) === 0x0a, `line ${n} of a segment`)
    return JSON.parse(line.toString('utf8', 9))
  })
  const times = numbers(index.times)
  if (index.times !== undefined) check(times.length === 2 * Math.ceil(records.length / 256), 'the times of an index')
  for (let n = 0; n < times.length; n += 2) {
    const block = records.slice(128 * n, 128 * n + 256).map(({ at }) => Math.floor(Date.parse(at ?? '') / 1000))
    check(times[n] === Math.min(...block) && times[n + 1] === Math.max(...block), `the times of block ${n / 2}`)
  }
  const hashes = numbers(index.keys['id']?.hashes)
  const lines = numbers(index.keys['id']?.lines)
  check(new Set(lines).size === records.length && lines.length === records.length, 'the lines of an index')
  lines.forEach((line, n) => check(crc32(records[line]?.id ?? '') === hashes[n], `the hash of line ${line}`))
  check(
    hashes.every((hash, n) => n === 0 || (hashes[n - 1] ?? 0) <= hash),
    'the order of an index',
  )
  return records
}

const sealed = (line: Buffer): boolean =>
  line.length >= 10 && line[8] === 0x20 && line.toString('latin1', 0, 8) === sum(line.subarray(9))

/** 5.1, 3 and 4. */
async function readJournals(folder: string, { shape, seq, journal }: Omit<Manifest, 'sum'>, found: Found) {
  let [before, number]: [number | undefined, number | undefined] = [undefined, journal]
  for (let next: number | undefined; number !== undefined; number = next) {
    next = undefined
    for (const line of readJournal(await readFile(join(folder, journalName(number))))) {
      check(before === undefined ? line.seq <= seq + 1 : line.seq === before + 1, `the number ${line.seq}`)
      check(line.shape === shape, `the shape of line ${line.seq}`)
      for (const one of line.seq > seq ? line.units.flat() : [])
        for (const operation of 'file' in one ? await readTransaction(folder, one) : [one]) found.do(operation)
      before = line.seq
      next = line.next
    }
    check(next === undefined || next === number + 1, `the journal after ${number}`)
    journal = number
  }
  for (const name of await readdir(folder)) {
    const later = Number(/^journal\.(\d+)\.jsonl$/.exec(name)?.[1] ?? 0)
    if (later > journal) check((await readFile(join(folder, name))).length === 0, `${name} is not empty`)
  }
}

/** 3: the journal line of a long transaction. */
async function readTransaction(folder: string, whole: Whole): Promise<Operation[]> {
  const lines = (await readWhole(folder, whole)).split('\n')
  check(lines.pop() === '' && /^transaction\.\d+\.jsonl$/.test(whole.file), `the end or the name of ${whole.file}`)
  return lines.flatMap(line => {
    check(sealed(Buffer.from(line)), `the sum of a line of ${whole.file}`)
    return JSON.parse(line.slice(9)).operations
  })
}

/** 3: up to a torn tail. */
function readJournal(bytes: Buffer): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start)
    if (end === -1 || !sealed(bytes.subarray(start, end))) {
      check(isTorn(bytes.subarray(start)), `the journal is damaged at byte ${start}`)
      break
    }
    lines.push(JSON.parse(bytes.toString('utf8', start + 9, end)))
    start = end + 1
  }
  return lines
}

function isTorn(tail: Buffer): boolean {
  const body = tail.subarray(0, -1)
  if (body.includes('\n') || sealed(body)) return false
  return tail.at(-1) !== 0x0a || tail.includes(Buffer.alloc(512))
}
