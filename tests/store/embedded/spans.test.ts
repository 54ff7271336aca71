import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store, TimeSpan } from '../../../src/store/store.ts'
import { at, event, ids } from '../contract/samples.ts'
import { NO_SNAPSHOTS, SNAPSHOTS } from './folder.ts'
import { type Content, MemoryFiles, memoryOpener, type OpenMemory, untilSnapshot } from './memory.ts'

let open: OpenMemory
let memory: MemoryFiles
let bytesRead: number

/** The number of segment bytes read is the cost of a lookup, however fast the machine is. */
function counted(files: MemoryFiles): MemoryFiles {
  const through = files.readRanges.bind(files)
  files.readRanges = async (path, ranges) => {
    for (const { from, to } of ranges) bytesRead += to - from
    return through(path, ranges)
  }
  return files
}

beforeEach(async () => {
  open = await memoryOpener()
  memory = counted(new MemoryFiles())
  bytesRead = 0
})

const made = async ({ read }: Store, span: TimeSpan): Promise<readonly string[]> =>
  ids((await read.audit.page('user', 'ada', { limit: 1000, made: span })).items)

/** A segment with an event for each second, of which some belong to a clock that was set back to the beginning. */
async function fill(count: number, isBack: (second: number) => boolean): Promise<void> {
  const store = await open(memory, { journalBytes: SNAPSHOTS })
  await untilSnapshot(memory, () =>
    store.transaction(async tx => {
      for (let second = 1; second <= count; second++) {
        await tx.audit.append(event(`e${second}`, { at: at(isBack(second) ? 0 : second) }))
      }
    }),
  )
  await store.close()
}

/** The same files, as they were before an index had times. */
function withoutTimes(content: Content): MemoryFiles {
  const text = (name: string): string => content.get(name)?.toString() ?? ''
  const [name = ''] = [...content.keys()].filter(one => /^audit\.\d+\.index\.json$/.test(one))
  const { times, ...others } = JSON.parse(text(name)) as { times: string }
  expect(Buffer.from(times, 'base64')).toHaveLength(3 * 8)
  const index = Buffer.from(`${JSON.stringify(others)}\n`)
  const { sum: _, ...manifest } = JSON.parse(text('manifest.json'))
  manifest.logs.audit[0].index = { file: name, bytes: index.length, sum: sumOf(index) }
  const sealed = Buffer.from(JSON.stringify({ sum: sumOf(JSON.stringify(manifest)), ...manifest }))
  return new MemoryFiles(new Map([...content, [name, index], ['manifest.json', sealed]]))
}

const sumOf = (bytes: Buffer | string): string => crc32(bytes).toString(16).padStart(8, '0')

describe('a segment of a log', () => {
  it('is read only for times that it contains', async () => {
    await fill(5000, () => false)
    const store = await open(memory, { journalBytes: NO_SNAPSHOTS })
    const found = await made(store, { from: at(1000), to: at(1001) })
    expect(found).toEqual(expect.arrayContaining(['e1000', 'e1001']))
    expect(found.length).toBeLessThanOrEqual(256)
    const [file = ''] = [...memory.content.keys()].filter(name => /^audit\.\d+\.jsonl$/.test(name))
    expect(bytesRead).toBeLessThan((memory.content.get(file)?.length ?? 0) / 15)
    bytesRead = 0
    expect(await made(store, { from: at(5001) })).toEqual([])
    expect(await made(store, { to: at(0) })).toEqual([])
    expect(bytesRead).toBe(0)
  })

  it('returns records from before and after a clock change, in any block', async () => {
    await fill(2000, second => second > 700 && second < 1300)
    const store = await open(memory, { journalBytes: NO_SNAPSHOTS })
    const late = await made(store, { from: at(600) })
    for (const second of [600, 700, 1300, 2000]) expect(late).toContain(`e${second}`)
    expect(await made(store, { to: at(0) })).toEqual(expect.arrayContaining(['e701', 'e1299']))
  })

  it('without recorded times is read completely', async () => {
    await fill(600, () => false)
    const older = withoutTimes(memory.content)
    const store = await open(older, { journalBytes: NO_SNAPSHOTS })
    expect(await made(store, { from: at(600) })).toHaveLength(600)
  })
})
