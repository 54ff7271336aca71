import { join } from 'node:path'
import { type Adapter, Low } from 'lowdb'
import { SHAPE_VERSION } from '../records.ts'
import type { StoredRecord } from './definitions.ts'
import { badFile } from './faults.ts'
import type { DurableFiles } from './files.ts'
import { parseJson } from './json.ts'

interface ShardData {
  readonly shape: number
  readonly records: readonly unknown[]
}

/** One collection on disk: a lowdb database whose every write goes to a new file, so that a failed one costs nothing. */
export class Shard {
  readonly #low: Low<ShardData>
  readonly #adapter: GenerationAdapter

  constructor(collection: string, folder: string, files: DurableFiles) {
    this.#adapter = new GenerationAdapter(collection, folder, files)
    this.#low = new Low<ShardData>(this.#adapter, { shape: SHAPE_VERSION, records: [] })
  }

  /** Reads the records of one file, unchecked. @throws AppError `bad_config` when the file is not a shard. */
  async read(file: string): Promise<readonly unknown[]> {
    this.#adapter.file = file
    await this.#low.read()
    const { records } = this.#low.data
    this.#forget()
    return records
  }

  /** Writes a new file of this generation and gives its name; it counts once the manifest names it. */
  async write(generation: number, records: readonly StoredRecord[]): Promise<string> {
    this.#adapter.file = `${this.#adapter.collection}.${generation}.json`
    this.#low.data = { shape: SHAPE_VERSION, records }
    await this.#low.write().finally(() => this.#forget())
    return this.#adapter.file
  }

  /** The tables hold the records; a second copy here would only cost memory. */
  #forget(): void {
    this.#low.data = { shape: SHAPE_VERSION, records: [] }
  }
}

class GenerationAdapter implements Adapter<ShardData> {
  readonly collection: string
  readonly #folder: string
  readonly #files: DurableFiles
  file = ''

  constructor(collection: string, folder: string, files: DurableFiles) {
    this.collection = collection
    this.#folder = folder
    this.#files = files
  }

  async read(): Promise<ShardData> {
    const path = join(this.#folder, this.file)
    const bytes = await this.#files.read(path)
    if (bytes === undefined) throw badFile(path, 'it is missing')
    const data = parseJson(bytes.toString())
    if (!isShard(data)) throw badFile(path, 'it is not a whole shard file')
    return data
  }

  /** One record to a line, so that people can search and compare the file. */
  async write({ shape, records }: ShardData): Promise<void> {
    const lines = records.map(record => JSON.stringify(record)).join(',\n')
    await this.#files.write(join(this.#folder, this.file), `{"shape":${shape},"records":[\n${lines}\n]}\n`)
  }
}

const isShard = (data: unknown): data is ShardData =>
  typeof data === 'object' && data !== null && 'records' in data && Array.isArray(data.records)
