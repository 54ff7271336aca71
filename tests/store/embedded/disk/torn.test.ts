import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/errors.ts'
import { checksum, formatChecksum } from '../../../../src/store/embedded/disk/checksum.ts'
import { isNightly } from '../../../runs.ts'
import { contentOf, expectSame, write } from '../folder.ts'
import { type Content, MemoryFiles, memoryOpener, type OpenMemory } from '../memory.ts'
import { isUntouched, lineEnds, makeSample, placesIn, type Sample, spoil } from '../sample.ts'

let open: OpenMemory
let sample: Sample
let last: string
let journal: Buffer

const bytesOf = (content: Content, name: string): Buffer => content.get(name) ?? Buffer.alloc(0)

beforeEach(async () => {
  open = await memoryOpener()
  sample = await makeSample(open)
  last = sample.journals.at(-1) ?? ''
  journal = bytesOf(sample.content, last)
})

/** Opens with so many lines of the last journal. */
async function expectLines(bytes: Buffer, lines: number): Promise<MemoryFiles> {
  const files = spoil(sample.content, last, bytes)
  const told: string[] = []
  const store = await open(files, { report: ({ message }) => told.push(message) })
  expectSame(await contentOf(store), sample.states[lines])
  await store.close()
  const end = lines === 0 ? 0 : (lineEnds(journal)[lines - 1] ?? 0)
  const cut = bytes.length - end
  expect(told).toEqual(cut === 0 ? [] : [expect.stringContaining(`${cut} bytes at ${last}, byte ${end}`)])
  return files
}

/** Goes on from what a torn line left. */
async function expectMore(files: MemoryFiles): Promise<void> {
  const store = await open(files)
  await write(store, 'more')
  const after = await contentOf(store)
  await store.close()
  const again = await open(files)
  expectSame(await contentOf(again), after)
  await again.close()
}

/** Refuses, names the file and the place, and changes nothing. */
async function expectRefusal(name: string, bytes: Buffer, message: RegExp): Promise<void> {
  const files = spoil(sample.content, name, bytes)
  const before = files.content
  const error = await open(files).catch((refusal: unknown) => refusal)
  if (!(error instanceof AppError) || error.code !== 'bad_config')
    throw new Error(`${name} was not refused.`, { cause: error })
  expect(error.message).toMatch(message)
  expect(isUntouched(files, before)).toBe(true)
}

it('the lines of a journal that the snapshot contains are not applied again', async () => {
  const { seq } = JSON.parse(journal.toString().trimEnd().split('\n').at(-1)?.slice(9) ?? '') as { seq: number }
  const { sum: _, ...manifest } = JSON.parse(String(sample.content.get('manifest.json'))) as { sum: string }
  const content = { ...manifest, seq }
  const sealed = { ...content, sum: formatChecksum(checksum(JSON.stringify(content))) }
  const store = await open(spoil(sample.content, 'manifest.json', Buffer.from(JSON.stringify(sealed))))
  const text = JSON.stringify(await contentOf(store))
  await store.close()
  expect(text).toContain('"bob"')
  expect(text).not.toContain('"eve"')
})

describe('the last journal', () => {
  it('is refused with a damaged line, also when its last line is incomplete', async () => {
    const spoiled = Buffer.from(journal.subarray(0, -1))
    spoiled.writeUInt8(spoiled.readUInt8(12) ^ 1, 12)
    await expectRefusal(last, spoiled, /line 1 is damaged/)
  })

  it('returns exactly the complete lines before any place at which it is cut', async () => {
    const ends = lineEnds(journal)
    expect(ends).toHaveLength(3)
    for (const cut of placesIn(journal, 10)) {
      const files = await expectLines(journal.subarray(0, cut), ends.filter(end => end <= cut).length)
      if (cut % 20 === 0) await expectMore(files)
    }
  })

  it('returns the lines before one that ends in NUL bytes, as a power loss leaves it', async () => {
    const [, second = 0] = lineEnds(journal)
    for (let from = second; from < journal.length - 1; from += isNightly ? 7 : 23) {
      await expectLines(Buffer.from(journal).fill(0, from), 2)
    }
    await expectMore(await expectLines(Buffer.concat([journal, Buffer.alloc(4096)]), 3))
  })

  it('returns the lines before one with a missing sector', async () => {
    const files = new MemoryFiles(sample.content)
    const store = await open(files)
    await write(store, 'long', 'x'.repeat(2000))
    await store.close()
    const long = Buffer.from(bytesOf(files.content, last))
    await expectMore(await expectLines(long.fill(0, journal.length + 512, journal.length + 1024), 3))
  })

  it('is rejected with a line break inside a line, or a missing one after a complete line', async () => {
    for (let at = 0; at < journal.length; at += isNightly ? 11 : 29) {
      const line = lineEnds(journal).filter(end => end <= at).length + 1
      const spoiled = Buffer.from(journal)
      spoiled[at] = 10
      const start = lineEnds(journal)[line - 2] ?? 0
      await expectRefusal(last, spoiled, new RegExp(`${last}: line ${line} is damaged, at byte ${start}`))
    }
    for (const other of [0x20, 0x0a ^ 0x01, 0x0a ^ 0x80]) {
      const end = Buffer.from(journal)
      end[journal.length - 1] = other
      await expectRefusal(last, end, /line 3 is damaged/)
    }
  })

  it('is rejected with a NUL as its last line break, because that line was complete', async () => {
    const spoiled = Buffer.from(journal)
    spoiled[journal.length - 1] = 0
    await expectRefusal(last, spoiled, /line 3 is damaged/)
  })

  it('is rejected when a line in the middle is missing, repeated or moved', async () => {
    const [first = 0, second = 0] = lineEnds(journal)
    const [one, two, three] = [journal.subarray(0, first), journal.subarray(first, second), journal.subarray(second)]
    for (const [lines, message] of [
      [[two, three], /line \d+ is missing before line/],
      [[one, three], /line \d+ is missing before line/],
      [[one, one, two, three], /line \d+ is missing before line/],
      [[two, one, three], /line \d+ is missing before line/],
    ] as const) {
      await expectRefusal(last, Buffer.concat([...lines]), message)
    }
  })
})

describe('a journal before the last', () => {
  it('is rejected wherever it is cut', async () => {
    for (const name of sample.journals.slice(0, -1)) {
      const bytes = bytesOf(sample.content, name)
      for (let cut = 0; cut < bytes.length; cut += isNightly ? 3 : 17) {
        await expectRefusal(name, bytes.subarray(0, cut), new RegExp(`${name}: its end is missing`))
      }
    }
  })

  it('may lack its last line while the next journal is empty', async () => {
    const [, before = '', lastOne = ''] = sample.journals
    const bytes = bytesOf(sample.content, before)
    const [first = 0] = lineEnds(bytes)
    for (const cut of placesIn(bytes, 10).filter(at => at >= first && at < bytes.length)) {
      const files = new MemoryFiles(
        new Map([...sample.content, [before, bytes.subarray(0, cut)], [lastOne, Buffer.alloc(0)]]),
      )
      const store = await open(files)
      expectSame(await contentOf(store), sample.states[0])
      await store.close()
      expect(files.content.has(lastOne)).toBe(false)
    }
  })
})

describe('a missing file', () => {
  it('is named in the error, whichever it is', async () => {
    for (const name of sample.content.keys()) {
      const rest = new Map([...sample.content].filter(([other]) => other !== name))
      const files = new MemoryFiles(rest)
      const named = expect.stringContaining(`/${name}: it is missing`)
      await expect(open(files), name).rejects.toMatchObject({ code: 'bad_config', message: named })
      expect(isUntouched(files, rest)).toBe(true)
    }
  })

  it('is named in the error when it is truncated', async () => {
    const cuttable = [...sample.content].filter(([name]) => !sample.journals.includes(name))
    expect(cuttable).toHaveLength(6)
    for (const [name, bytes] of cuttable) {
      for (let cut = 0; cut < bytes.length; cut += isNightly ? 13 : 41)
        await expectRefusal(name, bytes.subarray(0, cut), new RegExp(`/${name}: `))
      await expectRefusal(name, bytes.subarray(0, -2), new RegExp(`/${name}: `))
    }
  })
})
