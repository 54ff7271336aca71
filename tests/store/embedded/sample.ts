import { vi } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { isNightly } from '../../runs.ts'
import { diskFull, FaultyFiles } from '../faulty-files.ts'
import { contentOf, remove, SNAPSHOTS, write } from './folder.ts'
import { type Content, MemoryFiles, type OpenMemory, untilSnapshot } from './memory.ts'

/** A folder with some of everything. */
export interface Sample {
  readonly content: Content
  /** The journals, oldest first: every one but the last names the next. */
  readonly journals: readonly string[]
  /** What the store had when the last journal had so many lines. */
  readonly states: readonly unknown[]
}

/** Two snapshots, then a journal and another one, since the snapshots between them failed, and three commits in the last one. */
export async function makeSample(open: OpenMemory): Promise<Sample> {
  const memory = new MemoryFiles()
  const files = new FaultyFiles(0, memory)
  let troubles = 0
  const store = await open(files, { journalBytes: SNAPSHOTS, report: () => troubles++ })
  await untilSnapshot(memory, () => write(store, 'ada'))
  await untilSnapshot(memory, () => write(store, 'bob'))
  files.fault = (operation, path) => {
    if (operation === 'write' && path.includes('users')) throw diskFull()
  }
  for (const [n, id] of ['eve', 'zoe'].entries()) {
    await write(store, id)
    await vi.waitFor(
      () => {
        if (troubles <= n) throw new Error('No snapshot has failed yet.')
      },
      { timeout: 60_000, interval: 2 },
    )
  }
  await store.close()
  files.fault = () => undefined
  return {
    ...(await addCommits(await open(files))),
    content: memory.content,
    journals: ['journal.3.jsonl', 'journal.4.jsonl', 'journal.5.jsonl'],
  }
}

async function addCommits(store: Store): Promise<Pick<Sample, 'states'>> {
  const states = [await contentOf(store)]
  for (const work of [() => write(store, 'new'), () => write(store, 'ada', 'again'), () => remove(store, 'bob')]) {
    await work()
    states.push(await contentOf(store))
  }
  await store.close()
  return { states }
}

/** The same files, one of them with other bytes. */
export const spoil = (content: Content, name: string, bytes: Buffer): MemoryFiles =>
  new MemoryFiles(new Map([...content, [name, bytes]]))

/** Whether these are the very same files: no test changes a buffer that it gave. */
export const isUntouched = (files: MemoryFiles, before: Content): boolean =>
  before.size === files.content.size && [...before].every(([name, bytes]) => files.content.get(name) === bytes)

/** Where each line of a journal ends, its line break included. */
export function lineEnds(bytes: Buffer): readonly number[] {
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) ends.push(at + 1)
  return ends
}

/** The tested places of a file, its end included: by night all; by day one in so many, and those at the ends of its lines. */
export function placesIn(bytes: Buffer, step: number): readonly number[] {
  const ends = [0, ...lineEnds(bytes), bytes.length]
  const all = Array.from({ length: bytes.length + 1 }, (_, at) => at)
  return all.filter(at => isNightly || at % step === 0 || ends.some(end => Math.abs(at - end) <= 2))
}
