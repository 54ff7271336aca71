import { describe, expect, it } from 'vitest'
import { noteHash } from '../../src/l10n/translation/staleness.ts'
import { compoundKey } from '../../src/store/records/define.ts'
import { AT, hash, ids } from './contract/samples.ts'
import { dataDir, OLD_STORES, open, useDataFolder } from './older-shape.ts'

const SRC = hash('source')
const origin = { kind: 'agent', user_id: 'ada', credential: 'stdio' }
const text = { src: SRC, value: 'Text', state: 'translated', rev: 1, origin, findings: [], at: AT }

const entry = (id: string, source: unknown, rest: object = {}) => ({
  id,
  project_id: 'p',
  file_id: 'f',
  short: id,
  key: id,
  src: SRC,
  versions: [
    { src: SRC, source, at: AT },
    { src: hash('older'), source: 'a source that main had before', at: AT },
  ],
  references: [],
  placeholders: [],
  syntax: 'icu',
  do_not_translate: false,
  tags: [],
  order: id,
  listed: true,
  unused_since: null,
  ...rest,
})

const unit = (id: string, entryId: string, rest: object = {}) => ({
  id,
  project_id: 'p',
  file_id: 'f',
  entry_id: entryId,
  locale: 'de',
  state: 'untranslated',
  stale: null,
  faulty: false,
  locked: false,
  rev: 0,
  texts: [],
  suggestions: [],
  ignores: [],
  order: entryId,
  listed: true,
  ...rest,
})

/** Records as the first shape had them. */
const SHAPE_1 = {
  projects: [
    {
      id: 'p',
      account_id: 'a',
      slug: 'app',
      name: 'App',
      source_locale: 'en',
      target_locales: ['de'],
      fallbacks: {},
      main_branch: 'main',
      branches: [],
      files: [],
      settings: { review: 'required' },
      next_entry: 7,
      revision: 1,
      deleted_at: null,
      created_at: AT,
    },
  ],
  entries: [
    entry('e1', 'Three plain words'),
    entry('e2', { one: 'One {n} file', other: 'Many more {n} files' }, { description: 'A note' }),
    entry('e3', 'Dragoman', { do_not_translate: true }),
  ],
  translations: [
    unit('u1', 'e1'),
    unit('u2', 'e2', {
      state: 'translated',
      rev: 1,
      texts: [text],
      suggestions: [1, 2].map(n => ({ value: `Other ${n}`, src: SRC, origin, batch_id: `b${n}`, at: AT })),
    }),
    unit('u3', 'e1', {
      locale: 'fr',
      state: 'translated',
      stale: { reason: 'source_changed', since: AT },
      texts: [text],
    }),
    unit('u4', 'e2', { locale: 'fr', locked: true }),
    unit('u5', 'e3'),
    unit('u6', 'e1', { locale: 'it', listed: false }),
  ],
  revisions: [
    {
      id: 'r1',
      project_id: 'p',
      entry_id: 'e2',
      locale: 'de',
      translation_id: 'u2',
      rev: 1,
      src: SRC,
      value: 'Text',
      state: 'translated',
      origin,
      batch_id: 'b0',
      at: AT,
    },
  ],
}

useDataFolder()

describe.each(OLD_STORES)('%s of the first shape', (_, fill) => {
  const make = () => fill(dataDir, 1, SHAPE_1)

  it('keeps the settings of a project, and gets defaults for new ones', async () => {
    await make()
    const project = await (await open()).read.projects.get('p')
    expect(project?.settings).toEqual({
      review: 'required',
      approve: 'people',
      four_eyes: false,
      agents_replace: false,
      export: 'translated',
      levels: {},
    })
  })

  it('has the word counts of the main branch, in entries, units and sums', async () => {
    await make()
    const { read } = await open()
    const words = await Promise.all(['e1', 'e2', 'e3'].map(async id => (await read.entries.get(id))?.words))
    expect(words).toEqual([3, 3, 1])
    expect(await read.entries.sum('open', 'p', 'words')).toBe(3 + 3)
    expect(await read.translations.sum('state', compoundKey('p', 'de', 'translated'), 'words')).toBe(3)
  })

  it('has missing and stale units as work, and no locked, unlisted or untranslatable ones', async () => {
    await make()
    const { read } = await open()
    const untouched = async (locale: string) => ids(await read.entries.gaps('open', 'p', locale, { limit: 5 }))
    const again = async (locale: string) => ids(await read.translations.list('work', compoundKey('p', locale)))
    expect([await untouched('de'), await again('de')]).toEqual([['e1'], []])
    expect([await untouched('fr'), await again('fr')]).toEqual([[], ['u3']])
    expect(ids(await read.entries.gaps('open_file', 'f', 'de', { limit: 5 }))).toEqual(['e1'])
  })

  it('keeps translations with the note of their entry, so that none is stale', async () => {
    await make()
    const { read } = await open()
    const note = noteHash('A note')
    expect((await read.translations.get('u2'))?.texts).toEqual([{ ...text, note, unlined: true }])
    expect((await read.revisions.get('r1'))?.note).toBe(note)
    expect((await read.translations.get('u3'))?.texts).toEqual([{ ...text, unlined: true }])
  })

  it('gives each suggestion an ID', async () => {
    await make()
    const unitNow = await (await open()).read.translations.get('u2')
    expect(unitNow?.suggestions.map(({ id, value }) => [id, value])).toEqual([
      ['s1', 'Other 1'],
      ['s2', 'Other 2'],
    ])
  })
})
