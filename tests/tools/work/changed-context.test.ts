import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'
import { changeText, type TextChange } from './change-text.ts'

const loop = eachLoop()

beforeEach(() => loop.push({ a: 'Apple' }))

const make = (change: TextChange): Promise<void> => changeText(loop, change)

describe('a changed note', () => {
  const statusOf = (): Promise<{ locales: unknown[] }> => loop.call('get_status')

  it('makes an agent’s translation stale, and work, until it is written with the new note', async () => {
    await loop.translate({ a: 'Apfel' })
    await loop.note('a', 'The firm, not the fruit')
    expect(await loop.unit('a')).toMatchObject({ state: 'translated', stale: { reason: 'note_changed' }, work: true })
    expect((await loop.work()).items).toMatchObject([
      { note: 'The firm, not the fruit', before: { source: 'Apple', text: 'Apfel', why: 'note_changed' } },
    ])
    expect(await statusOf()).toMatchObject({ locales: [{ stale: 1, left: 1, words_left: 1 }] })
    expect(await loop.translate({ a: 'Apple' })).toMatchObject({ accepted: 1, left: { de: 0 } })
    expect(await loop.unit('a')).toMatchObject({ stale: null, work: false, texts: [{ value: 'Apple' }] })
  })

  it('in a pushed file does the same, and the same translation confirms it', async () => {
    const po = (note: string): string =>
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#. ${note}\nmsgid "Pear"\nmsgstr ""\n`
    const file = 'po/en.po'
    await loop.push(po('A fruit'), {}, file)
    const [row] = (await loop.work({ file })).items
    const item = { id: row?.id ?? '', src: row?.src ?? '', text: 'Birne' }
    await loop.submit([item])
    expect((await loop.work({ file })).items).toEqual([])
    await loop.push(po('A colour'), {}, file)
    expect((await loop.work({ file })).items).toMatchObject([
      { id: row?.id, note: 'A colour', before: { source: 'Pear', text: 'Birne', why: 'note_changed' } },
    ])
    expect(await loop.submit([item])).toMatchObject({ accepted: 1 })
    expect((await loop.work({ file })).items).toEqual([])
    await loop.push(po('A fruit'), {}, file)
    expect((await loop.work({ file })).items).toMatchObject([{ before: { why: 'note_changed' } }])
  })

  it('that changes back leaves nothing stale', async () => {
    await loop.note('a', 'The fruit')
    await loop.translate({ a: 'Apfel' })
    await loop.note('a', 'The firm')
    expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'note_changed' } })
    await loop.note('a', 'The fruit')
    expect(await loop.unit('a')).toMatchObject({ stale: null, work: false })
  })

  it('makes a user’s translation stale for users: it is no work, and agents’ texts are suggestions', async () => {
    await loop.translate({ a: 'Apfel' })
    await make({ kind: 'human' })
    await loop.note('a', 'The firm')
    expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'note_changed' }, work: false })
    expect(await loop.work()).toMatchObject({ items: [], left: 0 })
    expect(await statusOf()).toMatchObject({ locales: [{ stale: 1, left: 0, words_left: 0, suggestions: 0 }] })
    expect(await loop.translate({ a: 'Apple' })).toMatchObject({
      suggested: 1,
      refused: [{ code: 'protected' }],
    })
    expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'note_changed' }, texts: [{ value: 'Apfel' }] })
    expect(await statusOf()).toMatchObject({ locales: [{ suggestions: 1 }] })
  })
})

it('a source that returns restores its translation, and removes it from the work', async () => {
  await loop.translate({ a: 'Apfel' })
  await make({ state: 'approved' })
  await loop.push({ a: 'Pear' })
  expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'source_changed' }, work: true, state: 'approved' })
  await loop.translate({ a: 'Birne' })
  expect(await loop.unit('a')).toMatchObject({ stale: null, work: false, state: 'needs_review' })
  await loop.push({ a: 'Apple' })
  expect(await loop.unit('a')).toMatchObject({ stale: null, work: false, state: 'approved' })
  expect((await loop.pull()).content).toContain('Apfel')
})
