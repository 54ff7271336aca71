import { beforeEach, describe, expect, it } from 'vitest'
import type { pullTranslations } from '../../../src/tools/files/pull/pull-translations.ts'
import type { AnswerOf } from '../answer.ts'
import { eachLoop } from '../loop.ts'
import { have } from './have.ts'

const loop = eachLoop(['de', 'fr'])

const pull = (args: object = {}) => loop.call<AnswerOf<typeof pullTranslations>>('pull_translations', args)

it('content: false gives URLs only, also of small files', async () => {
  await loop.push({ a: 'A' })
  await loop.translate({ a: 'Ah, ein Text' })
  expect((await pull({ locale: 'de' })).files?.[0]?.content).toContain('Ah, ein Text')
  const answer = await pull({ locale: 'de', content: false })
  expect(answer.files).toEqual([
    { path: 'locales/de.json', locale: 'de', exported: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  expect(answer.downloads).toMatchObject([{ path: 'locales/de.json', get: expect.stringContaining('/transfer/') }])
  expect(answer.next).toBe('Write the files of downloads at the repository root.')
  expect(JSON.stringify(answer)).not.toContain('Ah, ein Text')
})

describe('a text that a reviewer wants changed', () => {
  beforeEach(async () => {
    await loop.push({ a: 'A', b: 'B' })
    await loop.translate({ a: 'Alt', b: 'Be' })
    const human = await loop.world.human('ada')
    const call = async (tool: string, item: object) => {
      const items = [{ key: 'a', rev: (await loop.unit('a')).rev, ...item }]
      await human.call(tool, { project: loop.project, locale: 'de', items })
    }
    await call('review_translations', { action: 'approve' })
    await call('submit_translations', { src: (await loop.unit('a')).texts[0]?.src.slice(0, 8), text: 'Neu' })
    await call('review_translations', { action: 'request_changes', comment: 'Too formal' })
    const { texts, rev } = await loop.unit('a')
    const [text] = texts
    if (text === undefined) throw new Error('a has no text')
    const { src, value, origin } = text
    const request = {
      kind: 'changes_requested' as const,
      refused: { src, value, rev, origin },
      origin,
      batch_id: 'b1',
      at: text.at,
    }
    await loop.alter('a', unit => ({ request: unit.request ?? request }))
  })

  it('is held back, and the pull says by which policy', async () => {
    const answer = await pull({ locale: 'de', include: 'approved' })
    expect(JSON.parse(answer.files?.[0]?.content ?? '')).toEqual({ a: 'Alt' })
    expect(answer.files).toMatchObject([{ exported: 1, held: 1 }])
    expect(answer.next).toContain(
      'Held back: 1, because a reviewer requested changes; the files have the translation before, or none (policy changes_requested: previous). ',
    )
  })

  it('is in the file with include: all, and not held back', async () => {
    const answer = await pull({ locale: 'de', include: 'all' })
    expect(JSON.parse(answer.files?.[0]?.content ?? '')).toEqual({ a: 'Neu', b: 'Be' })
    expect(answer.files?.[0]).not.toHaveProperty('held')
    expect(answer.next).not.toContain('Held back')
  })
})

describe('translations under the policy export: approved', () => {
  beforeEach(async () => {
    await loop.push({ a: 'A', b: 'B' })
    await (await loop.world.human('ada')).call('update_project_policy', { project: loop.project, export: 'approved' })
  })

  it('are said to wait for approval, by the pull and the status', async () => {
    await loop.translate({ a: 'Ah', b: 'Be' })
    const answer = await pull({ locale: 'de' })
    expect(answer.files).toMatchObject([{ exported: 0, missing: 2, unapproved: 2, content: '{}\n' }])
    expect(answer.next).toMatch(/^Write it to locales\/de.json. Not approved: 2; .*\(export: approved\)/)
    expect(answer.next).not.toContain('get_work')
    const all = await pull({ locales: 'all' })
    expect(all.next).toMatch(/^There is nothing to write. Call get_work for what is missing. Not approved: 2;/)
    const status = await loop.call('get_status', { locales: ['de'] })
    expect(status.next).toContain('2 translations to approve (state: translated; policy export: approved)')
    expect((await pull({ locale: 'de', include: 'translated' })).next).toBe('Write it to locales/de.json.')
  })

  it('stay in the imported file of a caller who has it, and count as exported', async () => {
    const file = '{"a": "Ah", "b": "Be"}'
    await loop.importFile('locales/de.json', file)
    await loop.translate({ b: 'Beh' })
    const answer = await pull({ locale: 'de', ...have({ 'locales/de.json': file }) })
    expect(JSON.parse(answer.files?.[0]?.content ?? '')).toEqual({ a: 'Ah', b: 'Be' })
    expect(answer.files).toMatchObject([{ exported: 2, unapproved: 2 }])
    expect(answer.files?.[0]).not.toHaveProperty('missing')
    expect(answer.next).toContain('Not approved: 2;')
    const others = await pull({ locale: 'de' })
    expect(JSON.parse(others.files?.[0]?.content ?? '')).toEqual({})
    expect(others.files).toMatchObject([{ exported: 0, missing: 2, unapproved: 2 }])
    expect(others.next).toContain('Not approved: 2;')
  })

  it('do not stay there once their import was reverted', async () => {
    const file = '{"a": "Ah", "b": "Be"}'
    await loop.translate({ a: 'Alt' })
    const { batch } = await loop.importFile('locales/de.json', file)
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Ah' }])
    await loop.call('revert_changes', { batch })
    expect((await loop.unit('a')).texts).toMatchObject([{ value: 'Alt' }])
    const answer = await pull({ locale: 'de', ...have({ 'locales/de.json': file }) })
    expect(JSON.parse(answer.files?.[0]?.content ?? '')).toEqual({})
    await loop.translate({ a: 'Ah' })
    await loop.translate({ a: 'Aha' })
    const again = await pull({ locale: 'de', ...have({ 'locales/de.json': file }) })
    expect(JSON.parse(again.files?.[0]?.content ?? '')).toEqual({ a: 'Ah' })
  })
})

describe('a list', () => {
  const SOURCES = {
    'i18n/en.json': '{ "title": "Title", "list": ["One", "Two"] }',
    'app/res/values/strings.xml':
      '<resources><string name="title">Heading</string><string-array name="list"><item>First</item><item>Second</item></string-array></resources>',
  }

  it.each(Object.entries(SOURCES))('of %s is written when all its items are translated', async (path, content) => {
    await loop.push(content, {}, path)
    const { items } = await loop.work()
    const [title, first, second] = items.map(({ id, src, text }) => ({ id, src, text: `${text} de` }))
    if (title === undefined || first === undefined || second === undefined) throw new Error('the file has 3 strings')
    await loop.submit([title, first])
    const answer = await pull({ locale: 'de' })
    expect(answer.files).toMatchObject([{ exported: 1, missing: 2, content: expect.not.stringContaining(first.text) }])
    expect(answer.next).toContain(
      `Not in the files: 1 translation of list items, such as in ${answer.files?.[0]?.path}.`,
    )
    expect(answer.next).toContain('call get_work with locale de')
    await loop.submit([second])
    const whole = await pull({ locale: 'de' })
    expect(whole.files).toMatchObject([{ exported: 3, content: expect.stringContaining(first.text) }])
    expect(whole.next).not.toContain('Not in the files')
  })

  it('that an imported file has keeps its items in their places', async () => {
    await loop.push('{ "list": ["One", "Two"], "errors": { "404": "Not found" }, "more": "More" }', {}, 'i18n/en.json')
    await loop.importFile('i18n/de.json', '{ "list": ["Eins", "Zwei"], "errors": { "404": "Nicht gefunden" } }')
    const answer = await pull({ locale: 'de' })
    expect(answer.files).toMatchObject([{ exported: 3, missing: 1 }])
    expect(answer.next).not.toContain('Not in the files')
  })
})
