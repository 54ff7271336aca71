import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { crc32 } from 'node:zlib'
import { expect, onTestFinished, vi } from 'vitest'
import { type OpenOptions, openStore } from '../../../src/store/open.ts'
import type { BackgroundFailure, Store } from '../../../src/store/store.ts'
import { event, ids, user } from '../contract/samples.ts'
import { FaultyFiles } from '../faulty-files.ts'

/** A snapshot is due after every commit. */
export const SNAPSHOTS = 1
/** Everything stays in the journal. */
export const NO_SNAPSHOTS = 2 ** 30

/** A data folder with the embedded engine in it, for one test. */
export class LowdbFolder {
  readonly dataDir: string
  readonly folder: string
  readonly files = new FaultyFiles()
  /** The reports of the store. */
  readonly troubles: BackgroundFailure[] = []
  readonly #opened: Store[] = []

  private constructor(dataDir: string) {
    this.dataDir = dataDir
    this.folder = join(dataDir, 'store')
  }

  /** A new folder, which is removed after the test. */
  static async make(): Promise<LowdbFolder> {
    return LowdbFolder.#at(await mkdtemp(join(tmpdir(), 'dragoman-lowdb-')))
  }

  static #at(dataDir: string): LowdbFolder {
    const made = new LowdbFolder(dataDir)
    onTestFinished(async () => {
      made.files.fault = () => undefined
      for (const store of made.#opened) await store.close()
      await rm(dataDir, { recursive: true, force: true })
    })
    return made
  }

  async open(journalBytes = NO_SNAPSHOTS, options: Partial<OpenOptions> = {}): Promise<Store> {
    const report = (trouble: BackgroundFailure) => this.troubles.push(trouble)
    const { dataDir, files } = this
    const store = await openStore({ url: 'lowdb:', dataDir, files, journalBytes, report, ...options })
    this.#opened.push(store)
    return store
  }

  /** The answer to opening it: undefined when it opens. */
  async refusal(): Promise<unknown> {
    try {
      const store = await this.open()
      await store.close()
      return undefined
    } catch (error) {
      return error
    }
  }

  /** The same files in another place, as a power cut at this moment would leave them. */
  async copy(): Promise<LowdbFolder> {
    const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-lowdb-'))
    await cp(this.folder, join(dataDir, 'store'), { recursive: true })
    return LowdbFolder.#at(dataDir)
  }

  /** What a process finds that opens a copy of it. */
  async afterCrash(): Promise<unknown> {
    const copy = await this.copy()
    const store = await copy.open()
    const found = await contentOf(store)
    await store.close()
    await rm(copy.dataDir, { recursive: true })
    return found
  }

  path(file: string): string {
    return join(this.folder, file)
  }

  async names(): Promise<readonly string[]> {
    return (await readdir(this.folder)).toSorted()
  }

  /** The name of the only file that matches. */
  async name(pattern: RegExp): Promise<string> {
    const found = (await this.names()).filter(name => pattern.test(name))
    if (found.length !== 1) throw new Error(`${found.length} files match ${pattern}.`)
    return found[0] ?? ''
  }

  /** Every file with its bytes. */
  async bytes(): Promise<ReadonlyMap<string, Buffer>> {
    const names = await this.names()
    return new Map(await Promise.all(names.map(async name => [name, await readFile(this.path(name))] as const)))
  }

  async manifest(): Promise<{ generation: number; seq: number; journal: number }> {
    return JSON.parse(await readFile(this.path('manifest.json'), 'utf8'))
  }

  /** Replaces the manifest by another one with a valid checksum. */
  async rewriteManifest(change: (manifest: object) => object): Promise<void> {
    const { sum: _, ...content } = JSON.parse(await readFile(this.path('manifest.json'), 'utf8'))
    const changed = change(content)
    const sum = crc32(JSON.stringify(changed)).toString(16).padStart(8, '0')
    await writeFile(this.path('manifest.json'), JSON.stringify({ sum, ...changed }))
  }

  /** Does something after which a snapshot is due, and waits until that is in place and what it replaced is gone. */
  async untilSnapshot(work: () => Promise<unknown>): Promise<void> {
    const { generation } = await this.manifest()
    await work()
    await vi.waitFor(
      async () => {
        const manifest = await this.manifest()
        if (manifest.generation <= generation) throw new Error('There is no snapshot.')
        const others = (await this.names()).filter(name => !JSON.stringify(manifest).includes(`"${name}"`))
        const expected = [`journal.${manifest.journal}.jsonl`, 'manifest.json']
        if (others.join() !== expected.join()) throw new Error(`${others.join()} are there.`)
      },
      { timeout: 60_000, interval: 2 },
    )
  }
}

/** One transaction with a user and an event: the user is new, or gets another name. */
export const write = (store: Store, id: string, name = id): Promise<void> =>
  store.transaction(async tx => {
    if ((await tx.users.get(id)) === undefined) await tx.users.insert(user(id, { name }))
    else await tx.users.put(user(id, { name }))
    await tx.audit.append(event(`${id}-${name}`, { target: id }))
  })

/** One transaction that removes a user. */
export const remove = (store: Store, id: string): Promise<void> =>
  store.transaction(async tx => {
    await tx.users.remove(id)
    await tx.audit.append(event(`${id}-gone`, { target: id }))
  })

/** Everything in a store, by way of a backup and by way of each look-up that `write` and `remove` touch. */
export async function contentOf(store: Store): Promise<unknown> {
  const dump = await store.dump()
  const tables: Record<string, { id: string }[]> = {}
  for await (const { table, records } of dump.batches()) tables[table] = [...(tables[table] ?? []), ...records]
  dump.close()
  const { users: unsorted = [], audit = [], ...rest } = tables
  const users = unsorted.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { items } = await store.read.audit.page('user', 'ada', { limit: 1000 })
  return {
    ...rest,
    users,
    audit,
    counts: Object.fromEntries(Object.entries((await store.status()).counts).filter(([, count]) => count > 0)),
    byHandle: await Promise.all(
      users.map(async ({ id }) => (await store.read.users.by('handle', `handle-of-${id}`))?.id),
    ),
    byId: await Promise.all(audit.map(async ({ id }) => (await store.read.audit.get(id))?.id)),
    newest: ids(items),
  }
}

/** As `toEqual`, but quick enough for every byte of a folder. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}
