import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BackgroundFailure, Store } from '../../../../src/store/store.ts'
import { event } from '../../contract/samples.ts'
import { diskFull, FaultyFiles } from '../../faulty-files.ts'
import { contentOf, remove, SNAPSHOTS, write } from '../folder.ts'
import { found, MemoryFiles, memoryOpener, type OpenMemory, untilSnapshot } from '../memory.ts'

type Fault = readonly [operation: string, path: RegExp, moment: string]

/** After these calls, the previous snapshot counts for certain. */
const CERTAIN: readonly Fault[] = [
  ['grow', /journal\.3/, 'before'],
  ['grow', /journal\.3/, 'after'],
  ['append', /journal\.2/, 'before'],
  ['append', /journal\.2/, 'after'],
  ['write', /users\.1\.2\.json/, 'before'],
  ['write', /users\.1\.2\.json/, 'after'],
  ['write', /audit\.2\.jsonl/, 'before'],
  ['write', /audit\.2\.jsonl/, 'after'],
  ['write', /audit\.2\.index\.json/, 'before'],
  ['write', /audit\.2\.index\.json/, 'after'],
  ['write', /manifest\.json\.tmp/, 'before'],
  ['write', /manifest\.json\.tmp/, 'after'],
  ['replace', /manifest\.json/, 'before'],
]
/** Steps after which a power loss may leave either manifest. */
const UNCERTAIN: Fault = ['replace', /manifest\.json/, 'after']
const FAULTS = [...CERTAIN, UNCERTAIN]

let open: OpenMemory
let memory: MemoryFiles
let files: FaultyFiles
let store: Store
let troubles: BackgroundFailure[]

const options = () => ({ journalBytes: SNAPSHOTS, report: (trouble: BackgroundFailure) => troubles.push(trouble) })

beforeEach(async () => {
  open = await memoryOpener()
  memory = new MemoryFiles()
  files = new FaultyFiles(0, memory)
  troubles = []
  store = await open(files, options())
  await untilSnapshot(memory, () => write(store, 'ada', 'first'))
})

/** Fails at this step of the next snapshot, once the commit that it follows is in the journal. */
async function failSnapshot([operation, path, moment]: Fault, work: () => Promise<void>): Promise<void> {
  const before = troubles.length
  let left = 1
  let closing = operation !== 'append'
  files.fault = (...now) => {
    if (now[0] === 'grow' && now[2] === 'after' && path.source.includes('journal')) closing = true
    if (left === 0 || !closing || now[0] !== operation || !path.test(now[1]) || now[2] !== moment) return
    left--
    throw diskFull()
  }
  await work()
  await expect.poll(() => troubles.length, { interval: 2 }).toBeGreaterThan(before)
  expect(left).toBe(0)
  files.fault = () => undefined
}

async function expectNothingLost(): Promise<void> {
  const now = await contentOf(store)
  expect(await found(open, memory.content)).toEqual(now)
  expect(await found(open, memory.afterPowerCut)).toEqual(now)
}

describe('a snapshot that fails', () => {
  it.each(FAULTS)('at the %s of %s, %s it, is reported, loses nothing, and the next one succeeds', async (...fault) => {
    await failSnapshot(fault, () => write(store, 'ada', 'second'))
    expect(troubles).toEqual([
      { message: 'writing a snapshot of the store failed', error: expect.objectContaining({ code: 'ENOSPC' }) },
    ])
    expect(await store.status()).toMatchObject({ writable: true })
    await expectNothingLost()
    await untilSnapshot(memory, () => store.transaction(tx => tx.audit.append(event('alone'))))
    await expectNothingLost()
    await untilSnapshot(memory, () => remove(store, 'ada'))
    await expectNothingLost()
    expect(troubles).toHaveLength(1)
    await untilSnapshot(memory, () => write(store, 'bob'))
    await expectNothingLost()
  })

  it.each(FAULTS)('at the %s of %s, %s it, does not prevent a restart', async (...fault) => {
    await failSnapshot(fault, () => write(store, 'ada', 'second'))
    const before = await contentOf(store)
    await store.close()
    store = await open(files, options())
    expect(await contentOf(store)).toEqual(before)
    await untilSnapshot(memory, () => write(store, 'bob'))
    await expectNothingLost()
  })

  it.each(CERTAIN)('at the %s of %s, %s it, and then at every other step, loses nothing', (...fault) =>
    failAgain(fault),
  )
  it('with its manifest in place but not synced, and then at every other step, loses nothing', () =>
    failAgain(UNCERTAIN))

  it.each(FAULTS)(
    'at the %s of %s, %s it, loses nothing when the store is closed during the next one',
    async (...fault) => {
      await failSnapshot(fault, () => write(store, 'ada', 'second'))
      const resume = stallWrites()
      await write(store, 'bob')
      const before = await contentOf(store)
      const closed = store.close()
      for (let turns = 0; turns < 5; turns++) await turn()
      resume()
      await closed
      expect(await found(open, memory.content)).toEqual(before)
    },
  )

  async function failAgain(fault: Fault): Promise<void> {
    await failSnapshot(fault, () => write(store, 'ada', 'second'))
    for (const again of [/users\.1\.\d/, /audit\.\d+\.jsonl/, /\.index\.json/, /manifest\.json\.tmp/]) {
      await failSnapshot(['write', again, 'before'], () => write(store, 'ada', `again ${again.source}`))
      await expectNothingLost()
    }
    await untilSnapshot(memory, () => write(store, 'bob'))
    await expectNothingLost()
  }
})

/** Lets the journal go on and holds everything else. */
function stallWrites(): () => void {
  let release: () => void = () => undefined
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  const writeFile = memory.write.bind(memory)
  memory.write = async (path, pieces) => {
    await gate
    await writeFile(path, pieces)
  }
  return release
}

describe('closing an old journal', () => {
  it('may fail: its last line is on the disk, and the next journal continues', async () => {
    files.failsToClose = path => path.includes('journal.2')
    await untilSnapshot(memory, () => write(store, 'ada', 'second'))
    await write(store, 'bob', 'third')
    files.failsToClose = () => false
    await store.close()
    const again = await open(new FaultyFiles(0, memory), options())
    expect((await again.read.users.get('ada'))?.name).toBe('second')
    expect((await again.read.users.get('bob'))?.name).toBe('third')
    await again.close()
    expect(troubles).toEqual([])
  })
})
