import { join } from 'node:path'
import { makePrivateFolder } from '../folder.ts'
import { collectionDefinitions, logDefinitions, type StoredRecord } from './definitions.ts'
import { badFile } from './faults.ts'
import type { DurableFiles } from './files.ts'
import { parseJson } from './json.ts'
import { emptyManifest, type Manifest, publishManifest, readManifest, stageManifest } from './manifest.ts'
import { Shard } from './shard.ts'

/** What one commit writes: all records of each changed collection, and what each log gained. */
export interface DiskChange {
  readonly collections: ReadonlyMap<string, readonly StoredRecord[]>
  readonly logs: ReadonlyMap<string, readonly StoredRecord[]>
}

/** Records as they stand in a file, in order, not yet checked. */
export interface StoredTable {
  readonly name: string
  readonly path: string
  readonly records: readonly unknown[]
}

/**
 * The folder of the embedded engine. A commit writes new shard files, appends to logs behind the bytes that count, and then replaces the
 * manifest: before that a restart finds the old state, after it the new one. Knows nothing of what the records mean.
 */
export class Disk {
  readonly #folder: string
  readonly #files: DurableFiles
  readonly #shards: ReadonlyMap<string, Shard>
  #manifest: Manifest
  #generation: number
  /** True when a failure left open which manifest a restart would read. */
  #uncertain = false

  private constructor(folder: string, files: DurableFiles, manifest: Manifest) {
    this.#folder = folder
    this.#files = files
    this.#manifest = manifest
    this.#generation = manifest.generation
    this.#shards = new Map(
      Object.keys(collectionDefinitions).map(collection => [collection, new Shard(collection, folder, files)]),
    )
  }

  /** @throws AppError `bad_config` that names the file when something is missing or damaged. */
  static async open(folder: string, files: DurableFiles): Promise<Disk> {
    await makePrivateFolder(folder)
    const manifest = await readManifest(folder, files)
    if (manifest !== undefined) {
      const disk = new Disk(folder, files, manifest)
      await disk.sweep()
      return disk
    }
    const stray = (await files.list(folder)).find(isOurs)
    if (stray !== undefined) throw badFile(join(folder, 'manifest.json'), `it is missing, but ${stray} is there`)
    const disk = new Disk(folder, files, emptyManifest)
    await disk.#publish(emptyManifest)
    return disk
  }

  async *load(): AsyncIterable<StoredTable> {
    for (const [name, file] of Object.entries(this.#manifest.collections)) {
      const path = join(this.#folder, file)
      const shard = this.#shards.get(name)
      if (shard === undefined) throw badFile(path, `there is no collection ${name}`)
      yield { name, path, records: await shard.read(file) }
    }
    for (const [name, size] of Object.entries(this.#manifest.logs)) {
      const path = join(this.#folder, logFile(name))
      if (!(name in logDefinitions)) throw badFile(path, `there is no log ${name}`)
      const bytes = await this.#files.read(path)
      if (bytes === undefined || bytes.length < size) throw badFile(path, `it is shorter than ${size} bytes`)
      const lines = bytes.subarray(0, size).toString().split('\n').slice(0, -1)
      yield { name, path, records: lines.map(parseJson) }
    }
  }

  /** Resolves when the change is durable as a whole; when it throws, nothing of it is. */
  async commit(change: DiskChange): Promise<void> {
    await this.#settle()
    const generation = ++this.#generation
    const old = this.#manifest
    const next = { ...old, generation, collections: { ...old.collections }, logs: { ...old.logs } }
    await allDone([
      ...Array.from(change.collections, async ([name, records]) => {
        next.collections[name] = (await this.#shards.get(name)?.write(generation, records)) ?? ''
      }),
      ...Array.from(change.logs, async ([name, records]) => {
        const text = records.map(record => `${JSON.stringify(record)}\n`).join('')
        const at = old.logs[name] ?? 0
        await this.#files.append(join(this.#folder, logFile(name)), at, text)
        next.logs[name] = at + Buffer.byteLength(text)
      }),
    ])
    await this.#publish(next)
  }

  /**
   * Removes what the manifest does not name: files of earlier generations and of failed writes. After a failure that left open which
   * manifest a restart would read, it first makes sure of the last acknowledged one.
   */
  async sweep(): Promise<void> {
    await this.#settle()
    const named = new Set(Object.values(this.#manifest.collections))
    const leftovers = (await this.#files.list(this.#folder)).filter(file => isShardFile(file) && !named.has(file))
    await allDone(leftovers.map(file => this.#files.remove(join(this.#folder, file))))
  }

  async #settle(): Promise<void> {
    if (this.#uncertain) await this.#publish(this.#manifest)
  }

  async #publish(manifest: Manifest): Promise<void> {
    await stageManifest(this.#folder, manifest, this.#files)
    this.#uncertain = true
    await publishManifest(this.#folder, this.#files)
    this.#uncertain = false
    this.#manifest = manifest
  }
}

const logFile = (name: string): string => `${name}.jsonl`
const isShardFile = (file: string): boolean => /^[a-z_]+\.\d+\.json$/.test(file)
const isOurs = (file: string): boolean =>
  isShardFile(file) || Object.keys(logDefinitions).some(name => file === logFile(name))

/** Waits for all, so that nothing of a failed commit is still being written when the next one begins. */
async function allDone(work: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason
}
