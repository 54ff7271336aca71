import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { authorizationTables } from './authorization-samples.ts'
import { AT, hash } from './contract/samples.ts'
import { OLD_STORES } from './older-shape.ts'

let dataDir: string
let store: Store | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dragoman-shape-6-'))
})
afterEach(async () => {
  await store?.close()
  store = undefined
  await rm(dataDir, { recursive: true })
})

const { families, access_tokens } = authorizationTables('name')
const [{ refresh: _refresh, ...family } = { id: '' }] = families
const [{ used: _used, ...access } = { id: '' }] = access_tokens
const { kept_until: _kept, ...oldAccess } = {
  kept_until: AT,
  ...access,
  grant_id: 'gr1',
  user_id: 'ada',
  client_id: 'c1',
}
const old = { family_id: family.id, client_id: 'c1', created_at: AT, expires_at: AT }
const refreshTokens = [
  { id: 'rt1', hash: hash('used'), ...old, used_at: AT, seed: '0'.repeat(40), asked: hash('asked') },
  { id: 'rt2', hash: hash('unused'), ...old, used_at: null },
]

/** As earlier shapes had them. */
const TABLES = [
  [5, [{ ...family, with_secret: true }], refreshTokens.map(token => ({ ...token, successor: 'AAAA' }))],
  [6, [family], refreshTokens],
] as const

describe.each(OLD_STORES)('%s', (_, make) => {
  it.each(TABLES)('of shape %i keeps its sessions', async (shape, oldFamilies, refresh_tokens) => {
    await make(dataDir, shape, { families: oldFamilies, access_tokens: [oldAccess], refresh_tokens })
    store = await openStore({ url: 'lowdb:', dataDir, upgrade: { now: () => new Date(AT) } })
    expect(await store.read.families.by('refresh', hash('unused'))).toEqual({ ...family, refresh: hash('unused') })
    expect(await store.read.access_tokens.get(access.id)).toEqual({ ...access, kept_until: AT })
  })
})
