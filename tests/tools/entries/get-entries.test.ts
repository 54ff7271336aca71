import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop, SOURCE } from '../loop.ts'
import { readPages } from '../read-pages.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'ja'])

interface Entries {
  readonly entries: readonly Readonly<Record<string, unknown>>[]
  readonly missing?: readonly Readonly<Record<string, unknown>>[]
  readonly looked_at?: number
  readonly next_cursor?: string
}
const entries = (more: object): Promise<Entries> => loop.call('get_entries', more)
const keys = async (more: object) => (await entries(more)).entries.map(({ key }) => key)

async function walk(more: object): Promise<{ pages: readonly Entries[]; found: readonly string[] }> {
  const pages = await readPages(at => entries({ ...more, ...at }))
  return { pages, found: pages.flatMap(page => page.entries.map(({ key, locale = '' }) => [key, locale].join(' '))) }
}

describe('an entry in full', () => {
  it('has its source, its translations and their writers, and omits empty fields', async () => {
    await loop.push({ a: 'Apple', b: 'Bee {x}' })
    await loop.translate({ a: 'Apfel' })
    const { entries: rows } = await entries({ keys: ['a', 'b'], full: true })
    expect(rows).toEqual([
      {
        id: 'e1',
        key: 'a',
        file: 'locales/en.json',
        src: expect.stringMatching(/^[0-9a-f]{8}$/),
        source: 'Apple',
        syntax: expect.any(String),
        texts: {
          de: {
            state: 'translated',
            text: 'Apfel',
            rev: 1,
            by: { kind: 'agent', person: 'ada', client: 'test/1' },
            at: '2027-03-01T12:00:00.000Z',
          },
          ja: { state: 'untranslated' },
        },
      },
      expect.objectContaining({ id: 'e2', texts: { de: { state: 'untranslated' }, ja: { state: 'untranslated' } } }),
    ])
    expect((await entries({ ids: ['e1'], locale: 'JA' })).entries[0]?.['texts']).toEqual({
      ja: { state: 'untranslated' },
    })
    expect(rows[0]?.['src']).toBe((await loop.work({ locale: 'ja' })).items[0]?.src)
  })

  it('explains a stale translation, and has findings, suggestions and comments', async () => {
    await loop.push({ a: 'Apple' })
    await loop.translate({ a: 'Apfel' })
    await loop.alter('a', ({ texts }) => ({
      locked: true,
      texts: texts.map(text => ({
        ...text,
        findings: [
          { id: 'placeholders', level: 'error' as const, message: 'wrong', at: 3, fix: 'mend' },
          { id: 'markup', level: 'error' as const, message: 'bad' },
        ],
        ignores: [{ finding: 'markup', reason: 'meant so\u202E', user_id: 'u', at: '2027-03-01T12:00:00.000Z' }],
      })),
    }))
    const [before] = (await entries({ ids: ['e1'], locale: 'de' })).entries
    expect(before).toMatchObject({
      texts: {
        de: { findings: [{}, { ignored: { reason: 'meant so<U+202E>', at: '2027-03-01T12:00:00.000Z' } }] },
      },
    })
    await loop.translate({ a: 'Äpfel' })
    await loop.push({ a: 'Apples' })
    await loop.note('a', 'Fruit\u200B')
    await loop.call('annotate_entry', { key: 'a', comment: 'For all' })
    await loop.call('annotate_entry', { key: 'a', locale: 'de', comment: 'In German' })
    const [row] = (await entries({ ids: ['e1'], locale: 'de', full: true })).entries
    expect(row).toMatchObject({
      note: 'Fruit<U+200B>',
      comments: [{ text: 'For all', by: { kind: 'agent', person: 'ada' } }],
      texts: {
        de: {
          stale: { why: 'source_changed', source: 'Apple' },
          locked: true,
          findings: [
            { id: 'placeholders', level: 'error', message: 'wrong', at: 3, fix: 'mend' },
            { id: 'markup', level: 'error', message: 'bad' },
          ],
          suggestions: [{ id: expect.any(String), text: 'Äpfel', of_another_source: true, by: { kind: 'agent' } }],
          comments: [{ text: 'In German' }],
        },
      },
    })
  })

  it('is returned beside the missing keys with suggestions; a dropped entry is found by ID', async () => {
    await loop.push({ apple: 'Apple', bee: 'Bee' })
    await loop.push({ bee: 'Bee' }, { confirm_removed: 1 })
    await loop.push({ bee: 'Bee' }, {}, 'web/en.json')
    const answer = await entries({ ids: ['e1', 'e77'], keys: ['bee', 'appel', 'apple'] })
    expect(answer.entries).toMatchObject([{ id: 'e1', key: 'apple', unused_since: expect.any(String) }])
    expect(answer.missing).toMatchObject([
      { id: 'e77', code: 'unknown_key' },
      { key: 'bee', code: 'ambiguous_key', why: '"bee" is a key of "locales/en.json", "web/en.json".' },
      { key: 'appel', code: 'unknown_key' },
      { key: 'apple', code: 'unknown_key' },
    ])
    expect(await keys({ keys: ['bee'], file: 'web/en.json' })).toEqual(['bee'])
  })

  it('is returned as a branch has it', async () => {
    await loop.push({ a: 'Apple' })
    await loop.push({ z: 'Apple', b: 'New' }, { branch: 'f' })
    await loop.push({ z: 'Changed', b: 'New' }, { branch: 'f' })
    await loop.translate({ a: 'Apfel' })
    const [onMain] = (await entries({ ids: ['e1'], locale: 'de' })).entries
    expect(onMain).toMatchObject({ key: 'a', source: 'Apple', texts: { de: { text: 'Apfel' } } })
    expect(onMain?.['texts']).not.toHaveProperty('de.stale')
    expect((await entries({ ids: ['e1'], locale: 'de', branch: 'f' })).entries[0]).toMatchObject({
      key: 'z',
      source: 'Changed',
      texts: { de: { text: 'Apfel', stale: { why: 'source_changed', source: 'Apple' } } },
    })
  })

  it('is returned in pages that fit, however many are requested', async () => {
    await loop.push(
      Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`k${at}`, `Text ${at} ${'long '.repeat(9)}`])),
    )
    const ids = Array.from({ length: 90 }, (_, at) => `e${(at + 1).toString(36)}`)
    const { pages, found } = await walk({ ids, max_bytes: 3000 })
    expect(found).toEqual(Array.from({ length: 90 }, (_, at) => `k${at} `))
    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(3000)
    expect((await entries({ ids, limit: 7 })).entries).toHaveLength(7)
  })
})

const SRC = expect.stringMatching(/^[0-9a-f]{8}$/)

describe('a search', () => {
  beforeEach(async () => {
    await loop.push({ a: 'Red apple', b: 'Green pear', c: 'Blue {n}', d: 'Plum' })
    await loop.push({ e: 'A RED car' }, {}, 'web/en.json')
    await loop.submit([
      { key: 'a', texts: { de: 'Apfel', ja: 'りんご' } },
      { key: 'b', text: 'Birne, nicht rot' },
      { key: 'c', text: 'Blau {n}' },
    ])
    await loop.alter('b', ({ texts }) => ({
      texts: texts.map(text => ({
        ...text,
        state: 'approved' as const,
        origin: { ...text.origin, kind: 'human' as const },
      })),
    }))
    await loop.alter('c', ({ texts }) => ({
      texts: texts.map(text => ({
        ...text,
        findings: [
          { id: 'placeholders', level: 'error' as const, message: 'wrong' },
          { id: 'max_length', level: 'warning' as const, message: 'odd' },
        ],
      })),
    }))
    await loop.translate({ b: 'Williams' })
  })

  it('finds source strings and translations, in any case, as compact rows', async () => {
    expect(await entries({ text: 'RED' })).toEqual({
      entries: [
        { id: 'e1', key: 'a', file: 'locales/en.json', src: SRC, source: 'Red apple' },
        { id: 'e5', key: 'e', file: 'web/en.json', src: SRC, source: 'A RED car' },
      ],
      looked_at: 5,
    })
    expect(await keys({ text: 'rot', locale: 'de' })).toEqual(['b'])
    expect(await keys({ text: 'りんご', locale: 'ja' })).toEqual(['a'])
    expect((await entries({ text: 'nicht', locale: 'de' })).entries).toEqual([
      {
        id: 'e2',
        key: 'b',
        file: 'locales/en.json',
        src: SRC,
        source: 'Green pear',
        state: 'approved',
        text: 'Birne, nicht rot',
        origin: 'human',
        rev: 1,
        suggestions: 1,
      },
    ])
  })

  it('filters by state, finding, origin, suggestion, staleness and file, from indexes if possible', async () => {
    expect(await entries({ state: 'approved', locale: 'de' })).toMatchObject({ entries: [{ key: 'b' }], looked_at: 1 })
    expect(await keys({ state: 'untranslated', locale: 'de' })).toEqual(['d', 'e'])
    expect(await entries({ finding: 'error', locale: 'de' })).toMatchObject({
      entries: [{ key: 'c', findings: ['placeholders', 'max_length'], level: 'error' }],
      looked_at: 1,
    })
    expect(await keys({ finding: 'placeholders', locale: 'de' })).toEqual(['c'])
    expect(await keys({ finding: 'max_length', locale: 'de' })).toEqual(['c'])
    expect(await keys({ finding: 'markup' })).toEqual([])
    expect(await keys({ origin: 'human' })).toEqual(['b'])
    expect(await entries({ suggested: true })).toMatchObject({ entries: [{ key: 'b', locale: 'de' }], looked_at: 1 })
    expect(await keys({ file: 'web/en.json' })).toEqual(['e'])
    expect(await keys({ file: 'web/en.json', state: 'translated', locale: 'de' })).toEqual([])
    await loop.push({ a: 'Red apples', b: 'Green pear', c: 'Blue {n}', d: 'Plum' })
    expect((await walk({ stale: true })).found).toEqual(['a de', 'a ja'])
    expect(await keys({ stale: true, text: 'apfel', locale: 'de' })).toEqual(['a'])
  })

  it('finds parts of keys, and strings by tag', async () => {
    await loop.call('push_source', {
      files: [
        {
          path: 'locales/more.json',
          content: JSON.stringify({
            'menu.open': 'Go',
            other: 'Gone',
            rank_ordinal_one: '{{count}}st',
            rank_ordinal_other: '{{count}}th',
          }),
        },
      ],
    })
    expect(await keys({ text: 'MENU' })).toEqual(['menu.open'])
    expect(await keys({ tag: 'ordinal' })).toEqual([expect.stringMatching(/^rank/)])
    expect(await keys({ tag: 'none', locale: 'de' })).toEqual([])
  })

  it('refuses an unknown file with the nearest one', async () => {
    expect(await refused(entries({ file: 'web/eng.json' }))).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('web/eng.json'),
      fix: 'Did you mean "web/en.json"?',
    })
  })

  it('does not find ignored findings, nor entries that the branch lacks', async () => {
    const ignores = [{ finding: 'placeholders', reason: 'x', user_id: 'u', at: '2027-03-01T12:00:00.000Z' }]
    await loop.alter('c', ({ texts }) => ({ texts: texts.map(text => ({ ...text, ignores })) }))
    expect(await keys({ finding: 'placeholders', locale: 'de' })).toEqual([])
    await loop.push({ a: 'Other', n: 'New' }, { branch: 'f' })
    const at = { branch: 'f', locale: 'de' }
    expect(await keys({ ...at, stale: true })).toEqual(['a'])
    expect(await keys({ ...at, state: 'untranslated' })).toEqual(['n'])
    expect(await keys({ ...at, text: 'new' })).toEqual(['n'])
    await loop.push({ b: 'Green pear' }, { confirm_removed: 3 })
    expect(await keys({ state: 'translated', locale: 'de' })).toEqual([])
    expect(await keys({ locale: 'de', file: 'locales/en.json' })).toEqual(['b'])
  })

  it('truncates long texts, never within a character', async () => {
    await loop.push({ long: '😀'.repeat(400) }, {}, 'long/en.json')
    const [row] = (await entries({ file: 'long/en.json' })).entries
    expect(String(row?.['source'])).toMatch(/^(?:😀){99}…$/u)
  })
})

describe('the pages of a search', () => {
  it('contain every result once, whatever their size, and fit', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`k${at}`, at % 3 === 0 ? `Find ${at}` : `Text ${at}`]),
    )
    await loop.push(many)
    await loop.push({ x: 'Find x', y: 'Y' }, {}, 'web/en.json')
    await loop.push({ ...many, k1: 'Find one' }, { branch: 'f' })
    const { items } = await loop.work({ limit: 200, max_bytes: 60_000 })
    const some = items.filter((_, at) => at % 2 === 0).map(({ id, src, text }) => ({ id, src, text: `de ${text}` }))
    await loop.submit(some)
    for (const query of [
      { text: 'find' },
      { text: 'FIND', locale: 'ja' },
      { state: 'translated' },
      { state: 'untranslated', text: 'find', locale: 'de' },
      { origin: 'agent' },
      { branch: 'f', text: 'find' },
      { branch: 'f', state: 'translated', locale: 'de' },
    ]) {
      const whole = await walk({ ...query, limit: 200, max_bytes: 60_000 })
      expect(new Set(whole.found).size, JSON.stringify(query)).toBe(whole.found.length)
      expect(whole.found.length).toBeGreaterThan(50)
      for (const size of [{ limit: 7 }, { max_bytes: 2000 }]) {
        const { found, pages } = await walk({ ...query, ...size })
        expect(found, JSON.stringify(query)).toEqual(whole.found)
        for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(16_000)
        if ('max_bytes' in size) {
          for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(2000)
        }
      }
    }
  })

  it('search at most 2,000 translations at once, and say how many', async () => {
    const many = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`k${at}`, `Text ${at}`]))
    await loop.push({ ...many, last: 'Needle' })
    const first = await entries({ text: 'needle' })
    expect(first).toMatchObject({ entries: [], looked_at: 2000, next_cursor: expect.any(String) })
    expect(await entries({ text: 'needle', cursor: first.next_cursor })).toMatchObject({
      entries: [{ key: 'last' }],
      looked_at: 101,
    })
    const other = refused(entries({ text: 'nedle', cursor: first.next_cursor }))
    expect((await other).message).toContain('does not belong')
  })
})

describe('an entry query', () => {
  it('that is contradictory, or has an unknown locale, is rejected with the fix', async () => {
    await loop.push({ a: 'A' })
    expect((await refused(entries({ ids: ['e1'], text: 'x' }))).message).toBe('ids cannot be combined with text.')
    expect((await refused(entries({ origin: 'robot' }))).message).toContain('give one of human, agent')
    expect((await refused(entries({ locale: 'fr' }))).fix).toContain('de, ja')
    expect((await refused(entries({ state: 'done' }))).message).toContain('state')
  })

  it('without the glossary scope quotes no term, and on a public project no comment', async () => {
    await loop.push({ b: 'Green pear', c: 'Plum' })
    const term = { term: 'pear', kind: 'normal', translations: { de: { forbidden: ['Birne'] } } }
    await loop.ada.call('save_glossary', { target: loop.project, upsert: [term] })
    const content = JSON.stringify({ b: 'Birne', c: 'Pflaume' })
    const files = [{ path: 'locales/de.json', locale: 'de', source: SOURCE, content }]
    await loop.call('push_translations', { files })
    await loop.call('annotate_entry', { key: 'b', comment: 'Nobody outside reads this' })
    await loop.alter('c', ({ texts }) => ({
      texts: texts.map(text => ({
        ...text,
        findings: [{ id: 'markup', level: 'error' as const, message: 'bad' }],
        ignores: [{ finding: 'markup', reason: 'Nobody outside asks', user_id: 'u', at: '2027-03-01T12:00:00.000Z' }],
      })),
    }))
    await loop.world.setAccount('ada', { public: true })
    const stranger = await loop.world.user('eve')
    const asked = { project: loop.project, keys: ['b', 'c'], locale: 'de' }
    const told = JSON.stringify(await stranger.call('get_entries', asked))
    expect(told).not.toContain('Nobody outside')
    expect(told).not.toContain('is forbidden')
    expect(told).toContain('"ignored":true')
    expect(told).toContain('terms: ')
    const own = JSON.stringify(await loop.ada.call('get_entries', asked))
    expect(own).toContain('Nobody outside reads')
    expect(own).toContain('Nobody outside asks')
    expect(own).toContain('is forbidden')
  })

  it('on a public project does not show its members', async () => {
    await loop.push({ a: 'Apple' })
    await loop.translate({ a: 'Apfel' })
    await loop.world.setAccount('ada', { public: true })
    const eve = await loop.world.user('eve')
    const answer = await eve.call<Entries>('get_entries', {
      project: loop.project,
      keys: ['a'],
      locale: 'de',
      full: true,
    })
    expect(answer.entries[0]?.['texts']).toMatchObject({ de: { text: 'Apfel', by: { kind: 'agent' } } })
    // An ID may have these letters.
    expect(JSON.stringify(answer)).not.toMatch(/\bada\b/)
  })
})
