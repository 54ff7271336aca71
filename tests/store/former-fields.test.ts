import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { SHAPE_VERSION } from '../../src/store/records.ts'
import { authorizationTables } from './authorization-samples.ts'
import { OLD_STORES } from './older-shape.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dragoman-former-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

describe.each(OLD_STORES)('%s with families that have `with_secret`', (_, make) => {
  it('opens, and a family loses the field with its next write', async () => {
    const families = authorizationTables('name').families.map(family => ({ ...family, with_secret: true }))
    await make(dataDir, SHAPE_VERSION, { families })
    const store = await openStore({ url: 'lowdb:', dataDir })
    const id = families[0]?.id ?? ''
    const family = await store.read.families.get(id)
    if (family === undefined) throw new Error('no family')
    await store.transaction(tx => tx.families.put({ ...family, last_used_at: '2027-01-01T00:00:00.000Z' }))
    const written = await store.read.families.get(id)
    expect(written).toMatchObject({ grant_id: family.grant_id, last_used_at: '2027-01-01T00:00:00.000Z' })
    expect(written).not.toHaveProperty('with_secret')
    await store.close()
  })
})
