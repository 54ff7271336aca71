import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { everyTable, ODD_TEXTS } from './archive-samples.ts'
import { AT, ids } from './contract/samples.ts'
import { OLD_STORES, type OldTables } from './older-shape.ts'
import { NOW, SHAPE_4 } from './shape-4.ts'

/** What the fourth shape added to existing tables. */
const NEW_FIELDS: Readonly<Record<string, readonly string[]>> = {
  tokens: ['address', 'user_agent'],
  sign_ins: ['network'],
  audit: ['changes'],
}

const { invitations } = everyTable(ODD_TEXTS.join(' '))

/** The tables of the third shape, with the fields that it had. */
const inShape3 = (tables: OldTables): OldTables =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([table, records]) => {
      const fields = (record: object) => Object.entries(record).filter(([field]) => !NEW_FIELDS[table]?.includes(field))
      return table === 'invitations' ? [] : [[table, records.map(record => Object.fromEntries(fields(record)))]]
    }),
  )

const SHAPE_3 = inShape3(SHAPE_4)

let dataDir: string
let store: Store | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dragoman-shape-3-'))
})

afterEach(async () => {
  await store?.close()
  store = undefined
  await rm(dataDir, { recursive: true })
})

const open = async (): Promise<Store> =>
  (store = await openStore({ url: 'lowdb:', dataDir, upgrade: { now: () => new Date(AT) } }))

/** Every record of the store. */
async function everything(from: Store): Promise<OldTables> {
  const tables: Record<string, object[]> = {}
  const state = await from.dump()
  for await (const { table, records } of state.batches()) (tables[table] ??= []).push(...records)
  state.close()
  return tables
}

describe.each(OLD_STORES)('%s of the third shape', (_, make) => {
  it('is opened, and each of its records is unchanged', async () => {
    await make(dataDir, 3, SHAPE_3)
    expect(await everything(await open())).toEqual(inShape3(NOW))
  })

  it('has its users, accounts, tokens and events under the new keys', async () => {
    await make(dataDir, 3, SHAPE_3)
    const { read } = await open()
    expect(ids(await read.users.list('all', ''))).toEqual(['ada', 'bob'])
    expect(ids(await read.accounts.list('all', ''))).toEqual(['account-of-ada', 'account-of-bob'])
    expect(ids(await read.accounts.list('look', 'handleofada'))).toEqual(['account-of-ada'])
    expect(await read.accounts.list('deleted', '')).toEqual([])
    expect(ids(await read.tokens.list('account', 'account-of-ada'))).toEqual(['t1'])
    expect(ids((await read.audit.page('all', '', { limit: 10 })).items)).toEqual(['a2', 'a1'])
  })

  it('accepts new records, and has them when it is reopened', async () => {
    await make(dataDir, 3, SHAPE_3)
    const [invitation] = invitations
    const first = await open()
    await first.transaction(async tx => {
      if (invitation !== undefined) await tx.invitations.insert(invitation)
      const bob = await tx.users.get('bob')
      if (bob !== undefined) await tx.users.put({ ...bob, suspended_at: AT })
    })
    await first.close()
    const { read } = await open()
    expect(await read.invitations.get('i1')).toEqual(invitation)
    expect(await read.users.get('bob')).toMatchObject({ suspended_at: AT })
  })
})
