import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loop, openLoop } from '../loop.ts'

let loop: Loop

beforeEach(async () => {
  loop = await openLoop(['de'])
  await loop.push({ a: 'Apple', b: 'Bread' })
})
afterEach(() => loop.close())

const importDe = (texts: object, more: object = {}, by = loop.ada): Promise<Readonly<Record<string, unknown>>> =>
  by.call('push_translations', {
    project: loop.project,
    files: [{ path: 'locales/de.json', content: JSON.stringify(texts) }],
    ...more,
  })
const revert = (batch: unknown, by = loop.ada): Promise<Readonly<Record<string, unknown>>> =>
  by.call('revert_changes', { project: loop.project, batch })
const textOf = async (name: string): Promise<unknown> => (await loop.unit(name)).texts[0]?.value

describe('a text of an import that nobody touched', () => {
  it('is replaced by the next push of the file, with both texts in the history', async () => {
    await importDe({ a: 'Apfel', b: 'Brot' })
    expect(await importDe({ a: 'Äpfel', b: 'Brot' })).toMatchObject({ imported: 1, unchanged: 1 })
    expect([await textOf('a'), (await loop.unit('a')).rev]).toEqual(['Äpfel', 2])
  })

  it('is replaced by its writer on another branch, which has no file yet', async () => {
    const branch = 'f'
    await loop.push({ a: 'Apple', b: 'Bread' }, { branch })
    await importDe({ a: 'Apfel' }, { branch })
    expect(await importDe({ a: 'Äpfel' })).toMatchObject({ imported: 1 })
    expect(await textOf('a')).toBe('Äpfel')
  })

  it('conflicts there with the file of another writer', async () => {
    const branch = 'f'
    await loop.push({ a: 'Apple', b: 'Bread' }, { branch })
    const human = await loop.world.human('ada')
    await importDe({ a: 'Apfel' }, { branch }, human)
    expect(await importDe({ a: 'Äpfel' })).toMatchObject({ conflicts: { first: [{ ours: 'Apfel', theirs: 'Äpfel' }] } })
    expect(await textOf('a')).toBe('Apfel')
  })

  it('is reverted with its batch by the writer', async () => {
    const { batch: first } = await importDe({ a: 'Apfel', b: 'Brot' })
    const { batch: second } = await importDe({ a: 'Äpfel', b: 'Brote' })
    expect(await revert(second)).toMatchObject({ reverted: 2 })
    expect([await textOf('a'), await textOf('b')]).toEqual(['Apfel', 'Brot'])
    expect(await revert(first)).toMatchObject({ reverted: 2 })
    expect(await loop.unit('a')).toMatchObject({ state: 'untranslated' })
    expect(JSON.parse((await loop.pull()).content)).toEqual({})
  })

  it('stays reverted when the same file is pushed, and is replaced by a corrected one', async () => {
    const { batch } = await importDe({ a: 'Falsch' })
    await revert(batch)
    expect(await importDe({ a: 'Falsch' })).toMatchObject({ kept: 1 })
    expect(await importDe({ a: 'Apfel' })).toMatchObject({ imported: 1 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ a: 'Apfel' })
  })
})

describe('a text of an import that somebody changed since', () => {
  it('is not reverted with the import', async () => {
    const { batch } = await importDe({ a: 'Apfel', b: 'Brot' })
    const human = await loop.world.human('ada')
    const { texts, rev } = await loop.unit('a')
    const items = [{ key: 'a', src: texts[0]?.src.slice(0, 8), text: 'Mensch', rev }]
    await human.call('submit_translations', { project: loop.project, locale: 'de', items })
    expect(await revert(batch)).toMatchObject({ reverted: 1, superseded: 1 })
    expect([await textOf('a'), await textOf('b')]).toEqual(['Mensch', undefined])
  })
})
