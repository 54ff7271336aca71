import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { authorizationTables } from './authorization-samples.ts'
import { OLD_STORES } from './older-shape.ts'

let dataDir: string
let store: Store | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dragoman-shape-5-'))
})
afterEach(async () => {
  await store?.close()
  store = undefined
  await rm(dataDir, { recursive: true })
})

const { families, refresh_tokens } = authorizationTables('name')
const [family] = families
const [token] = refresh_tokens

describe.each(OLD_STORES)('%s of the fifth shape', (_, make) => {
  it('keeps its sessions, without the duty to show a secret and without encrypted answers', async () => {
    const { seed: _none, ...used } = token ?? {}
    await make(dataDir, 5, {
      families: [{ ...family, with_secret: true }],
      refresh_tokens: [{ ...used, successor: 'AAAA' }],
    })
    store = await openStore({ url: 'lowdb:', dataDir })
    expect(await store.read.families.get(family?.id ?? '')).toEqual(family)
    expect(await store.read.refresh_tokens.get(token?.id ?? '')).toEqual(used)
  })
})
