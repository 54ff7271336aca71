import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConflictScene, openConflictScene } from './conflict-scene.ts'

let loop: ConflictScene['loop']
let importDe: ConflictScene['importDe']
let pullDe: ConflictScene['pullDe']
let pulled: ConflictScene['pulled']
let delivered: ConflictScene['delivered']
let review: ConflictScene['review']
let counted: ConflictScene['counted']
let diverge: ConflictScene['diverge']

beforeEach(async () => {
  ;({ loop, importDe, pullDe, pulled, delivered, review, counted, diverge } = await openConflictScene())
})
afterEach(() => loop.close())

describe('a conflict and the source', () => {
  it('ends with the source of its text, and is open again when that returns', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect((await pullDe()).content).toBe('{\n  "a": "Projekt"\n}\n')
    expect([await delivered(), await counted()]).toEqual([{ a: 'Projekt' }, 0])
    await loop.push({ a: 'Apple', b: 'Bread {n}' })
    expect([await pulled(), await delivered(), await counted()]).toEqual([{ a: 'Datei' }, { a: 'Projekt' }, 1])
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect(await importDe({ a: 'Datei' })).toMatchObject({ kept: 1 })
    expect([await pulled(), await counted()]).toEqual([{ a: 'Projekt' }, 0])
  })

  it('holds no text of an earlier source where the policy delivers none', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.ada.call('update_project_policy', { project: loop.project, stale: 'omit' })
    expect([await pulled(), await delivered()]).toEqual([{}, {}])
  })

  it('is shown in the work that a reviewer asks for', async () => {
    await diverge()
    await review({ key: 'a', action: 'request_changes', comment: 'Shorter.' }, await loop.world.human('ada'))
    const { items, next } = await loop.work({ keys: ['a'] })
    expect(items).toMatchObject([{ in_file: 'Datei' }])
    expect(next).toContain('in_file is what somebody wrote in the file meanwhile: use it where it fits.')
  })

  it('ends without a word when the text of the file is sent for the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    expect((await loop.submit([{ key: 'a', text: 'Datei' }])).next).not.toContain('The next pull')
    expect([await pulled(), await counted()]).toEqual([{ a: 'Datei' }, 0])
  })

  it('does not return when the project’s text is carried over to the new source', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.ada.call('annotate_entry', { project: loop.project, key: 'a', locale: 'de', dismiss_stale: true })
    expect(await loop.unit('a')).toMatchObject({ stale: null, texts: [{ value: 'Projekt' }, { value: 'Projekt' }] })
    expect([await pulled(), await delivered(), await counted()]).toEqual([{ a: 'Projekt' }, { a: 'Projekt' }, 0])
  })

  it('that ended with the source stays so when the source changes again', async () => {
    await diverge()
    await loop.push({ a: 'Apples', b: 'Bread {n}' })
    await loop.submit([{ key: 'a', text: 'Äpfel' }])
    await loop.push({ a: 'Some apples', b: 'Bread {n}' })
    expect([await pulled(), await counted()]).toEqual([{ a: 'Äpfel' }, 0])
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
