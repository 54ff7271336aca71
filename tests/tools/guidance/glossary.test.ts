import { beforeEach, describe, expect, it } from 'vitest'
import type { getGlossary } from '../../../src/tools/glossary/get-glossary.ts'
import type { saveGlossary } from '../../../src/tools/glossary/save-glossary.ts'
import { runRechecks } from '../../../src/tools/recheck/run.ts'
import { verifies } from '../../requirements.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'fr'])
const get = (target: string, more = {}) =>
  loop.ada.call<AnswerOf<typeof getGlossary>>('get_glossary', { target, ...more })
const save = (target: string, more: object) =>
  loop.ada.call<AnswerOf<typeof saveGlossary>>('save_glossary', { target, ...more })
const upsert = (...terms: object[]) => ({ upsert: terms })

describe('saving terms', () => {
  it('adds, changes and removes the named terms and keeps the others', async () => {
    verifies('2.4.glossary')
    expect(await save('ada', upsert({ term: 'account' }, { term: 'GitHub', kind: 'do_not_translate' }))).toMatchObject({
      version: 1,
      added: 2,
      changed: 0,
      removed: 0,
    })
    expect(
      await save('ada', { upsert: [{ term: 'account', definition: 'Who pays.' }], remove: ['github'] }),
    ).toMatchObject({
      version: 2,
      added: 0,
      changed: 1,
      removed: 1,
    })
    const { terms, version, versions } = await get('ada')
    expect({ terms, version }).toEqual({ version: 2, terms: [{ term: 'account', definition: 'Who pays.' }] })
    expect(versions?.map(one => one['version'])).toEqual([2, 1])
  })

  it('merges a term locale by locale and field by field, and removes empty fields', async () => {
    await save(
      'ada',
      upsert({
        term: 'account',
        translations: { de: { translation: 'Konto', variants: ['Konten'] }, fr: { translation: 'compte' } },
      }),
    )
    await save('ada', upsert({ term: 'account', translations: { de: { forbidden: ['Account'] } } }))
    expect((await get('ada')).terms).toEqual([
      {
        term: 'account',
        translations: {
          de: { translation: 'Konto', variants: ['Konten'], forbidden: ['Account'] },
          fr: { translation: 'compte' },
        },
      },
    ])
    await save('ada', upsert({ term: 'account', translations: { de: { variants: [] }, fr: { translation: '' } } }))
    expect((await get('ada')).terms).toEqual([
      { term: 'account', translations: { de: { translation: 'Konto', forbidden: ['Account'] } } },
    ])
  })

  it('creates no version without a change', async () => {
    const order = upsert({ term: 'account', translations: { de: { translation: 'Konto' } } })
    await save('ada', order)
    expect(await save('ada', order)).toMatchObject({ version: 1, unchanged: true })
    expect(await save('ada', { remove: ['nothing'] })).toMatchObject({
      version: 1,
      unchanged: true,
      not_there: ['nothing'],
    })
  })

  it('is rejected for an old version, with the terms that changed since', async () => {
    await save('ada', upsert({ term: 'one' }))
    await save('ada', upsert({ term: 'two' }, { term: 'three' }))
    const stale = await refused(save('ada', { ...upsert({ term: 'four' }), base_version: 1 }))
    expect(stale.code).toBe('conflict')
    expect(stale.message).toBe('The glossary of ada is at version 2, not 1. Changed since then: two, three.')
    expect(await save('ada', { ...upsert({ term: 'four' }), base_version: 2 })).toMatchObject({ version: 3 })
    expect(await save('ada', upsert({ term: 'five' }))).toMatchObject({ version: 4 })
  })

  it('is rejected with every fault in one answer, and nothing is written', async () => {
    await save('ada', upsert({ term: 'GitHub' }))
    const wrong = await refused(
      save('ada', {
        upsert: [
          { term: 'Sign in' },
          { term: 'sign IN' },
          { term: 'github' },
          { term: 'x'.repeat(201) },
          { term: 'both' },
          {
            term: 'word',
            translations: { de: { translation: 'Wort', forbidden: ['wort'] }, klingon: { translation: 'x' } },
          },
        ],
        remove: ['Both'],
      }),
    )
    expect(wrong.code).toBe('invalid_input')
    for (const part of [
      'upsert has Sign in and sign IN',
      'github already exists as GitHub',
      'has 201 characters; the limit is 200',
      'Both is in both upsert and remove',
      'has wort in de both as allowed and as forbidden',
      '"klingon"',
    ]) {
      expect(wrong.message).toContain(part)
    }
    expect(await get('ada')).toMatchObject({ version: 1, total: 1 })
    expect((await refused(save('ada', {}))).message).toContain('both empty')
    const typed = await refused(save('ada', upsert({ term: 'x', kind: 'brand', synonyms: [] })))
    expect(typed.message).toContain('upsert.0.kind is "brand"')
    expect(typed.message).toContain('upsert.0.synonyms')
  })

  it('counts the length of a term in characters, not in code units', async () => {
    expect(await save('ada', upsert({ term: '𝒳'.repeat(200) }))).toMatchObject({ version: 1 })
  })

  it('stops at 10,000 terms', async () => {
    const { store, newId } = loop.world.services
    const account = await store.read.accounts.by('handle', 'ada')
    await store.transaction(async tx => {
      for (let index = 0; index < 9_999; index += 1) {
        await tx.glossary_terms.insert({
          id: newId(),
          owner_id: account?.id ?? '',
          term: `term ${index}`,
          kind: 'normal',
          case_sensitive: false,
          translations: {},
          version: 1,
        })
      }
    })
    const full = await refused(save('ada', upsert({ term: 'a' }, { term: 'b' })))
    expect(full.message).toBe('The glossary of ada would have 10001 terms.')
    expect(await save('ada', upsert({ term: 'a' }))).toMatchObject({ added: 1 })
    expect(await save('ada', { upsert: [{ term: 'b' }], remove: ['a'] })).toMatchObject({ added: 1, removed: 1 })
  })
})

describe('reading a glossary', () => {
  beforeEach(async () => {
    await save('ada', upsert({ term: 'account', translations: { de: { translation: 'Konto' } } }, { term: 'Button' }))
    await save(
      'ada/app',
      upsert({ term: 'Account', translations: { 'de-AT': { note: 'wie in Wien' }, de: { translation: 'Profil' } } }),
    )
  })

  it('prefers a project’s own terms over the account’s, and marks the latter', async () => {
    expect(await get('ada/app')).toMatchObject({
      version: 1,
      account_version: 1,
      total: 2,
      terms: [{ term: 'Account' }, { term: 'Button', from: 'ada' }],
    })
    expect((await get('ada')).terms.map(one => one['term'])).toEqual(['account', 'Button'])
  })

  it('returns one locale with the terms of its language', async () => {
    const { terms } = await get('ada/app', { locale: 'de-at', q: 'acc' })
    expect(terms).toEqual([
      { term: 'Account', translations: { 'de-AT': { translation: 'Profil', note: 'wie in Wien' } } },
    ])
  })

  it('searches terms and translations in any case', async () => {
    expect((await get('ada', { q: 'KONT' })).terms.map(one => one['term'])).toEqual(['account'])
    expect((await get('ada', { q: 'zzz' })).terms).toEqual([])
  })

  it('goes on page by page', async () => {
    const first = await get('ada/app', { limit: 1 })
    expect(first.policy).toEqual({ agents_save: true, do_not_translate: 'error', forbidden_term: 'error' })
    const second = await get('ada/app', { limit: 1, cursor: first.next_cursor })
    expect([...first.terms, ...second.terms].map(one => one['term'])).toEqual(['Account', 'Button'])
    expect(second.next_cursor).toBeUndefined()
    expect((await refused(get('ada', { limit: 1, cursor: first.next_cursor }))).code).toBe('invalid_input')
  })
})

describe('the effect of a glossary change', () => {
  beforeEach(async () => {
    await loop.push({ a: 'Open your account', b: 'Acme is here', c: 'Nothing' })
    await loop.translate({ a: 'Account öffnen', b: 'Akme ist da', c: 'Nichts, Account' })
  })

  const order = upsert(
    { term: 'account', translations: { de: { translation: 'Konto', forbidden: ['Account'] } } },
    { term: 'Acme', kind: 'do_not_translate' },
  )

  it('is listed by a dry run: translations with new findings, and why', async () => {
    const { breaks, revise, version } = await save('ada/app', { ...order, dry_run: true })
    expect({ version, revise }).toEqual({ version: 0, revise: { entries: 2 } })
    expect(breaks).toMatchObject({
      count: 2,
      first: [
        { key: 'a', locale: 'de', why: 'Account is forbidden for account.' },
        { key: 'b', locale: 'de', why: 'Acme occurs once in the source but not at all here.' },
      ],
    })
    expect((await get('ada/app')).total).toBe(0)
  })

  it('is listed for every project of an account, by name', async () => {
    const { breaks } = await save('ada', { ...order, dry_run: true })
    expect(breaks?.first[0]).toMatchObject({ project: 'ada/app', key: 'a' })
  })

  it('omits overridden terms, and translations with earlier findings', async () => {
    await save('ada/app', upsert({ term: 'Acme' }))
    expect((await save('ada', { ...order, dry_run: true })).breaks?.count).toBe(1)
    await save('ada/app', upsert({ term: 'account', translations: { de: { forbidden: ['Account'] } } }))
    const more = upsert({ term: 'account', translations: { de: { forbidden: ['Account', 'Zugang'] } } })
    expect((await save('ada/app', { ...more, dry_run: true })).breaks?.count).toBe(0)
  })

  it('includes translations with a forbidden term, whatever their source', async () => {
    const { breaks, revise } = await save('ada/app', {
      ...upsert({ term: 'Nichts', kind: 'forbidden' }),
      dry_run: true,
    })
    expect(breaks).toMatchObject({ count: 1, first: [{ key: 'c' }] })
    expect(revise).toBeUndefined()
  })

  it('is searched in the first 5,000 entries, and the answer says that there are more', async () => {
    const source = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`k${index}`, `Acme ${index}`]))
    await loop.push(source, { confirm_removed: 3 })
    const change = upsert({ term: 'Acme', kind: 'do_not_translate' })
    const { revise, breaks } = await save('ada', { ...change, dry_run: true })
    expect(revise).toEqual({ entries: 5000, more: true })
    expect(breaks).toEqual({ count: 0, first: [], more: true })
    expect((await save('ada', change)).revise).toEqual({ entries: 5000, more: true })
  })

  it('is listed on save, and lasts; no translation becomes stale', async () => {
    const { revise, breaks, next } = await save('ada/app', order)
    expect(revise).toEqual({ entries: 2 })
    expect(breaks).toMatchObject({ count: 2, first: [{ key: 'a' }, { key: 'b' }] })
    expect(next).toContain('get_entries with finding lists all of them')
    await runRechecks(loop.world.services)
    expect(await loop.call('get_status', { locales: ['de'] })).toMatchObject({
      locales: [{ findings: { error: { do_not_translate: 1, forbidden_term: 1 } } }],
    })
    expect(await loop.unit('a')).toMatchObject({ stale: null, state: 'translated' })
    const { refused: faults } = await loop.translate({ b: 'Akme ist hier' })
    expect(faults).toMatchObject([{ key: 'b', code: 'invalid', findings: [{ id: 'do_not_translate' }] }])
    expect(await loop.translate({ b: 'Acme ist hier' })).toMatchObject({ accepted: 1 })
  })
})

describe('the policy of a glossary', () => {
  const policy = (target: string, more: object) => loop.ada.call('update_glossary_policy', { target, ...more })

  it('turns findings about its terms into warnings', async () => {
    await loop.push({ a: 'Acme' })
    await save('ada', upsert({ term: 'Acme', kind: 'do_not_translate' }))
    await policy('ada', { do_not_translate: 'warning' })
    expect(await loop.translate({ a: 'Akme' })).toMatchObject({ accepted: 1, warnings: { count: 1 } })
    expect((await get('ada')).version).toBe(1)
  })

  it('accepts terms from users only when agents_save is off, in projects of the account too', async () => {
    await policy('ada', { agents_save: false })
    for (const target of ['ada', 'ada/app']) {
      const fault = await refused(save(target, upsert({ term: 'x' })))
      expect(fault.code).toBe('forbidden')
      expect(fault.message).toBe('Agents cannot change the glossary of ada: agents_save is off.')
      expect((await get(target)).next).toBe('You cannot write here: agents_save of ada is off.')
    }
    await policy('ada', { agents_save: true })
    await save('ada/app', upsert({ term: 'y' }))
    await policy('ada', { agents_save: false })
    expect((await refused(save('ada/app', upsert({ term: 'x' })))).code).toBe('forbidden')
    const human = await loop.world.human('ada')
    expect(await human.call('save_glossary', { target: 'ada/app', ...upsert({ term: 'x' }) })).toMatchObject({
      version: 2,
    })
  })

  it('is rejected without a setting', async () => {
    expect((await refused(policy('ada', {}))).code).toBe('invalid_input')
  })
})

describe('restoring a glossary', () => {
  it('creates a new version with the terms of an old one', async () => {
    await save('ada', upsert({ term: 'one' }, { term: 'two', definition: 'old' }))
    await save('ada', { upsert: [{ term: 'two', definition: 'new' }, { term: 'three' }], remove: ['one'] })
    await save('ada', { upsert: [{ term: 'one', kind: 'forbidden' }], remove: ['three'] })
    const before = await loop.ada.call('restore_glossary', { target: 'ada', version: 1, dry_run: true })
    expect(before).toMatchObject({ version: 3, added: 0, changed: 2, removed: 0, dry_run: true })
    expect(await loop.ada.call('restore_glossary', { target: 'ada', version: 1 })).toMatchObject({
      version: 4,
      changed: 2,
    })
    expect((await get('ada')).terms).toEqual([{ term: 'one' }, { term: 'two', definition: 'old' }])
    expect(await loop.ada.call('restore_glossary', { target: 'ada', version: 2 })).toMatchObject({
      version: 5,
      added: 1,
      changed: 1,
      removed: 1,
    })
    expect((await get('ada')).terms).toEqual([{ term: 'three' }, { term: 'two', definition: 'new' }])
    expect(await loop.ada.call('restore_glossary', { target: 'ada', version: 2 })).toMatchObject({ unchanged: true })
    expect(await loop.ada.call('restore_glossary', { target: 'ada', version: 0 })).toMatchObject({ removed: 2 })
  })

  it('rejects an unknown version', async () => {
    expect((await refused(loop.ada.call('restore_glossary', { target: 'ada', version: 1 }))).code).toBe('not_found')
  })
})
