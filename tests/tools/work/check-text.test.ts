import { beforeEach, describe, expect, it } from 'vitest'
import { eachLoop } from '../loop.ts'
import { refused } from '../world.ts'

const loop = eachLoop(['de', 'pl'])

beforeEach(() => loop.push({ a: 'Hello {name}', b: ' Apple ', c: 'One\nTwo' }))

interface Checked {
  readonly results: readonly Readonly<Record<string, unknown>>[]
  readonly more?: number
}
const check = (more: object): Promise<Checked> => loop.call('check_text', { locale: 'de', ...more })

describe('check_text', () => {
  it('returns the findings and repairs of a submission, and writes nothing', async () => {
    const before = await loop.record()
    const { results } = await check({
      items: [
        { key: 'a', text: 'Hallo' },
        { key: 'a', text: 'Hallo {name}' },
        { id: 'e2', text: 'Apfel' },
        { id: 'e3', text: 'Eins\r\nZwei' },
        { key: 'zz', text: 'x' },
        { key: 'a' },
      ],
    })
    expect(results).toEqual([
      {
        id: 'e1',
        key: 'a',
        ok: false,
        findings: [expect.objectContaining({ id: 'placeholders', level: 'error', fix: expect.any(String) })],
      },
      { id: 'e1', key: 'a', ok: true },
      {
        id: 'e2',
        key: 'b',
        ok: true,
        findings: [
          expect.objectContaining({ id: 'edge_whitespace', level: 'warning', fix: expect.any(String) }),
          expect.objectContaining({ id: 'edge_whitespace', level: 'warning', fix: expect.any(String) }),
        ],
      },
      { id: 'e3', key: 'c', ok: true, text: 'Eins\nZwei', repaired: ['line_endings'] },
      { key: 'zz', ok: false, code: 'unknown_key', why: expect.any(String), fix: expect.any(String) },
      { key: 'a', ok: false, code: 'invalid', why: 'The item has no text, or two.', fix: 'Give text or forms.' },
    ])
    expect(await loop.record()).toEqual(before)
    const { refused: faults } = await loop.translate({ a: 'Hallo' })
    expect(faults).toMatchObject([{ code: 'invalid', findings: [{ id: 'placeholders' }] }])
  })

  it('lists the faults of 20 results, and counts the others', async () => {
    const bad = Array.from({ length: 30 }, () => ({ key: 'a', text: 'Hallo' }))
    const items = [...bad.slice(0, 15), { key: 'a', text: 'Hallo {name}' }, { key: 'zz', text: 'x' }, ...bad.slice(15)]
    const { results, more } = await check({ items })
    expect(results).toHaveLength(32)
    expect(results.filter(({ ok }) => ok === false)).toHaveLength(31)
    expect(results.filter(({ findings, why }) => findings !== undefined || why !== undefined)).toHaveLength(20)
    expect([results[15], results.at(-1), more]).toEqual([
      { id: 'e1', key: 'a', ok: true },
      { id: 'e1', key: 'a', ok: false },
      11,
    ])
  })

  it('applies the rules of the project', async () => {
    const { settings, ...record } = await loop.record()
    const levels = { placeholders: 'warning' as const }
    await loop.world.services.store.transaction(tx => tx.projects.put({ ...record, settings: { ...settings, levels } }))
    expect((await check({ items: [{ key: 'a', text: 'Hallo' }] })).results).toMatchObject([
      { ok: true, findings: [{ id: 'placeholders', level: 'warning' }] },
    ])
  })

  it('accepts a source and a text outside the project, with a detected or given syntax', async () => {
    const plural = '{n, plural, one {# file} other {# files}}'
    expect(
      (await check({ source: plural, text: '{n, plural, one {# plik} few {# pliki} other {# pliku}}', locale: 'pl' }))
        .results,
    ).toMatchObject([{ ok: true }])
    expect((await check({ source: plural, text: '{n, plural, other {# pliku}}', locale: 'pl' })).results).toMatchObject(
      [{ ok: false, findings: [{ id: 'plural_forms' }] }],
    )
    expect((await check({ source: 'Hi %{name}', text: 'Hi' })).results).toMatchObject([{ ok: false }])
    expect((await check({ source: 'Hi %{name}', text: 'Hi', syntax: 'icu' })).results).toMatchObject([{ ok: false }])
    const forms = { source: { one: 'a day', other: '{{n}} days' }, text: { one: 'dzień', other: '{{n}} dni' } }
    expect((await check({ ...forms, locale: 'pl' })).results).toMatchObject([
      { ok: false, findings: [{ id: 'plural_forms', fix: expect.stringContaining('"few" (2, 3, 4, 22), "many"') }] },
    ])
  })

  it('needs items, or a source and a text', async () => {
    expect((await refused(check({}))).message).toBe('source is missing.')
    expect((await refused(check({ source: 'x' }))).message).toBe('text is missing.')
    expect((await refused(check({ source: 'x', items: [{ key: 'a', text: 'x' }] }))).message).toContain('both given')
    expect((await refused(check({ items: [{ key: 'a', text: 'x' }], locale: 'fr' }))).fix).toContain('de, pl')
  })

  it('accepts texts and forms of 65,536 characters, and rejects longer ones unread', async () => {
    const most = 'x'.repeat(65_536)
    const { results } = await check({ source: 'x', text: most })
    expect(results).toMatchObject([{ ok: true, findings: [{ id: 'length_ratio', level: 'warning' }] }])
    for (const more of [
      { source: 'x', text: `${most}y` },
      { source: { one: 'x', other: `${most}y` }, text: 'x' },
      { items: [{ key: 'b', text: `${most}y` }] },
      { items: [{ key: 'b', forms: { one: `${most}y` } }] },
    ]) {
      const { code, message } = await refused(check(more))
      expect(code).toBe('invalid_input')
      expect(message).toContain('65536')
    }
  })
})
