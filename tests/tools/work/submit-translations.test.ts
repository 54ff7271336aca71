import { beforeEach, describe, expect, it } from 'vitest'
import { compoundKey } from '../../../src/store/records/define.ts'
import { isNightly } from '../../runs.ts'
import { type Answer, eachLoop, type Item } from '../loop.ts'
import { readPages } from '../read-pages.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'pl'])

beforeEach(() => loop.push({ a: 'Apple', b: 'Hello {name}', c: '{n, plural, one {# file} other {# files}}' }))

const revisionsOf = async (name: string, locale = 'de') => {
  const page = await loop.world.services.store.read.revisions.page('translation', (await loop.unit(name, locale)).id, {
    limit: 50,
  })
  return page.items
}
const snapshot = async (): Promise<unknown> => [
  await loop.record(),
  await loop.unit('a'),
  await loop.unit('b'),
  (await revisionsOf('a')).length,
  (await loop.world.services.store.read.batches.page('project', (await loop.record()).id, { limit: 1000 })).items
    .length,
]
const asBob = async (items: readonly Item[], more: object = {}): Promise<Answer> => {
  await loop.world.setAccount('ada', { public: false })
  const bob = await loop.agent()
  return bob.call('submit_translations', { project: loop.project, locale: 'de', items, ...more })
}

describe('an answer to a submission', () => {
  it('counts accepted items, and lists others with the reason and the fix', async () => {
    const answer = await loop.translate({ a: 'Apfel ', b: 'Hallo', c: '{n, plural, one {# Datei} other {# Dateien}}' })
    expect(answer).toEqual({
      accepted: 2,
      warnings: {
        count: 1,
        first: [
          expect.stringMatching(/^e1 de: The source ends with no white space, the translation with one space\.$/),
        ],
      },
      refused: [
        {
          id: expect.any(String),
          key: 'b',
          locale: 'de',
          code: 'invalid',
          why: expect.stringContaining('{name}'),
          fix: expect.any(String),
          findings: [{ id: 'placeholders' }],
        },
      ],
      batch: expect.any(String),
      left: { de: 1 },
      next: expect.stringContaining('Correct'),
    })
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Apfel ', state: 'translated', rev: 1 }])
    const { batch } = answer
    expect(await loop.world.services.store.read.batches.get(batch ?? '')).toMatchObject({
      kind: 'submit',
      counts: { accepted: 2, refused: 1 },
      origin: { kind: 'agent', client: 'test/1' },
    })
  })

  it('warns of plural forms that the language does not use', async () => {
    await loop.push({ n_one: '{{count}} day', n_other: '{{count}} days' }, {}, 'i18n/en.json')
    const { items } = await loop.work({ file: 'i18n/en.json' })
    const { id = '', src = '' } = items.find(({ key }) => key === 'n') ?? {}
    const forms = { one: '{{count}} Tag', few: '{{count}} Tage', other: '{{count}} Tage' }
    expect(await loop.submit([{ id, src, forms }])).toMatchObject({
      accepted: 1,
      warnings: { count: 1, first: [`${id} de: de does not use the plural form "few".`] },
    })
  })

  it('lists every finding of a translation, each with its fix', async () => {
    const { refused: faults } = await loop.translate({ b: 'Hallo \u202E' })
    expect(faults).toMatchObject([{ why: 'The text has 2 errors.', fix: 'Correct each as its fix says.' }])
    const told = { message: expect.any(String), fix: expect.any(String) }
    expect(faults?.[0]?.['findings']).toEqual([
      { id: 'placeholders', ...told },
      { id: 'control_characters', at: 6, ...told },
    ])
  })

  it('for an outdated source returns the new one, which is then accepted', async () => {
    const { items } = await loop.work()
    await loop.push({ a: 'Pear', b: 'Hello {name}', c: 'C' })
    const { id = '', src = '' } = items[0] ?? {}
    const answer = await loop.submit([{ id, src, text: 'Apfel' }])
    const [fault] = answer.refused ?? []
    expect(fault).toMatchObject({
      code: 'source_changed',
      key: 'a',
      want: 'Pear',
      src: expect.stringMatching(/^[0-9a-f]{8}$/),
    })
    expect(await loop.submit([{ id, src: String(fault?.['src']), text: 'Birne' }])).toMatchObject({ accepted: 1 })
  })

  it('for an unknown key suggests the nearest, and for an ambiguous one all files', async () => {
    await loop.push({ a: 'Other' }, {}, 'web/en.json')
    const src = '00000000'
    const answer = await loop.submit([
      { key: 'bb', src, text: 'x' },
      { key: 'a', src, text: 'x' },
      { id: 'e999', src, text: 'x' },
      { src, text: 'x' },
    ])
    expect(answer.refused).toMatchObject([
      { key: 'bb', code: 'unknown_key', fix: 'Did you mean "b"?' },
      { key: 'a', code: 'ambiguous_key', why: '"a" is a key of "locales/en.json", "web/en.json".' },
      { id: 'e999', code: 'unknown_key' },
      { code: 'unknown_key', why: 'The item has neither id nor key.' },
    ])
    expect(answer).toMatchObject({ accepted: 0, left: {} })
    expect(await loop.submit([{ key: 'a', file: 'locales/en.json', text: 'Apfel' }])).toMatchObject({ accepted: 1 })
  })

  it('for a key given as an ID says so, and escapes invisible characters', async () => {
    const src = '00000000'
    const answer = await loop.submit([
      { id: 'b', src, text: 'x' },
      { key: 'b\u202E', src, text: 'x' },
    ])
    expect(answer.refused).toMatchObject([
      { id: 'b', code: 'unknown_key', fix: 'That is a key: give it as key, not as id.' },
      { key: 'b<U+202E>', why: 'There is no key "b<U+202E>".', fix: 'Did you mean "b"?' },
    ])
  })

  it('for missing forms names the required plural forms', async () => {
    await loop.push({ n_one: 'One day', n_other: '{{count}} days' }, {}, 'i18n/en.json')
    const { items } = await loop.work({ locale: 'pl', file: 'i18n/en.json' })
    const plural = items.find(({ forms }) => forms !== undefined)
    if (plural === undefined) throw new Error('no plural row')
    const sent = [{ id: plural.id, src: plural.src, text: 'dni' }]
    expect((await loop.submit(sent, { locale: 'pl' })).refused).toMatchObject([
      { code: 'invalid', fix: 'Send forms, with a text for each of one, few, many, other.' },
    ])
  })

  it('for a thousand items with an invalid one lists that one only', async () => {
    // By day fewer, of which an answer that lists all is too long as well.
    const count = isNightly ? 1000 : 250
    const many = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `Text {x} ${at}`]))
    await loop.push(many, {}, 'many/en.json')
    const wanted = { file: 'many/en.json', limit: 200, max_bytes: 60_000 }
    const rows = (await readPages(at => loop.work({ ...wanted, ...at }))).flatMap(({ items }) => items)
    expect(rows).toHaveLength(count)
    const items = rows.map(({ id, src, text }, at) => ({ id, src, text: at === 200 ? 'bad' : `de ${text}` }))
    const answer = await loop.submit(items)
    expect(answer).toMatchObject({ accepted: count - 1, left: { de: 4 }, refused: [{ key: 'k200', code: 'invalid' }] })
    expect(JSON.stringify(answer).length).toBeLessThan(600)
  })

  it('for fifty valid items has no more than 400 bytes', async () => {
    await loop.push(
      Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, `Some text ${at}`])),
      {},
      'm/en.json',
    )
    const { items } = await loop.work({ file: 'm/en.json' })
    const answer = await loop.submit(items.map(({ id, src, text }) => ({ id, src, text: `de ${text}` })))
    expect(answer).toMatchObject({ accepted: 50 })
    expect(JSON.stringify(answer).length).toBeLessThan(400)
  })

  it('for very many invalid items lists fifty in full, and the others by ID and code', async () => {
    const items = Array.from({ length: 400 }, () => ({ id: 'e2', text: 'Hallo' }))
    const answer = await loop.submit(items)
    expect(answer.refused).toHaveLength(400)
    expect(answer.refused?.[49]).toMatchObject({ key: 'b', why: expect.any(String), fix: expect.any(String) })
    expect(answer.refused?.[50]).toEqual({ id: 'e2', locale: 'de', code: 'invalid' })
    expect(answer.next).toContain('Behind the first 50')
    expect(JSON.stringify(answer).length).toBeLessThan(32_000)
  })

  it('for a protected translation says what became of it, and suggests other work', async () => {
    const human = await loop.world.human('ada')
    const { items } = await loop.work()
    const { id = '', src = '' } = items[0] ?? {}
    await loop.submit([{ id, src, text: 'Apfel' }], {}, human)
    const answer = await loop.submit([{ id, src, text: 'Äpfel' }])
    expect(answer).toMatchObject({
      suggested: 1,
      refused: [{ id, code: 'protected', got: 'Apfel', fix: expect.stringContaining('accept it at http') }],
      protected: expect.stringContaining('agents_replace'),
      next: expect.stringContaining('get_work'),
    })
  })

  it('for a dropped key says that the branch does not have it anymore', async () => {
    const { items } = await loop.work()
    await loop.push({ b: 'Hello {name}', c: 'C' }, { confirm_removed: 1 })
    const answer = await loop.submit([{ id: items[0]?.id ?? '', src: items[0]?.src ?? '', text: 'x' }])
    expect(answer.refused).toMatchObject([{ code: 'unknown_key', why: expect.stringContaining('does not list') }])
  })

  it('for an unknown locale names the targets, and accepts the other texts', async () => {
    const answer = await loop.submit([{ key: 'a', texts: { de: 'Apfel', PL: 'Jabłko', fr: 'Pomme' } }])
    expect(answer).toMatchObject({ accepted: 2, left: { de: 2, pl: 2 } })
    expect(answer.refused).toMatchObject([
      { locale: 'fr', code: 'unknown_locale', fix: 'The project’s target locales are de, pl.' },
    ])
    const bare = await loop.translate({ b: 'Hallo {name}' }, { locale: undefined })
    expect(bare.refused).toMatchObject([{ code: 'unknown_locale', fix: expect.stringContaining('Give locale') }])
  })

  it('rejects an item that is contradictory, empty, or has forms for one text', async () => {
    const { refused: faults } = await loop.submit([
      { key: 'a', text: 'x', texts: { pl: 'y' } },
      { key: 'a' },
      { key: 'a', texts: {} },
      { key: 'a', forms: { one: 'x', other: 'y' } },
      { key: 'a', text: '  ' },
    ])
    expect(faults).toMatchObject([
      { code: 'invalid', why: 'The item has text and texts.' },
      { code: 'invalid', why: 'The item has no text.' },
      { code: 'invalid', why: 'The item has no text.' },
      { code: 'invalid', findings: [{ id: 'plural_forms' }] },
      { code: 'invalid', findings: [{ id: 'empty' }] },
    ])
    expect(await loop.pull()).toMatchObject({ exported: 0 })
  })

  it('for the same text reports it as unchanged and writes nothing', async () => {
    await loop.translate({ a: 'Apfel' })
    const before = await snapshot()
    const answer = await loop.translate({ a: 'Apfel' })
    expect(answer).toMatchObject({ accepted: 0, unchanged: 1 })
    expect(answer).not.toHaveProperty('batch')
    expect(await snapshot()).toEqual(before)
  })

  it('on a branch counts the remaining work of that branch', async () => {
    await loop.push({ a: 'Apple', z: 'Z' }, { branch: 'f' })
    expect(await loop.translate({ a: 'Apfel' }, { branch: 'f' })).toMatchObject({ left: { de: 1 } })
    expect(await loop.translate({ z: 'Zet' }, { branch: 'f' })).toMatchObject({
      left: { de: 0 },
      next: expect.stringContaining('Nothing is left'),
    })
    expect((await loop.work()).left).toBe(2)
  })
})

describe('a submission', () => {
  const good: Item = { key: 'a', text: 'Apfel' }
  const bad: Item = { key: 'b', text: 'Hallo' }

  it('in a dry run, or all or nothing with one error, writes nothing', async () => {
    const before = await snapshot()
    expect(await loop.submit([good, bad], { dry_run: true })).toMatchObject({
      accepted: 1,
      refused: [{ key: 'b' }],
      dry_run: true,
      left: { de: 2 },
    })
    expect(await snapshot()).toEqual(before)
    expect(await loop.submit([good, bad], { dry_run: true, all_or_nothing: true })).toMatchObject({ left: { de: 3 } })
    expect(await loop.submit([good, bad], { all_or_nothing: true })).toMatchObject({
      accepted: 0,
      refused: [{ key: 'b' }],
      left: { de: 3 },
    })
    expect(await snapshot()).toEqual(before)
    expect(await loop.submit([good], { all_or_nothing: true })).toMatchObject({ accepted: 1 })
  })

  it('accepts 1 to 1,000 items', async () => {
    const args = { project: loop.project, locale: 'de' }
    const item = { key: 'zz', src: '00000000', text: 'x' }
    const many = Array.from({ length: 1001 }, () => item)
    expect((await refused(loop.ada.call('submit_translations', { ...args, items: many }))).code).toBe('invalid_input')
    const empty = await refused(loop.ada.call('submit_translations', { ...args, items: [] }))
    expect([empty.code, empty.message]).toEqual(['invalid_input', 'items is []: give at least 1 item.'])
    const answer = await loop.ada.call<Answer>('submit_translations', { ...args, items: many.slice(1) })
    expect(answer.refused).toHaveLength(1000)
  })

  it('with a misspelled field or an invalid source hash names the item', async () => {
    const args = { project: loop.project, locale: 'de' }
    const misspelled = { ...args, items: [{ key: 'a', src: '00000000', texte: 'x' }] }
    expect((await refused(loop.ada.call('submit_translations', misspelled))).message).toContain('items.0.texte')
    const hashless = { ...args, items: [{ key: 'a', src: 'abc', text: 'x' }] }
    expect((await refused(loop.ada.call('submit_translations', hashless))).message).toContain('items.0.src')
  })

  it('with a string twice refuses the second item, whose writer cannot have seen the first', async () => {
    const answer = await loop.submit([good, { key: 'a', text: 'Apferl' }])
    expect(answer).toMatchObject({ accepted: 1, left: { de: 2 }, refused: [{ key: 'a', code: 'repeated' }] })
    expect(await revisionsOf('a')).toMatchObject([{ rev: 1, value: 'Apfel' }])
  })

  it('does not find IDs of another project', async () => {
    const args = { project: 'ada/other', source_locale: 'en', target_locales: ['de'] }
    await loop.ada.call('create_project', args)
    const { items } = await loop.work()
    const sent = items.map(({ id, src }) => ({ id, src, text: 'x' }))
    const answer = await loop.ada.call<Answer>('submit_translations', {
      project: 'ada/other',
      locale: 'de',
      items: sent,
    })
    expect(answer.refused?.map(fault => fault['code'])).toEqual(['unknown_key', 'unknown_key', 'unknown_key'])
  })

  it('records its writer: the credential, the client and the user', async () => {
    const src = (await loop.work()).items[0]?.src ?? ''
    const answer = await asBob([{ key: 'a', src, text: 'Apfel' }], { note: 'first try' })
    const { user } = loop.ada.principal
    const origin = { kind: 'agent', user_id: user.id, credential: expect.stringMatching(/^token:/), client: 'test/1' }
    expect((await loop.unit('a')).texts).toMatchObject([{ origin }])
    expect(await revisionsOf('a')).toMatchObject([
      { origin, batch_id: answer.batch, rev: 1, state: 'translated', locale: 'de' },
    ])
    expect(await loop.world.services.store.read.batches.get(answer.batch ?? '')).toMatchObject({
      kind: 'submit',
      note: 'first try',
      origin,
    })
    const entry = (await revisionsOf('a'))[0]?.entry_id ?? ''
    expect(await loop.world.services.store.read.translations.by('unit', compoundKey(entry, 'de'))).toMatchObject({
      rev: 1,
    })
  })
})
