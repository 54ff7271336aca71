import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { ByteRange, DurableFiles, GrowingFile } from '../../../src/store/embedded/disk/durable-files.ts'
import { type OpenOptions, openStore } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import { contentOf, NO_SNAPSHOTS } from './folder.ts'

/** Files by name. */
export type Content = ReadonlyMap<string, Buffer>

/** The folder of a store in memory, so that a test can spoil each byte of it, or stop at each step. */
export class MemoryFiles implements DurableFiles {
  readonly #files: Map<string, Buffer>
  /** What a power cut leaves: a new or removed name is durable once its folder was synced. */
  #synced: Content

  constructor(content: Content = new Map()) {
    this.#files = new Map(content)
    this.#synced = new Map(content)
  }

  /** Called after each change of a file or a name. */
  onStep: () => void = () => undefined

  /** All files by name; none of these buffers ever changes. */
  get content(): Content {
    return new Map(this.#files)
  }

  /** As `content`, with the names that a power cut leaves. */
  get afterPowerCut(): Content {
    return new Map(Array.from(this.#synced, ([name, bytes]) => [name, this.#files.get(name) ?? bytes]))
  }

  makeFolder(): Promise<void> {
    return Promise.resolve()
  }

  keep(): Promise<string> {
    return Promise.reject(new Error('There is no folder beside one in memory.'))
  }

  read(path: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.#files.get(basename(path)))
  }

  readRanges(path: string, ranges: readonly ByteRange[]): Promise<readonly Buffer[]> {
    const bytes = this.#files.get(basename(path))
    if (bytes === undefined) return Promise.reject(Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' }))
    return Promise.resolve(ranges.map(({ from, to }) => bytes.subarray(from, to)))
  }

  size(path: string): Promise<number | undefined> {
    return Promise.resolve(this.#files.get(basename(path))?.length)
  }

  list(): Promise<readonly string[]> {
    return Promise.resolve([...this.#files.keys()])
  }

  write(path: string, pieces: Iterable<Buffer>): Promise<void> {
    this.#files.set(basename(path), Buffer.from([...pieces].join('')))
    return this.#step()
  }

  grow(path: string, size: number): Promise<GrowingFile> {
    const name = basename(path)
    this.#files.set(name, (this.#files.get(name) ?? Buffer.alloc(0)).subarray(0, size))
    if (size === 0) this.#sync()
    const append = (pieces: readonly Buffer[]): Promise<void> => {
      this.#files.set(name, Buffer.concat([this.#files.get(name) ?? Buffer.alloc(0), ...pieces]))
      return this.#step()
    }
    return this.#step().then(() => ({ append, close: () => Promise.resolve() }))
  }

  replace(from: string, to: string): Promise<void> {
    this.#files.set(basename(to), this.#files.get(basename(from)) ?? Buffer.alloc(0))
    this.#files.delete(basename(from))
    this.#sync()
    return this.#step()
  }

  remove(path: string): Promise<void> {
    this.#files.delete(basename(path))
    return this.#step()
  }

  #step(): Promise<void> {
    this.onStep()
    return Promise.resolve()
  }

  #sync(): void {
    this.#synced = new Map(this.#files)
  }
}

/** Opens a store on files in memory. */
export type OpenMemory = (files: DurableFiles, options?: Partial<OpenOptions>) => Promise<Store>

/** A way to open stores for one test; those that it left open are closed at its end. */
export async function memoryOpener(): Promise<OpenMemory> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-memory-'))
  const opened: Store[] = []
  onTestFinished(async () => {
    for (const store of opened) await store.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return async (files, options = {}) => {
    const store = await openStore({ url: 'lowdb:', dataDir, files, journalBytes: NO_SNAPSHOTS, ...options })
    opened.push(store)
    return store
  }
}

/** What a process finds that opens a store on these files. */
export async function found(open: OpenMemory, files: Content): Promise<unknown> {
  const store = await open(new MemoryFiles(files))
  const content = await contentOf(store)
  await store.close()
  return content
}

const manifestOf = (content: Content): { generation: number; journal: number } =>
  JSON.parse(content.get('manifest.json')?.toString() ?? '')

/** Does something after which a snapshot is due, and waits until that is in place and what it replaced is gone. */
export async function untilSnapshot(files: MemoryFiles, work: () => Promise<unknown>): Promise<void> {
  const { generation } = manifestOf(files.content)
  await work()
  await vi.waitFor(
    () => {
      const text = files.content.get('manifest.json')?.toString() ?? ''
      const manifest = manifestOf(files.content)
      if (manifest.generation <= generation) throw new Error('There is no snapshot.')
      const others = [...files.content.keys()].filter(name => !text.includes(`"${name}"`)).toSorted()
      const expected = [`journal.${manifest.journal}.jsonl`, 'manifest.json']
      if (others.join() !== expected.join()) throw new Error(`${others.join()} are there.`)
    },
    { timeout: 60_000, interval: 2 },
  )
}
