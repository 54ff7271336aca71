import { describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { eachTeam } from '../team.ts'

const team = eachTeam({ 'a.title': 'File', b: 'Bread', c: 'Cat', d: 'Dog', e: 'Egg', f: 'Fish' })
const other = eachTest(() => team.token(team.bob, 'other'))
const agent = eachTest(() => team.token(team.ada, 'agent'))

const push = (texts: object, more: object = {}): Promise<Readonly<Record<string, unknown>>> => {
  team.world.pass(1000)
  const files = [{ path: 'locales/de.json', content: JSON.stringify(texts) }]
  return agent.call('push_translations', { project: team.project, files, ...more })
}

describe('an import that replaces a text of another writer', () => {
  it('names both texts and the writer, and how to bring the text back', async () => {
    await team.submit(other, 'a.title', 'Arbeit von other')
    const answer = await push({ 'a.title': 'Alte Datei' })
    expect(answer).toMatchObject({
      imported: 1,
      replaced: {
        count: 1,
        first: [
          {
            key: 'a.title',
            locale: 'de',
            was: 'Arbeit von other',
            now: 'Alte Datei',
            by: { kind: 'agent', person: 'bob', token: 'other' },
          },
        ],
      },
      next: expect.stringContaining(
        `1 translation by others was replaced: revert_changes with batch ${String(answer['batch'])} brings it back.`,
      ),
    })
    expect(await team.revert(agent, { batch: answer['batch'] })).toMatchObject({ reverted: 1 })
    expect(await team.shown('a.title')).toBe('translated Arbeit von other')
  })

  it('says so in a dry run, which replaces nothing', async () => {
    await team.submit(other, 'a.title', 'Arbeit von other')
    expect(await push({ 'a.title': 'Alte Datei' }, { dry_run: true })).toMatchObject({
      replaced: { count: 1 },
      next: expect.stringContaining('1 translation by others would be replaced.'),
    })
    expect(await team.shown('a.title')).toBe('translated Arbeit von other')
  })

  it('names the first five, and texts that the file had before', async () => {
    const keys = ['a.title', 'b', 'c', 'd', 'e', 'f']
    for (const key of keys) await team.submit(other, key, `${key} alt`)
    await push(Object.fromEntries(keys.map(key => [key, `${key} alt`])))
    const answer = await push(Object.fromEntries(keys.map(key => [key, `${key} neu`])))
    expect(answer).toMatchObject({
      imported: 6,
      replaced: { count: 6, first: keys.slice(0, 5).map(key => ({ key, was: `${key} alt`, now: `${key} neu` })) },
      next: expect.stringContaining('6 translations by others were replaced: revert_changes with batch'),
    })
  })

  it('names no texts of the importer', async () => {
    await team.submit(agent, 'a.title', 'Datei')
    const answer = await push({ 'a.title': 'Akte' })
    expect(answer).toMatchObject({ imported: 1 })
    expect(answer).not.toHaveProperty('replaced')
    expect(answer['next']).not.toContain('by others')
  })
})

describe('a file that lacks a translation which a pull would have written', () => {
  it('conflicts with a later text of another writer', async () => {
    await team.submit(other, 'b', 'Brot')
    await team.submit(other, 'a.title', 'Arbeit von other')
    expect(await push({ 'a.title': 'Alte Datei' })).toMatchObject({
      conflicts: { count: 1, first: [{ ours: 'Arbeit von other', theirs: 'Alte Datei' }] },
    })
    expect(await team.shown('a.title')).toBe('translated Arbeit von other')
  })

  it('replaces earlier texts, because it may have been pulled between them', async () => {
    await team.submit(other, 'a.title', 'Arbeit von other')
    await team.submit(other, 'b', 'Brot')
    expect(await push({ 'a.title': 'Akte' })).toMatchObject({ imported: 1, replaced: { count: 1 } })
  })

  it('replaces texts where a pull writes no others', async () => {
    await team.settings({ export: 'approved' })
    await team.submit(other, 'b', 'Brot')
    await team.submit(other, 'a.title', 'Arbeit von other')
    expect(await push({ 'a.title': 'Akte' })).toMatchObject({ imported: 1, replaced: { count: 1 } })
  })
})
