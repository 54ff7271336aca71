import { describe, expect, it } from 'vitest'
import { compoundKey } from '../../src/store/records/define.ts'
import type { Store } from '../../src/store/store.ts'
import { everyTable, ODD_TEXTS } from './archive-samples.ts'
import { authorizationTables } from './authorization-samples.ts'
import { AT, hash, ids } from './contract/samples.ts'
import { dataDir, OLD_STORES, type OldTables, open, useDataFolder } from './older-shape.ts'

type Old = Readonly<Record<string, unknown>>

const { sources: _new, ...others } = everyTable(ODD_TEXTS.join(' '))

/** How the fourth shape had the records of tables that are others now. */
const CHANGED: Readonly<Record<string, (record: Old) => Old>> = {
  entries: ({ source, sources = [], ...entry }) => {
    const versions = [{ src: entry['src'], source }, ...(sources as readonly object[])]
    return { ...entry, versions: versions.map(version => ({ ...version, at: AT })), placeholders: [] }
  },
  translations: ({ open: _open, shown: _shown, ...unit }) => ({ ...unit, faulty: false, ignores: [] }),
  target_files: file => ({ ...file, pulled_at: AT }),
}

const withMark = (record: object): object => ({ ...record, unlined: true })

/** Every record that this version brings those of the fourth shape to: nobody knows which earlier sources were of which string. */
const NOW: OldTables = {
  ...others,
  branch_files: others.branch_files.map(file => ({ ...file, items: file.items.map(withMark) })),
  entries: others.entries.map(withMark),
  translations: others.translations.map(unit => ({ ...unit, texts: unit.texts.map(withMark) })),
}

/** Records as the fourth shape had them. */
const SHAPE_4: OldTables = Object.fromEntries(
  Object.entries<readonly object[]>(others).map(([table, records]) => [
    table,
    records.map(record => CHANGED[table]?.({ ...record }) ?? record),
  ]),
)

/** What the fourth shape added to existing tables. */
const NEW_FIELDS: Readonly<Record<string, readonly string[]>> = {
  tokens: ['address', 'user_agent'],
  sign_ins: ['network'],
  audit: ['changes'],
}

/** The tables of the third shape, with the fields that it had. */
const inShape3 = (tables: OldTables): OldTables =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([table, records]) => {
      const fields = (record: object) => Object.entries(record).filter(([field]) => !NEW_FIELDS[table]?.includes(field))
      return table === 'invitations' ? [] : [[table, records.map(record => Object.fromEntries(fields(record)))]]
    }),
  )

const SHAPE_3 = inShape3(SHAPE_4)

useDataFolder()

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
    const [invitation] = others.invitations
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
const oldToken = { family_id: family.id, client_id: 'c1', created_at: AT, expires_at: AT }
const refreshTokens = [
  { id: 'rt1', hash: hash('used'), ...oldToken, used_at: AT, seed: '0'.repeat(40), asked: hash('asked') },
  { id: 'rt2', hash: hash('unused'), ...oldToken, used_at: null },
]

/** As earlier shapes had them. */
const TABLES = [
  [5, [{ ...family, with_secret: true }], refreshTokens.map(token => ({ ...token, successor: 'AAAA' }))],
  [6, [family], refreshTokens],
] as const

describe.each(OLD_STORES)('%s', (_, make) => {
  it.each(TABLES)('of shape %i keeps its sessions', async (shape, oldFamilies, refresh_tokens) => {
    await make(dataDir, shape, { families: oldFamilies, access_tokens: [oldAccess], refresh_tokens })
    const store = await open()
    expect(await store.read.families.by('refresh', hash('unused'))).toEqual({ ...family, refresh: hash('unused') })
    expect(await store.read.access_tokens.get(access.id)).toEqual({ ...access, kept_until: AT })
  })
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
    const store = await open()
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
