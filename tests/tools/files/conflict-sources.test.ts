import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConflictScene, conflictsOf, openConflictScene } from './conflict-scene.ts'

let loop: ConflictScene['loop']
let importDe: ConflictScene['importDe']
let pulled: ConflictScene['pulled']
let delivered: ConflictScene['delivered']
let review: ConflictScene['review']
let revert: ConflictScene['revert']
let counted: ConflictScene['counted']
let diverge: ConflictScene['diverge']

beforeEach(async () => {
  ;({ loop, importDe, pulled, delivered, review, revert, counted, diverge } = await openConflictScene())
})
afterEach(() => loop.close())

describe('a conflict and the source', () => {
  it('is kept while the translation is stale, and ends with a translation of the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect([await pulled(), await delivered()]).toEqual([{ a: 'Datei' }, { a: 'Projekt' }])
    expect(await counted()).toBe(1)
    expect(conflictsOf(await importDe({ a: 'Datei' }))).toMatchObject([{ why: 'both_changed' }])
    await loop.submit([{ key: 'a', text: 'Äpfel' }])
    expect([await pulled(), await delivered()]).toEqual([{ a: 'Äpfel' }, { a: 'Äpfel' }])
    expect(await counted()).toBe(0)
    expect(await importDe({ a: 'Datei' })).toMatchObject({ kept: 1 })
  })

  it('is shown in the work for the new source, and a translation says that it replaces the text of the file', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    const { items, next } = await loop.work({ keys: ['a'] })
    expect(items).toMatchObject([{ before: { text: 'Projekt', why: 'source_changed' }, in_file: 'Datei' }])
    expect(next).toContain('in_file is what somebody wrote in the file meanwhile: use it where it fits.')
    const dry = await loop.submit([{ key: 'a', text: 'Äpfel' }], { dry_run: true })
    expect(dry.next).toContain('The next pull would replace 1 text that only the file has: "Datei" of "a" (de).')
    const done = await loop.submit([{ key: 'a', text: 'Äpfel' }])
    expect(done.next).toContain(
      `The next pull replaces 1 text that only the file has: "Datei" of "a" (de). get_entries with suggested: true, full: true shows it; revert_changes with batch ${done.batch} keeps it in the file.`,
    )
    const shown = await loop.ada.call('get_entries', {
      project: loop.project,
      locale: 'de',
      suggested: true,
      full: true,
    })
    expect(JSON.stringify(shown)).toContain('"Datei"')
    await revert(done.batch)
    expect([await pulled(), await delivered()]).toEqual([{ a: 'Datei' }, { a: 'Projekt' }])
  })

  it('ends without a word when the text of the file is sent for the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect((await loop.submit([{ key: 'a', text: 'Datei' }])).next).not.toContain('The next pull')
    expect([await pulled(), await counted()]).toEqual([{ a: 'Datei' }, 0])
  })

  it('is kept when the project’s text is carried over to the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.ada.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', dismiss_stale: true })
    expect(await loop.unit('a')).toMatchObject({ stale: null, texts: [{ value: 'Projekt' }, { value: 'Projekt' }] })
    expect([await pulled(), await delivered(), await counted()]).toEqual([{ a: 'Datei' }, { a: 'Projekt' }, 1])
  })

  it('that ended with the source stays so when the source changes again', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.submit([{ key: 'a', text: 'Äpfel' }])
    await loop.push({ a: 'Some apples', b: 'Bread {n}' })
    expect([await pulled(), await counted()]).toEqual([{ a: 'Äpfel' }, 0])
  })

  it('ends with an accepted suggestion for the new source, which says so', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    const human = await loop.world.human('ada')
    await human.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', lock: true })
    await loop.submit([{ key: 'a', text: 'Äpfel' }])
    await human.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', lock: false })
    const { id } = (await loop.unit('a')).suggestions.find(({ value }) => value === 'Äpfel') ?? {}
    const { next } = await review({ id: 'e1', action: 'accept', suggestion: id }, human)
    expect(next).toContain('The next pull replaces 1 text that only the file has: "Datei" of "a" (de).')
  })

  it('follows a renamed key, in a pull and in a push of the file under its former key', async () => {
    await diverge()
    await loop.push({ moved: 'Apple', b: 'Bread {n}' })
    const both = async () => [await pulled(), await delivered()]
    expect(await both()).toEqual([{ moved: 'Datei' }, { moved: 'Projekt' }])
    await importDe({ a: 'Datei' })
    expect(await both()).toEqual([{ moved: 'Datei' }, { moved: 'Projekt' }])
    await importDe({ moved: 'Datei' })
    expect(await both()).toEqual([{ moved: 'Datei' }, { moved: 'Projekt' }])
  })
})
