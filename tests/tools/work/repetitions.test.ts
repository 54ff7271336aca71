import { describe, expect, it } from 'vitest'
import { runRechecks } from '../../../src/tools/recheck/run.ts'
import { eachLoop, type Row } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'ja'])

/** The first row of a packet. */
async function firstRow(query: Readonly<Record<string, unknown>> = {}): Promise<Row> {
  const [row] = (await loop.work(query)).items
  if (row === undefined) throw new Error('the packet has no row')
  return row
}

const textOf = async (key: string, locale = 'de') => (await loop.unit(key, locale)).texts[0]?.value

describe('a source string in many places', () => {
  it('is one row, which stands for all of them', async () => {
    await loop.push({ a: 'Save changes', b: 'Save changes', c: 'Other', d: 'Save changes' })
    const { items, left, next } = await loop.work()
    expect(items.map(({ key, also }) => [key, also])).toEqual([
      ['a', 2],
      ['c', undefined],
    ])
    expect(left).toBe(4)
    expect(next).toContain('send its also')
    const row = await firstRow()
    const answer = await loop.submit([{ id: row.id, src: row.src, text: 'Änderungen sichern', also: row.also }])
    expect(answer).toMatchObject({ accepted: 3, also: 2, left: { de: 1 } })
    for (const key of ['a', 'b', 'd']) expect(await textOf(key), key).toBe('Änderungen sichern')
    expect((await loop.work()).items.map(({ key }) => key)).toEqual(['c'])
  })

  it('gets further rows if the translation is for one string only', async () => {
    await loop.push({ a: 'Open', b: 'Open' })
    const row = await firstRow()
    expect(await loop.submit([{ id: row.id, src: row.src, text: 'Öffnen' }])).toMatchObject({ accepted: 1 })
    expect((await loop.work()).items.map(({ key, also }) => [key, also])).toEqual([['b', undefined]])
  })

  it('stays as it is if its own string was translated meanwhile', async () => {
    await loop.push({ a: 'Open', b: 'Open', c: 'Open' })
    const row = await firstRow()
    await loop.translate({ a: 'Offen' })
    const answer = await loop.submit([{ id: row.id, src: row.src, rev: undefined, text: 'Öffnen', also: row.also }])
    expect(answer).toMatchObject({ accepted: 0, refused: [{ id: row.id, code: 'rev_required' }] })
    expect([await textOf('a'), await textOf('b'), await textOf('c')]).toEqual(['Offen', undefined, undefined])
  })

  it('keeps what the call sends for a string of its own', async () => {
    await loop.push({ a: 'Open', b: 'Open', c: 'Open' })
    const row = await firstRow()
    const answer = await loop.submit([
      { id: row.id, src: row.src, text: 'Öffnen', also: 2 },
      { key: 'c', text: 'Offen' },
    ])
    expect(answer).toMatchObject({ accepted: 3, also: 1 })
    expect([await textOf('a'), await textOf('b'), await textOf('c')]).toEqual(['Öffnen', 'Öffnen', 'Offen'])
  })

  it('is separate rows where notes or contexts differ', async () => {
    await loop.push({ a: 'Open', b: 'Open' })
    await loop.call('annotate_entry', { key: 'b', note: 'The state of a shop.' })
    expect((await loop.work()).items.map(({ key, also }) => [key, also])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ])
  })

  it('is translated in all locales that the row wants', async () => {
    await loop.push({ a: 'Open', b: 'Open' })
    await loop.translate({ b: 'Offen' })
    const row = await firstRow({ locales: ['de', 'ja'] })
    expect(row).toMatchObject({ key: 'a', also: 1 })
    const texts = { de: 'Öffnen', ja: '開く' }
    expect(await loop.submit([{ id: row.id, src: row.src, texts, also: 1 }])).toMatchObject({ accepted: 3, also: 1 })
    expect([await textOf('b', 'de'), await textOf('b', 'ja')]).toEqual(['Offen', '開く'])
  })

  it('is a row of its own on a branch, where also is refused', async () => {
    await loop.push({ a: 'Open', b: 'Open' }, { branch: 'f' })
    const { items } = await loop.work({ branch: 'f' })
    expect(items.map(({ key, also }) => [key, also])).toEqual([
      ['a', undefined],
      ['b', undefined],
    ])
    const row = await firstRow({ branch: 'f' })
    const fault = await refused(loop.submit([{ id: row.id, src: row.src, text: 'x', also: 1 }], { branch: 'f' }))
    expect([fault.code, fault.message]).toEqual(['invalid_input', expect.stringContaining('also is only for main')])
  })
})

describe('inconsistent translations', () => {
  const long = 'Save all of the changes now'
  const pushInconsistent = async (): Promise<void> => {
    await loop.push({ a: long, b: long, c: long })
    await loop.translate({
      a: 'Alle Änderungen jetzt sichern',
      b: 'Jetzt alles speichern, bitte',
      c: 'Jetzt alles speichern, bitte',
    })
    await runRechecks(loop.world.services)
  }

  it('are one row with the translations elsewhere, and end with one decision', async () => {
    await pushInconsistent()
    const { items } = await loop.work({ finding: 'inconsistent' })
    expect(items).toMatchObject([
      { key: 'a', also: 2, elsewhere: [{ text: 'Jetzt alles speichern, bitte', count: 2 }] },
    ])
    const row = await firstRow({ finding: 'inconsistent' })
    const item = { id: row.id, src: row.src, rev: 1, text: 'Alle Änderungen sichern, jetzt' }
    const answer = await loop.submit([{ ...item, also: row.also, also_rev: row.also_rev }])
    expect(answer).toMatchObject({ accepted: 3, also: 2 })
    for (const key of ['a', 'b', 'c']) expect(await textOf(key), key).toBe('Alle Änderungen sichern, jetzt')
    await runRechecks(loop.world.services)
    expect((await loop.work({ finding: 'inconsistent' })).items).toEqual([])
  })

  it('stay if one of them changed meanwhile', async () => {
    await pushInconsistent()
    const row = await firstRow({ finding: 'inconsistent' })
    await loop.submit([{ key: 'c', text: 'Jetzt alles sichern, bitte', rev: 1 }])
    const item = { id: row.id, src: row.src, rev: 1, text: 'Alle Änderungen sichern, jetzt' }
    const answer = await loop.submit([{ ...item, also: row.also, also_rev: row.also_rev }])
    expect(answer).toMatchObject({ accepted: 0, refused: [{ id: row.id, code: 'rev_required' }] })
    expect(await textOf('b')).toBe('Jetzt alles speichern, bitte')
  })
})
