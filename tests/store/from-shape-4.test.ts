import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { compoundKey } from '../../src/store/records/define.ts'
import type { Store } from '../../src/store/store.ts'
import { AT, hash, ids } from './contract/samples.ts'
import { OLD_STORES, type OldTables } from './older-shape.ts'
import { NOW, SHAPE_4 } from './shape-4.ts'

let dataDir: string
let store: Store | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dragoman-shape-4-'))
})
afterEach(async () => {
  await store?.close()
  store = undefined
  await rm(dataDir, { recursive: true })
})

const open = async (): Promise<Store> =>
  (store = await openStore({ url: 'lowdb:', dataDir, upgrade: { now: () => new Date(AT) } }))

async function everything(from: Store): Promise<OldTables> {
  const tables: Record<string, object[]> = {}
  const state = await from.dump()
  for await (const { table, records } of state.batches()) (tables[table] ??= []).push(...records)
  state.close()
  return tables
}

const [entry, unit] = [SHAPE_4['entries']?.[0] ?? {}, SHAPE_4['translations']?.[0] ?? {}]
const blank = { state: 'untranslated', rev: 0, texts: [], suggestions: [], ignores: [], work: true }
const batch = SHAPE_4['batches']?.[0] ?? {}

describe.each(OLD_STORES)('%s of the fourth shape', (_, make) => {
  it('has every record in its new shape', async () => {
    await make(dataDir, 4, SHAPE_4)
    expect(await everything(await open())).toEqual(NOW)
  })

  it('keeps no untouched unit, and counts its entry as work all the same', async () => {
    const units = [
      { ...unit, ...blank, id: 'u1' },
      { ...unit, ...blank, id: 'u2', locale: 'fr', locked: true },
      { ...unit, ...blank, id: 'u3', locale: 'ja', rev: 1 },
    ]
    await make(dataDir, 4, { entries: [entry], translations: units })
    const { read } = await open()
    expect(ids(await read.translations.list('entry', 'e1')).toSorted()).toEqual(['u2', 'u3'])
    expect(ids(await read.entries.gaps('open', 'p1', 'de', { limit: 5 }))).toEqual(['e1'])
    expect(await read.entries.gaps('open', 'p1', 'ja', { limit: 5 })).toEqual([])
    expect(await read.translations.count('open', compoundKey('p1', 'ja'))).toBe(1)
  })

  it('separates units of untranslatable or unlisted entries from others', async () => {
    const entries = [
      { ...entry, id: 'e1' },
      { ...entry, id: 'e2', short: 'e2', key: 'b', do_not_translate: true },
      { ...entry, id: 'e3', short: 'e3', key: 'c', listed: false },
    ]
    const units = entries.map(({ id }) => ({ ...unit, id: `unit of ${id}`, entry_id: id }))
    await make(dataDir, 4, { entries, translations: units })
    const { read } = await open()
    const opens = await Promise.all(units.map(async ({ id }) => (await read.translations.get(id))?.open))
    expect(opens).toEqual([true, false, false])
  })

  it('has the source of the main branch with the others, in order', async () => {
    const versions = ['newest', 'own', 'old'].map(source => ({ src: hash(source), source, at: '2026-01-01T00:00:00Z' }))
    await make(dataDir, 4, { entries: [{ ...entry, src: hash('own'), versions }] })
    const { read } = await open()
    expect(await read.entries.get('e1')).toMatchObject({
      source: 'own',
      sources: [
        { src: hash('newest'), source: 'newest' },
        { src: hash('old'), source: 'old' },
      ],
    })
  })

  it('has its batches as a log, newest first', async () => {
    const batches = ['b1', 'b2', 'b3'].map(id => ({ ...batch, id }))
    await make(dataDir, 4, { batches })
    const { read } = await open()
    expect(ids((await read.batches.page('project', 'p1', { limit: 5 })).items)).toEqual(['b3', 'b2', 'b1'])
    expect((await read.batches.get('b2'))?.id).toBe('b2')
  })
})
