import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { eachTest } from '../harness/each-test.ts'
import { type Dragoman, startDragoman } from '../harness.ts'

/** A store that an earlier version wrote (tests/fixtures/stores/README.md). */
export interface EarlierStore {
  /** Value of the token `ci`. */
  readonly token: string
  /** An app that the user connected, from shape 3 on. */
  readonly app?: { readonly client_id: string; readonly refresh_token: string }
  /** What pulls of the project `mara/history` delivered, by query, from shape 9 on. */
  readonly pulls?: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

/** The day on which the stores were written, so that nothing in them has expired. */
export const storedAt = (): Date => new Date('2026-11-28T00:00:00.000Z')

export const STORES = join(import.meta.dirname, '..', 'fixtures', 'stores')

/** Reads the store of a shape. */
export async function readEarlierStore(shape: number): Promise<EarlierStore> {
  return JSON.parse(await readPacked(`shape-${shape}.json.gz`)) as EarlierStore
}

/** Reads the statements that create a database with the store of a shape. */
export const readEarlierDatabase = (shape: number): Promise<string> => readPacked(`shape-${shape}.sql.gz`)

/** Puts the store of a shape into a data folder. */
export async function unpackStore(shape: number, dataDir: string): Promise<EarlierStore> {
  const store = await readEarlierStore(shape)
  await mkdir(join(dataDir, 'store'), { recursive: true, mode: 0o700 })
  for (const [name, text] of Object.entries(store.files)) await writeFile(join(dataDir, 'store', name), text)
  return store
}

/** Serves the store of a shape for each test, on the day on which it was written. */
export function useEarlierStore(shape: number): { readonly store: EarlierStore; readonly dragoman: Dragoman } {
  const store = eachTest(() => readEarlierStore(shape))
  const dragoman = eachTest(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'dragoman-earlier-'))
    await unpackStore(shape, dataDir)
    return startDragoman({ dataDir, now: storedAt })
  })
  return { store, dragoman }
}

/** Waits until a server with the clock of `storedAt` has checked all translations again, as after each upgrade. */
export async function untilRechecked({ services }: Dragoman): Promise<void> {
  const { check_versions, rechecks } = services.store.read
  const state = async () => [(await check_versions.get('checks'))?.at, await rechecks.count('all', '')]
  await expect.poll(state).toEqual([storedAt().toISOString(), 0])
}

/** Pulls the same files of the project `mara/history` again. */
export async function pullAgain(url: string, { token, pulls = {} }: EarlierStore): Promise<Record<string, string>> {
  const pull = async (query: string): Promise<string> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${url}/api/projects/mara/history/file?${query}`, { headers })).text()
  }
  const pulled = Object.keys(pulls).map(async query => [query, await pull(query)] as const)
  return Object.fromEntries(await Promise.all(pulled))
}

/** What these pulls deliver now: the same, except that `approved` omits an approval of an earlier source. */
export const expectedPulls = ({ pulls = {} }: EarlierStore): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(pulls).map(([query, content]) => [
      query,
      query === NARROWED ? content.replace(REMOVED, '') : content,
    ]),
  )

const NARROWED = 'path=locales%2Fen.json&locale=de&branch=main&include=approved'
const REMOVED = /,\n {2}"remove": "Entfernen"/

const readPacked = async (name: string): Promise<string> => String(gunzipSync(await readFile(join(STORES, name))))
