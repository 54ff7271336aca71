import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ArchivePosition } from '../../src/store/archive/position.ts'
import { type ReadOptions, readArchive, verifyArchive } from '../../src/store/archive/read.ts'
import { getUpgrade } from '../../src/store/archive/upgrade.ts'
import { writeArchive } from '../../src/store/archive/write-backup.ts'
import { SHAPE_VERSION } from '../../src/store/records/schema.ts'
import type { Store } from '../../src/store/store.ts'
import { isNightly } from '../runs.ts'
import { dumpOf, everyTable, ODD_TEXTS } from './archive-samples.ts'
import { AT, user } from './contract/samples.ts'

const MAKER = { version: '0.1.0-test', now: () => new Date(AT) }

const archiveOf = async (store: Pick<Store, 'dump'>): Promise<Buffer> =>
  Buffer.concat(await collect(writeArchive(store, MAKER)))

const ALL = everyTable('ordinary')
const TABLES = Object.keys(ALL).length
const RECORDS = Object.values(ALL).reduce((sum, { length }) => sum + length, 0)
/** The manifest, a line before and after each table, the records, the end. */
const LINES = 1 + 2 * TABLES + RECORDS + 1

let made: Promise<Buffer> | undefined
/** Shared: nobody may change its bytes. */
const archive = (): Promise<Buffer> => (made ??= archiveOf(dumpOf(ALL)))

async function* cutInto(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const verify = (bytes: Buffer, size = 64 * 1024, options: Partial<ReadOptions> = {}) =>
  verifyArchive(cutInto(bytes, size), { name: 'a.gz', ...options })

const refusal = (bytes: Buffer): Promise<Error> =>
  verify(bytes).then(
    () => new Error('it was taken for whole'),
    (error: Error) => error,
  )

/** The archive after lines were edited; gzip is valid for the edited ones. */
async function withLines(change: (lines: string[]) => string[] | void): Promise<Buffer> {
  const lines = gunzipSync(await archive())
    .toString()
    .split('\n')
    .slice(0, -1)
  return Buffer.from((change(lines) ?? lines).map(line => `${line}\n`).join(''))
}

describe('an archive of a store', () => {
  // Longer than the pieces of 64 KiB in which it is written, compressed and read.
  const long = 'ab"\n'.repeat(isNightly ? 250_000 : 20_000)
  const texts = [...ODD_TEXTS, long].map(text => [JSON.stringify(text.slice(0, 40)), text] as const)
  it.each(texts)('gives back every table with texts like %s', async (_name, text) => {
    const records = everyTable(text)
    const found: Record<string, unknown[]> = {}
    const bytes = await archiveOf(dumpOf(records))
    for await (const batch of readArchive(cutInto(bytes, 1000), { name: 'a.gz' })) {
      ;(found[batch.table] ??= []).push(...batch.records)
    }
    expect(found).toEqual(records)
  })

  it('names its content', async () => {
    const summary = await verify(await archive())
    const counts = { users: 2, accounts: 2, memberships: 1, tokens: 2, projects: 1, audit: 2, revisions: 1 }
    expect(summary).toMatchObject({ made_at: AT, dragoman_version: '0.1.0-test', records: RECORDS, counts })
  })

  it('is gzip and JSON lines for other programs', async () => {
    const text = execFileSync('gzip', ['-dc'], { input: await archive() }).toString()
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toMatchObject({ format: 'dragoman-backup', format_version: 1, shape_version: SHAPE_VERSION })
    expect(lines.slice(1, 4)).toEqual([{ open: 'users' }, ...everyTable('ordinary').users])
    const users = text.split('\n').slice(2, 4).join('\n')
    expect(lines[4]).toEqual({ close: 'users', records: 2, sha256: sha256(`${users}\n`) })
    const before = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)
    expect(lines.at(-1)).toEqual({ end: true, tables: TABLES, records: RECORDS, sha256: sha256(before) })
  })

  it('can be restored unpacked', async () => {
    const plain = gunzipSync(await archive())
    expect(await verify(plain)).toEqual(await verify(await archive()))
    for (const length of [9, 17, 18, plain.length - 1]) {
      expect((await refusal(plain.subarray(0, length))).message).toMatch(/a\.gz .*line \d+/)
    }
  })

  it('of an empty store is complete', async () => {
    expect(await verify(await archiveOf(dumpOf({ users: [], audit: [] })))).toMatchObject({ records: 0 })
  })

  it('passes records on in small batches, and reports its progress', async () => {
    const users = Array.from({ length: 2_500 }, (_, index) => user(`u${index}`))
    const bytes = await archiveOf(dumpOf({ users }))
    const seen: number[] = []
    const sizes: number[] = []
    const options = { name: 'a.gz', progress: (done: number, total: number) => void seen.push(done, total) }
    for await (const { records } of readArchive(cutInto(bytes, 1 << 20), options)) sizes.push(records.length)
    expect(sizes).toEqual([1000, 1000, 500])
    expect(seen).toEqual([1000, 2500, 2000, 2500, 2500, 2500])
  })
})

describe('the stream of an archive', () => {
  it('ends the dump when it ends, when its reader leaves, and when the store fails', async () => {
    const closed = async (use: (stream: AsyncGenerator<Buffer>) => Promise<unknown>, fail = false) => {
      const dump = await dumpOf({ users: Array.from({ length: 5_000 }, (_, index) => user(`u${index}`)) }).dump()
      if (fail) {
        dump.batches = async function* () {
          yield* []
          throw new Error('the disk')
        }
      }
      await use(writeArchive({ dump: async () => dump }, MAKER))
      return dump.closed
    }
    expect(await closed(stream => collect(stream))).toBe(true)
    expect(
      await closed(async stream => {
        await stream.next()
        await stream.return(undefined)
      }),
    ).toBe(true)
    expect(await closed(stream => expect(collect(stream)).rejects.toThrow('the disk'), true)).toBe(true)
  })

  it('reads records only as fast as it is read', async () => {
    let asked = 0
    const store = dumpOf({})
    const dump = {
      ...(await store.dump()),
      counts: { users: 500_000 },
      async *batches() {
        for (let batch = 0; batch < 500; batch += 1) {
          asked += 1
          const records = Array.from({ length: 1_000 }, (_, at) => user(`u${batch}-${at}`, { name: noise(batch, at) }))
          yield { table: 'users' as const, records }
        }
      },
    }
    const stream = writeArchive({ dump: async () => dump }, MAKER)
    await stream.next()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(asked).toBeLessThan(10)
    await stream.return(undefined)
  })
})

/** The tested positions of so many bytes: by default one in 251, and all near both ends. */
const placesIn = (length: number): readonly number[] =>
  Array.from({ length }, (_, at) => at).filter(at => isNightly || at % 251 === 0 || at < 30 || at >= length - 30)

/** A place; or the version, if that is what changed. */
const DAMAGED = /^a\.gz (?:.*(?:byte|line) \d+|has .*, but this version of dragoman reads )/

describe('a damaged archive is rejected with the place:', () => {
  it('every byte changed', async () => {
    const whole = await archive()
    for (const at of placesIn(whole.length)) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      expect((await refusal(bytes)).message, `byte ${at}`).toMatch(DAMAGED)
    }
  })

  it('every bit changed, unless it affects no content', async () => {
    const whole = await archive()
    const summary = await verify(whole)
    let passed = 0
    const step = isNightly ? 3 : 601
    const all = Array.from({ length: whole.length * 8 }, (_, bit) => bit)
    const nearEnd = isNightly ? 1 : 3
    const isTried = (bit: number) => bit % (bit > all.length - 96 ? nearEnd : step) === 0
    for (const bit of all.filter(isTried)) {
      const bytes = Buffer.from(whole)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const found = await verify(bytes).catch((error: Error) => error)
      if (found instanceof Error) expect(found.message, `bit ${bit}`).toMatch(DAMAGED)
      else {
        expect(found).toEqual(summary)
        passed += 1
      }
    }
    expect(passed, 'the bits between the last block and the end of its byte').toBeLessThan(8)
  })

  it('every length at which it can be cut', async () => {
    const whole = await archive()
    for (const length of placesIn(whole.length).slice(1)) {
      expect((await refusal(whole.subarray(0, length))).message, `${length} bytes`).toMatch(/^a\.gz .*(byte|line) \d+/)
    }
    expect((await refusal(Buffer.alloc(0))).message).toBe('a.gz is not a dragoman backup: the file is empty.')
  })

  it('extra bytes at its end', async () => {
    const whole = await archive()
    for (const more of ['x', '\0', '\0\0\0\0\0\0\0\0\0', whole, gzipSync('')]) {
      const { message } = await refusal(Buffer.concat([whole, Buffer.from(more)]))
      expect(message).toBe(
        `a.gz is damaged near byte ${whole.length}, after line ${LINES}: extra bytes follow the end.`,
      )
    }
    const lines = await withLines(all => [...all, '{"open":"users"}'])
    expect((await refusal(lines)).message).toContain(`line ${LINES + 1}: this line follows the end`)
  })
})

describe('an archive with an edited line is rejected with the line:', () => {
  const cases: readonly (readonly [string, (lines: string[]) => string[] | void, RegExp])[] = [
    ['a line that is no JSON', l => void (l[2] = '{"id":'), /line 3 \(table users\): the line is not a JSON object/],
    [
      'another text',
      l => void (l[3] = l[3]?.replace('bob', 'eve') ?? ''),
      /line 5 .*wrong checksum of the table users/,
    ],
    [
      'a record less',
      l => l.toSpliced(2, 1),
      /line 4 .*table users has 1 records, but 2 by its last line and 2 by the manifest/,
    ],
    ['a record twice', l => l.toSpliced(2, 0, l[2] ?? ''), /table users has 3 records/],
    ['a table less', l => l.toSpliced(1, 4), /line \d+: the table users is missing/],
    ['a table twice', l => l.toSpliced(5, 0, ...l.slice(1, 5)), /line 6: the table users occurs twice/],
    ['tables in each other', l => l.toSpliced(2, 0, '{"open":"tokens"}'), /the table tokens begins before users ends/],
    ['an end that never began', l => l.toSpliced(1, 1), /line 2: a record is outside of a table/],
    ['a table nobody knows', l => void (l[1] = '{"open":"songs"}'), /line 2: unknown table "songs"/],
    [
      'a record that does not fit',
      l => void (l[2] = '{"id":"x"}'),
      /line 3 \(record 1 of table users\).*x is not valid/,
    ],
    ['an id that is no text', l => void (l[2] = '{"id":7}'), /line 3 .*its id is not a string/],
    ['a line of its own', l => l.toSpliced(5, 0, '{"hello":1}'), /line 6: /],
    [
      'another manifest',
      l => void (l[0] = l[0]?.replace('"0.1.0-test"', '"0.1.1-test"') ?? ''),
      new RegExp(`line ${LINES}: .*checksum of`),
    ],
    [
      'no end',
      l => l.slice(0, -1),
      new RegExp(`line ${LINES - 1}: the file is truncated after ${RECORDS} of ${RECORDS} records`),
    ],
    ['an end too early', l => [...l.slice(0, 5), l.at(-1) ?? ''], /line 6: the table accounts is missing/],
  ]
  it.each(cases)('%s', async (_name, change, message) => {
    expect((await refusal(await withLines(change))).message).toMatch(message)
  })

  it('a line that is too long', async () => {
    const head = (await withLines(lines => lines.slice(0, 2))).toString()
    const endless = async function* () {
      yield Buffer.from(head)
      for (;;) yield Buffer.alloc(16 << 20, 'x')
    }
    const found = verifyArchive(endless(), { name: 'a.gz' })
    await expect(found).rejects.toThrow(/line 3 \(table users\): the line is longer than 134217728 bytes/)
  })
})

describe('an archive of another version', () => {
  it.each([
    ['a text', Buffer.from('hello, world, this is a letter'), /is not a dragoman backup: byte 0 is 0x68/],
    ['a JSON file', Buffer.from('{"name":"app","private":true}\n'), /not a dragoman backup: line 1 is not a manifest/],
    ['another gzip', gzipSync('hello'), /not a dragoman backup: byte \d is .*compressed by another program/],
  ])('is rejected: %s', async (_name, bytes, message) => {
    expect(await refusal(bytes)).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(message) })
  })

  it('is rejected with a hint when another program compressed it', async () => {
    const repacked = gzipSync(gunzipSync(await archive()), { level: 1 })
    expect(await refusal(repacked)).toMatchObject({ fix: expect.stringContaining('gunzip -c') })
  })

  it.each([
    ['format_version', 2, 'a.gz has format version 2, but this version of dragoman reads version 1.', 'or a later one'],
    [
      'shape_version',
      SHAPE_VERSION + 1,
      `a.gz has records of shape ${SHAPE_VERSION + 1} (dragoman 0.1.0-test), but this version`,
      'or a later one',
    ],
  ] as const)('is rejected with both versions when its %s is %i', async (field, version, message, fix) => {
    const newer = await withLines(
      lines => void (lines[0] = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), [field]: version })),
    )
    expect(await refusal(newer)).toMatchObject({
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    })
  })
})

describe('records of an older schema version', () => {
  it('are those of another one when their migration fails, and are named', async () => {
    const older = await withLines(
      lines => void (lines[0] = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), shape_version: 1 })),
    )
    const { message } = await refusal(older)
    expect(message).toMatch(
      /^a[.]gz is damaged at line \d+ .*: the record \S+ does not have shape 1 of the manifest[.]$/,
    )
  })

  it('are migrated through all versions between', () => {
    const name = { from: SHAPE_VERSION - 1, tables: () => ({ users: (old: object) => ({ ...old, name: 'new' }) }) }
    const toNow = getUpgrade(SHAPE_VERSION - 1, '0.1.0', new ArchivePosition('a.gz', ''), [name])
    expect(toNow('users', user('ada'))).toEqual(user('ada', { name: 'new' }))
    expect(toNow('audit', user('ada'))).toEqual(user('ada'))
  })

  it('are rejected with both versions when there is no migration', () => {
    expect(() => getUpgrade(SHAPE_VERSION - 1, '0.1.0', new ArchivePosition('a.gz', ''), [])).toThrow(
      `records of shape ${SHAPE_VERSION - 1} (dragoman 0.1.0), but this version of dragoman reads shape ${SHAPE_VERSION}`,
    )
  })
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Text that compresses badly. */
const noise = (...seed: readonly number[]): string => createHash('sha512').update(seed.join()).digest('base64')

async function collect(chunks: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const found: Buffer[] = []
  for await (const chunk of chunks) found.push(chunk)
  return found
}
