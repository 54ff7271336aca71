import { beforeEach, describe, expect, it } from 'vitest'
import type { pushTranslations } from '../../../src/tools/files/import/push-translations.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'fr'])

beforeEach(() => loop.push({ a: 'A', b: 'B', c: 'C' }))

const compare = async (texts: object, more: object = {}): Promise<readonly string[]> => {
  const input = { project: loop.project, locale: 'de', path: 'locales/en.json', texts, ...more }
  return (await loop.ada.call<{ unknown: readonly string[] }>('compare_translations', input)).unknown
}

it('lists the texts that the project never had', async () => {
  await loop.translate({ a: 'eins' })
  expect(await compare({ a: 'eins' })).toEqual([])
  expect(await compare({ a: 'zwei', b: 'drei' })).toEqual(['a', 'b'])
  expect(await compare({ a: 'eins' }, { locale: 'fr' })).toEqual(['a'])
})

it('knows earlier texts, and those of keys that left the source', async () => {
  await loop.translate({ a: 'eins' })
  await loop.submit([{ key: 'a', text: 'neu', rev: 1 }])
  await loop.translate({ b: 'zwei' })
  await loop.push({ a: 'A', c: 'C' }, { confirm_removed: 1 })
  expect(await compare({ a: 'eins', b: 'zwei' })).toEqual([])
  expect(await compare({ a: 'neu', b: 'anders', none: 'x' })).toEqual(['b', 'none'])
})

it('knows the texts of strings that moved to another file', async () => {
  await loop.translate({ a: 'eins' })
  const file = (path: string, texts: object) => ({ path, content: JSON.stringify(texts) })
  const files = [file('locales/en.json', { b: 'B', c: 'C' }), file('more/en.json', { x: 'A' })]
  await loop.call('push_source', { files })
  expect(await compare({ a: 'eins' })).toEqual([])
  expect(await compare({ a: 'zwei' })).toEqual(['a'])
})

it('knows the texts of the imported file, also for keys that the source lacks', async () => {
  const content = JSON.stringify({ a: 'eins', more: 'mehr' })
  await loop.call('push_translations', { files: [{ path: 'locales/de.json', content }] })
  expect(await compare({ a: 'eins', more: 'mehr' })).toEqual([])
  expect(await compare({ more: 'anders' })).toEqual(['more'])
})

it('needs a source file of the branch', async () => {
  const input = { project: loop.project, locale: 'de', path: 'other.json', texts: {} }
  expect(await refused(loop.ada.call('compare_translations', input))).toMatchObject({ code: 'not_found' })
})

describe('texts that nobody decided on', () => {
  const held = async (texts: object, more: object = {}): Promise<object> => {
    const input = { project: loop.project, locale: 'de', path: 'locales/en.json', texts, ...more }
    const { next: _, ...answer } = await loop.ada.call<{ next: string; unknown: readonly string[] }>(
      'compare_translations',
      input,
    )
    return answer
  }
  const importDe = (texts: object, more: object = {}, by = loop.ada) =>
    by.call<AnswerOf<typeof pushTranslations>>('push_translations', {
      project: loop.project,
      files: [{ path: 'locales/de.json', content: JSON.stringify(texts) }],
      ...more,
    })
  /** An import by a program that does not administer the project. */
  const importForReview = async (texts: object): Promise<void> => {
    await loop.settings({ review: 'required' })
    await importDe(texts, {}, await loop.world.user('ada', ['project:read', 'project:write']))
    expect((await loop.unit('a')).state).toBe('needs_review')
  }
  /** The project changed its text, and the file has another one. */
  const diverge = async (more: object = {}) => {
    await loop.translate({ a: 'Apfel' })
    await importDe({ a: 'Apfel' }, more)
    await loop.submit([{ key: 'a', text: 'Projekt', rev: (await loop.unit('a')).rev }])
    return importDe({ a: 'Datei' }, more)
  }
  const decide = (action: string, { conflicts }: AnswerOf<typeof pushTranslations>) =>
    loop.call('review_translations', {
      locale: 'de',
      items: [{ id: conflicts?.first[0]?.id, suggestion: conflicts?.first[0]?.suggestion, action }],
    })

  it.each(['accept', 'reject'])('are conflicts of the imported file, until %s', async action => {
    const imported = await diverge()
    expect(await held({ a: 'Datei', b: 'x' })).toEqual({ unknown: ['b'], held: ['a'] })
    expect(await held({ a: 'Projekt' })).toEqual({ unknown: [] })
    expect(await held({ a: 'Apfel' })).toEqual({ unknown: [] })
    await decide(action, imported)
    expect(await held({ a: 'Datei' })).toEqual({ unknown: [] })
  })

  it('are no conflicts of another branch, key or locale', async () => {
    await loop.push({ a: 'A', b: 'B', c: 'C' }, { branch: 'next' })
    await diverge({ branch: 'next' })
    expect(await held({ a: 'Datei' })).toEqual({ unknown: ['a'] })
    expect(await held({ a: 'Datei' }, { branch: 'next' })).toEqual({ unknown: [], held: ['a'] })
    expect(await held({ b: 'Datei' }, { branch: 'next' })).toEqual({ unknown: ['b'] })
    expect(await held({ a: 'Datei' }, { branch: 'next', locale: 'fr' })).toEqual({ unknown: ['a'] })
  })

  it('are texts that wait for a review, until a reviewer decides', async () => {
    await loop.translate({ b: 'vorher' })
    await importForReview({ a: 'eins' })
    await loop.submit([{ key: 'b', text: 'nachher', rev: 1 }])
    expect(await held({ a: 'eins', b: 'nachher' })).toEqual({ unknown: [], held: ['a', 'b'] })
    expect(await held({ a: 'zwei', b: 'vorher' })).toEqual({ unknown: ['a'] })
    const items = [
      { key: 'a', action: 'approve' },
      { key: 'b', action: 'reject' },
    ]
    await loop.review(items)
    expect(await held({ a: 'eins', b: 'nachher' })).toEqual({ unknown: [] })
  })

  it('are texts that only an approval would export', async () => {
    await loop.translate({ a: 'eins' })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [] })
    await loop.settings({ export: 'approved' })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [], held: ['a'] })
  })

  it('are texts before such ones for the same source, unless a reviewer refused them', async () => {
    await loop.translate({ a: 'eins' })
    await loop.settings({ export: 'approved' })
    await loop.translate({ a: 'zwei' })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [], held: ['a'] })
    const review = (action: string, more: object = {}) => loop.review([{ key: 'a', action, ...more }])
    await review('request_changes', { comment: 'Another word.' })
    await loop.translate({ a: 'drei' })
    expect(await held({ a: 'zwei' })).toEqual({ unknown: [] })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [], held: ['a'] })
    await review('approve')
    expect(await held({ a: 'eins' })).toEqual({ unknown: [] })
  })

  it('are not those of a source that the policy does not export, nor of another string', async () => {
    await importForReview({ a: 'eins' })
    await loop.push({ a: 'A new', b: 'B', c: 'C' })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [], held: ['a'] })
    await loop.settings({ review: 'required', stale: 'omit' })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [] })
    await loop.settings({ review: 'required', export: 'approved' })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [] })
    await loop.settings({ review: 'required' })
    await loop.push({ b: 'B', c: 'C' }, { confirm_removed: 1 })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [] })
    await loop.push({ a: 'Something else', b: 'B', c: 'C' })
    expect(await held({ a: 'eins' })).toEqual({ unknown: [] })
  })
})
