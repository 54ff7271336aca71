import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { compoundKey } from '../../src/store/records/define.ts'
import type { Store } from '../../src/store/store.ts'
import { everyTable } from './archive-samples.ts'
import { AT, hash } from './contract/samples.ts'
import { OLD_STORES } from './older-shape.ts'

let dataDir: string
let store: Store | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dragoman-shape-7-'))
})
afterEach(async () => {
  await store?.close()
  store = undefined
  await rm(dataDir, { recursive: true })
})

const { entries, translations } = everyTable('text')
const { shown: _shown, request: _request, ...rest } = translations[0] ?? { id: '', texts: [] }
const { ignores: _ignores, ...text } = rest.texts[0] ?? {}
const errors = [{ id: 'markup', level: 'error', message: 'A tag is open.' }]
const ignores = [{ finding: 'markup', reason: 'as in the source', user_id: 'ada', at: AT }]

describe.each(OLD_STORES)('%s of the seventh shape', (_, make) => {
  it('has its ignored findings in its texts, and knows which text is shown', async () => {
    const other = { ...text, src: hash('another'), rev: 2, findings: errors }
    const old = { ...rest, suggestions: [], faulty: true }
    await make(dataDir, 7, {
      entries,
      translations: [
        { ...old, texts: [other, text], ignores },
        { ...old, id: 'tr2', locale: 'fr', texts: [other], ignores: [] },
        { ...old, id: 'tr3', locale: 'ja', texts: [], ignores: [] },
      ],
    })
    store = await openStore({ url: 'lowdb:', dataDir, upgrade: { now: () => new Date(AT) } })
    const { translations: now } = store.read
    expect(await now.get(rest.id)).toMatchObject({
      shown: 1,
      texts: [
        { rev: 2, ignores },
        { rev: 1, ignores },
      ],
    })
    const french = await now.get('tr2')
    expect(french).toMatchObject({ shown: 2 })
    expect(french?.texts[0]).not.toHaveProperty('ignores')
    expect(await now.get('tr3')).toMatchObject({ shown: 0 })
    expect(await now.count('finding', compoundKey('p1', 'fr', 'error markup'))).toBe(1)
    expect(await now.count('finding', compoundKey('p1', 'de', 'any'))).toBe(0)
  })
})
