import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach } from 'vitest'
import { readArchive, verifyArchive } from '../../src/store/archive/read.ts'
import type { Upgrades } from '../../src/store/archive/upgrade.ts'
import { fillStore, openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { AT, hash } from './contract/samples.ts'

/** Records as a shape had them, by table; whatever the types of this version say. */
export type OldTables = Readonly<Record<string, readonly object[]>>

/** Each way in which records of an earlier shape come to this version, with what brings them into a data folder. */
export const OLD_STORES: readonly (readonly [
  string,
  (dataDir: string, shape: number, tables: OldTables) => Promise<unknown>,
])[] = [
  ['a data folder', folderOfShape],
  [
    'a backup',
    async (dataDir, shape, tables) => {
      const archive = archiveOfShape(shape, tables)
      const options = { name: 'old.jsonl', upgrades: new Map() satisfies Upgrades }
      await verifyArchive(inOnePiece(archive), options)
      await fillStore({ url: 'lowdb:', dataDir }, readArchive(inOnePiece(archive), options))
    },
  ],
]

export let dataDir: string
let store: Store | undefined

/** Gives each test an empty data folder. */
export function useDataFolder(): void {
  beforeEach(async () => {
    dataDir = await temporaryFolder()
  })
  afterEach(async () => {
    await store?.close()
    store = undefined
  })
}

/** Opens what is in it, and brings it to the shape of this version. */
export const open = async (): Promise<Store> =>
  (store = await openStore({ url: 'lowdb:', dataDir, upgrade: { now: () => new Date(AT) } }))

/** A data folder with these records in its journal. */
export async function folderOfShape(place: string, shape: number, tables: OldTables): Promise<void> {
  const ops = Object.entries(tables).flatMap(([table, records]) => records.map(record => [table, record]))
  const line = JSON.stringify({ seq: 1, shape, units: [ops] })
  const content = { format: 'dragoman-store-1', shape, generation: 0, seq: 0, journal: 1, shards: {}, logs: {} }
  const folder = join(place, 'store')
  await mkdir(folder)
  await writeFile(join(folder, 'journal.1.jsonl'), `${sumOf(line)} ${line}\n`)
  const manifest = { sum: sumOf(JSON.stringify(content)), ...content }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`)
}

/** A backup with them, unpacked. */
function archiveOfShape(shape: number, tables: OldTables): Buffer {
  const list = Object.entries(tables)
  const records = list.reduce((sum, [, rows]) => sum + rows.length, 0)
  const lines = [
    {
      format: 'dragoman-backup',
      format_version: 1,
      shape_version: shape,
      dragoman_version: '0.1.0',
      made_at: AT,
      records,
      counts: Object.fromEntries(list.map(([table, rows]) => [table, rows.length])),
    },
    ...list.flatMap(([table, rows]) => [
      { open: table },
      ...rows,
      { close: table, records: rows.length, sha256: hash(linesOf(rows)) },
    ]),
  ]
  const before = linesOf(lines)
  return Buffer.from(before + linesOf([{ end: true, tables: list.length, records, sha256: hash(before) }]))
}

const linesOf = (values: readonly object[]): string => values.map(value => `${JSON.stringify(value)}\n`).join('')
const sumOf = (line: string): string => crc32(line).toString(16).padStart(8, '0')

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
