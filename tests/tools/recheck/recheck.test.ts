import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { requestForNewChecks, runRechecks, startRechecking } from '../../../src/tools/recheck/run.ts'
import { runTurn } from '../../../src/tools/recheck/run-turn.ts'
import { TermSelections } from '../../../src/tools/recheck/select-terms.ts'
import type { findChecks } from '../../../src/tools/work/find-checks.ts'
import type { getStatus } from '../../../src/tools/work/get-status.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop, found } from '../loop.ts'
import { openSite } from '../site.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'ja'])

const status = () => loop.call<AnswerOf<typeof getStatus>>('get_status')
const german = async () => (await status()).locales.find(({ locale }) => locale === 'de')
const keys = async (more: Readonly<Record<string, unknown>>) => (await loop.entries(more)).map(({ key }) => key)
const selections = new TermSelections()
const recheck = () => runRechecks(loop.world.services)
const requests = () => loop.world.services.store.read.rechecks.page('all', '', { limit: 100 })
const saveTerms = (upsert: readonly object[], target = loop.project) =>
  loop.ada.call('save_glossary', { target, upsert })
const forbid = (term: string) => [{ term, kind: 'forbidden' }]

/** Strings in pages of several turns. */
async function translateMany(count: number, text: (at: number) => string): Promise<void> {
  await loop.push(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, `String ${at}`])))
  for (let from = 0; from < count; from += 500) {
    const items = Array.from({ length: Math.min(500, count - from) }, (_, at) => from + at)
    await loop.submit(items.map(at => ({ key: `k${at}`, text: text(at) })))
  }
}

describe('findings after a change of rules', () => {
  it('of a term count again, although ignored, when the glossary asks for another wording', async () => {
    const servant = (translation: string, definition = '') => [
      { term: 'servant', definition, translations: { de: { translation } } },
    ]
    await loop.push({ a: 'The servant' })
    await saveTerms(servant('Diener'))
    await loop.translate({ a: 'Der Knappe' })
    expect(await keys({ finding: 'glossary' })).toEqual(['a'])
    const ignore = { finding: 'glossary', reason: 'A game.' }
    await loop.call('annotate_entry', { key: 'a', locale: 'de', ignore })
    await saveTerms(servant('Diener', 'Who serves.'))
    await recheck()
    expect(await keys({ finding: 'glossary' })).toEqual([])
    expect(await saveTerms(servant('Knecht'))).toMatchObject({ breaks: { count: 1, first: [{ key: 'a' }] } })
    await recheck()
    expect(await keys({ finding: 'glossary' })).toEqual(['a'])
  })

  it('of the glossary of a project or its account are kept, counted and listed', async () => {
    await loop.push({ a: 'Boost it', b: 'Pear', c: 'Plum' })
    await loop.translate({ a: 'Verstärken', b: 'Birne', c: 'Pflaume' })
    await saveTerms([{ term: 'Boost', kind: 'do_not_translate' }])
    expect(await status()).toMatchObject({ rechecking: 0 })
    await recheck()
    expect(await status()).not.toHaveProperty('rechecking')
    expect(await german()).toMatchObject({ errors: 1, findings: { error: { do_not_translate: 1 } } })
    expect(await keys({ finding: 'do_not_translate' })).toEqual(['a'])
    await saveTerms(forbid('Birne'), 'ada')
    await recheck()
    expect(await keys({ finding: 'any' })).toEqual(['a', 'b'])
    await loop.ada.call('save_glossary', { target: 'ada', remove: ['Birne'] })
    await loop.ada.call('save_glossary', { target: loop.project, remove: ['Boost'] })
    await recheck()
    expect(await german()).not.toHaveProperty('findings')
    expect((await requests()).items).toEqual([])
  })

  it('writes neither revisions nor batches, and only what changed', async () => {
    await loop.push({ a: 'Apple', b: 'Pear' })
    await loop.translate({ a: 'Apfel', b: 'Birne' })
    const before = await loop.unit('a')
    const other = await loop.unit('b')
    const changes = await loop.call<{ batches?: unknown[] }>('list_changes')
    await saveTerms(forbid('Apfel'))
    await recheck()
    const after = await loop.unit('a')
    expect(after.texts[0]).toEqual({
      ...before.texts[0],
      findings: [expect.objectContaining({ id: 'forbidden_term' })],
    })
    expect(after.rev).toBe(before.rev)
    expect(await loop.unit('b')).toEqual(other)
    expect(await loop.call('list_changes')).toEqual(changes)
  })

  it('follow the levels, the policy of the glossary, and the limits of a pushed file', async () => {
    await loop.push({ a: 'Hello {name}', b: 'Pear' })
    await loop.translate({ a: 'Hallo {name}', b: 'Birne' })
    await saveTerms(forbid('Birne'))
    await recheck()
    expect(await german()).toMatchObject({ findings: { error: { forbidden_term: 1 } } })
    await loop.ada.call('update_glossary_policy', { target: loop.project, forbidden_term: 'warning' })
    await recheck()
    expect(await german()).toMatchObject({ errors: 0, findings: { warning: { forbidden_term: 1 } } })
    await loop.call('update_project_policy', { levels: { forbidden_term: 'info' } })
    await recheck()
    expect(await german()).toMatchObject({ findings: { info: { forbidden_term: 1 } } })
    await loop.call('update_project_policy', { levels: { forbidden_term: 'off' } })
    await recheck()
    expect(await german()).not.toHaveProperty('findings')
  })

  it('follow a change of the placeholder families of a file', async () => {
    await loop.push({ a: '100 %d' })
    await loop.translate({ a: '100 %d' })
    await loop.alter('a', ({ texts }) => ({ texts: texts.map(text => ({ ...text, value: '100' })) }))
    await loop.push({ a: '100 %d', n: 'New' })
    await recheck()
    expect(await german()).not.toHaveProperty('findings')
    const file = { path: 'locales/en.json', content: '{"a":"100 %d"}\n', families: ['printf'], syntax: 'printf' }
    await loop.call('push_source', { files: [file], confirm_removed: 1 })
    expect((await requests()).items).toMatchObject([{ scope: { kind: 'files' } }])
    await recheck()
    expect(await german()).toMatchObject({ findings: { error: { placeholders: 1 } } })
  })

  it('keeps what was ignored while the translation stays, and counts it apart', async () => {
    await loop.push({ a: 'Pear' })
    await loop.translate({ a: 'Birne' })
    await loop.ada.call('update_glossary_policy', { target: loop.project, forbidden_term: 'warning' })
    await saveTerms(forbid('Birne'))
    await recheck()
    const ignore = { finding: 'forbidden_term', reason: 'A brand' }
    await loop.call('annotate_entry', { key: 'a', locale: 'de', ignore })
    await saveTerms(forbid('Apfel'))
    await loop.call('update_project_policy', { levels: { max_length: 'error' } })
    await recheck()
    expect(await german()).toMatchObject({ ignored: 1 })
    expect(await german()).not.toHaveProperty('findings')
    expect(await keys({ finding: 'any' })).toEqual([])
    expect(await keys({ ignored: true })).toEqual(['a'])
    const whole = await loop.call('get_entries', { keys: ['a'], locale: 'de' })
    expect(whole).toMatchObject({
      entries: [
        { texts: { de: { findings: [{ ignored: { reason: 'A brand', by: 'ada', at: expect.any(String) } }] } } },
      ],
    })
    const rev = (await loop.unit('a')).rev
    await loop.submit([{ key: 'a', text: 'Birne!', rev }])
    expect(await keys({ finding: 'any' })).toEqual(['a'])
  })

  it('are not replaced where a translation changed meanwhile', async () => {
    await loop.push({ a: 'Pear' })
    await loop.translate({ a: 'Birne' })
    await saveTerms(forbid('Birne'))
    const [request] = (await requests()).items
    const { services } = loop.world
    await runTurn(found(request), services, selections)
    const [begun] = (await requests()).items
    const { store } = services
    let raced = false
    const transaction: typeof store.transaction = async (fn, options) => {
      if (!raced && options?.user === 'recheck') {
        raced = true
        await loop.submit([{ key: 'a', text: 'Obst', rev: 1 }])
      }
      return store.transaction(fn, options)
    }
    await runTurn(found(begun), { ...services, store: { ...services.store, transaction } }, selections)
    expect(raced).toBe(true)
    const [text] = (await loop.unit('a')).texts
    expect([text?.value, text?.findings]).toEqual(['Obst', []])
  })
})

describe('a request to check again', () => {
  it('works in pages, says how far it is, and continues after a restart', async () => {
    await translateMany(230, at => (at % 2 === 0 ? `Birne ${at}` : `Apfel ${at}`))
    await saveTerms(forbid('Birne'))
    const { services, dataDir } = loop.world
    const seen: unknown[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await runTurn(found((await requests()).items[0]), services, selections)
      seen.push((await status()).rechecking)
    }
    expect(seen).toEqual([0, 0.21, 0.43])
    expect((await german())?.['findings']).toEqual({ error: { forbidden_term: 50 } })
    await services.store.close()
    const store = await openStore({ url: 'lowdb:', dataDir })
    const again = { ...services, store }
    const [left] = (await store.read.rechecks.page('all', '', { limit: 10 })).items
    expect(left).toMatchObject({ total: 230, done: 100 })
    await runRechecks(again)
    expect(await store.read.translations.count('finding', `${left?.owner_id}\u0000de\u0000forbidden_term`)).toBe(115)
    await store.close()
  })

  it('is shared by changes that wait, and replaced by one for everything', async () => {
    await loop.push({ a: 'A' })
    await saveTerms(forbid('x'))
    await saveTerms(forbid('y'))
    expect((await requests()).items).toMatchObject([{ scope: { kind: 'terms', since: 1 } }])
    await runTurn(found((await requests()).items[0]), loop.world.services, selections)
    await saveTerms(forbid('z'))
    expect((await requests()).items.map(({ scope, total }) => [scope, total])).toEqual([
      [expect.objectContaining({ kind: 'terms', since: 3 }), undefined],
      [expect.objectContaining({ kind: 'terms', since: 1 }), 1],
    ])
    await loop.ada.call('update_glossary_policy', { target: loop.project, forbidden_term: 'warning' })
    expect((await requests()).items.map(({ scope }) => scope)).toEqual([{ kind: 'all' }])
  })

  it('that fails keeps no other waiting, and is tried again', async () => {
    await loop.push({ a: 'A' })
    await loop.translate({ a: 'Birne' })
    const { services } = loop.world
    const broken = { id: 'broken', owner: 'project' as const, scope: { kind: 'all' as const }, done: 0, turns: 0 }
    const owner_id = (await loop.record()).id
    await services.store.transaction(tx =>
      tx.rechecks.insert({ ...broken, owner_id, total: 1, cursor: 'no position', at: services.now().toISOString() }),
    )
    await saveTerms(forbid('Birne'), 'ada')
    await expect(recheck()).rejects.toThrow(SyntaxError)
    expect((await requests()).items.map(({ id }) => id)).toEqual(['broken'])
    expect(await keys({ finding: 'any' })).toEqual(['a'])
    await services.store.transaction(tx =>
      tx.rechecks.put({ ...broken, owner_id, total: 1, at: services.now().toISOString() }),
    )
    await recheck()
    expect((await requests()).items).toEqual([])
  })

  it('is made by a policy that changes a level, and by no other', async () => {
    await loop.push({ a: 'A' })
    const set = (more: object) =>
      loop.ada.call<{ next: string }>('update_glossary_policy', { target: loop.project, ...more })
    expect((await set({ agents_save: false })).next).toBe('get_glossary lists the terms.')
    expect((await requests()).items).toEqual([])
    expect((await set({ do_not_translate: 'warning' })).next).toContain('checked again')
    expect((await requests()).items).toHaveLength(1)
  })

  it('takes turns with the requests of other projects', async () => {
    await translateMany(120, at => `Text ${at}`)
    await loop.ada.call('create_project', { project: 'ada/two', source_locale: 'en', target_locales: ['de'] })
    await loop.ada.call('push_source', { project: 'ada/two', files: [{ path: 'en.json', content: '{"a":"A"}' }] })
    await saveTerms(forbid('x'))
    for (let turn = 0; turn < 2; turn += 1)
      await runTurn(found((await requests()).items[0]), loop.world.services, selections)
    await saveTerms(forbid('x'), 'ada/two')
    const two = found((await requests()).items[0])
    expect((await loop.world.services.store.read.projects.get(two.owner_id))?.slug).toBe('two')
  })

  it('ends with its project', async () => {
    await translateMany(60, at => `Text ${at}`)
    await saveTerms(forbid('x'))
    await loop.call('delete_project', { confirm: loop.project })
    await recheck()
    expect((await requests()).items).toEqual([])
    await loop.call('restore_project')
    expect((await requests()).items).toMatchObject([{ owner: 'project', scope: { kind: 'all' } }])
  })
})

it('the background job checks again what changes request, and everything after other checks', async () => {
  await loop.push({ a: 'Pear' })
  await loop.translate({ a: 'Birne' })
  await loop.alter('a', ({ texts }) => ({
    texts: texts.map(text => ({ ...text, findings: [{ id: 'markup', level: 'error' as const, message: 'Gone.' }] })),
  }))
  const { services } = loop.world
  await requestForNewChecks(services)
  expect((await requests()).items).toMatchObject([{ owner: 'server' }])
  await recheck()
  expect(await german()).toMatchObject({ errors: 0 })
  await requestForNewChecks(services)
  expect((await requests()).items).toEqual([])
  await requestForNewChecks({ ...services, version: 'another' })
  expect((await requests()).items).toMatchObject([{ owner: 'server' }])
  const job = startRechecking({ ...services, version: 'another' })
  const settled = new Promise<void>(resolve => {
    const stop = services.store.watch(changes => {
      if (!changes.some(({ collection }) => collection === 'translations')) return
      stop()
      resolve()
    })
  })
  await saveTerms(forbid('Birne'))
  await settled
  await job.stop()
  expect(await german()).toMatchObject({ errors: 1 })
})

describe('find_checks', () => {
  it('describes every check with its level, whether it applies, and its findings', async () => {
    await loop.push({ a: 'Pear' })
    await loop.translate({ a: 'Birne' })
    const levels = { max_length: 'warning', control_characters: 'off' }
    await loop.call('update_project_policy', { levels })
    const checks = () => loop.call<AnswerOf<typeof findChecks>>('find_checks')
    const row = async (id: string) => (await checks()).checks.find(one => one.id === id)
    expect(await row('forbidden_term')).toMatchObject({ level: 'error', inactive: 'The glossary has no terms.' })
    expect(await row('max_length')).toMatchObject({ level: 'warning', default: 'error' })
    expect(await row('control_characters')).toMatchObject({ level: 'off', inactive: 'Its level is off.' })
    expect(await row('icu_syntax')).toMatchObject({ fixed: true, finds: expect.any(String), why: expect.any(String) })
    await saveTerms(forbid('Birne'))
    await loop.ada.call('update_glossary_policy', { target: loop.project, forbidden_term: 'warning' })
    await recheck()
    expect(await row('forbidden_term')).toMatchObject({ level: 'warning', findings: 1 })
    expect((await checks()).next).toContain('get_entries with finding')
  })

  it('has the IDs that filters take, and an unknown one is refused with the list', async () => {
    const error = await refused(keys({ finding: 'placeholder' }))
    expect(error.code).toBe('invalid_input')
    expect(error.message).toBe('finding is "placeholder", which is no check.')
    expect(error.fix).toContain('Did you mean placeholders? Give one of any, error, warning, info, ')
  })

  it('is done by one process, whose checks count while two releases run side by side', async () => {
    await loop.push({ a: 'Pear' })
    const { read } = loop.world.services.store
    const create = openSite(loop.world.services)
    const [old, young] = [create({ version: '1.0.0' }), create({ version: '2.0.0' })]
    const version = async () => (await read.check_versions.get('checks'))?.version
    const settled = async (): Promise<void> => expect.poll(async () => (await requests()).items).toEqual([])
    const job = startRechecking(old.services)
    await expect.poll(version).toBeDefined()
    await settled()
    const first = await version()
    const other = startRechecking(young.services)
    await young.refused('rechecks')
    expect(await version()).toBe(first)
    await Promise.all([job.stop(), other.stop()])
    const next = startRechecking(young.services)
    await expect.poll(version).not.toBe(first)
    const second = await version()
    const again = startRechecking(old.services)
    await old.refused('rechecks')
    expect(await version()).toBe(second)
    await settled()
    await Promise.all([next.stop(), again.stop()])
  })

  it('stores nothing of a turn that another process did meanwhile', async () => {
    await loop.push({ a: 'Pear' })
    await loop.translate({ a: 'Birne' })
    await saveTerms(forbid('Birne'))
    const { services } = loop.world
    await runTurn(found((await requests()).items[0]), services, selections)
    const begun = found((await requests()).items[0])
    const other = { ...begun, turns: begun.turns + 1 }
    await services.store.transaction(tx => tx.rechecks.put(other))
    await runTurn(begun, services, selections)
    expect((await requests()).items).toEqual([other])
    expect(await german()).toMatchObject({ errors: 0 })
  })
})
