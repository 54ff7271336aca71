import { describe, expect, it } from 'vitest'
import { eachLoop, type Loop } from '../loop.ts'

const loop = eachLoop(['de'])

const importDe = (texts: object | string): Promise<Record<string, unknown>> =>
  loop.call('push_translations', {
    files: [{ path: 'locales/de.json', content: typeof texts === 'string' ? texts : JSON.stringify(texts) }],
  })

describe('a translation of an imported file', () => {
  interface Case {
    readonly it: string
    /** In the file that was imported before. */
    readonly base?: string
    /** The translation before the import: by an agent, unless `by` says otherwise. */
    readonly ours?: string
    readonly make?: 'approved' | 'locked' | 'stale' | 'stale approved'
    readonly theirs: string
    readonly counts: Readonly<Record<string, number>>
    /** Why the file's text waits for a decision. */
    readonly conflict?: string
    /** The text, its state, and its writer. */
    readonly after: readonly [string, string, string]
    readonly suggestions?: readonly string[]
  }
  const cases: readonly Case[] = [
    { it: 'goes in where there is none', theirs: 'T', counts: { imported: 1 }, after: ['T', 'translated', 'import'] },
    {
      it: 'that the file had before gives way to what was written here',
      base: 'B',
      ours: 'A',
      theirs: 'B',
      counts: { kept: 1 },
      after: ['A', 'translated', 'agent'],
    },
    {
      it: 'that is new on both sides is a suggestion',
      base: 'B',
      ours: 'A',
      theirs: 'T',
      counts: {},
      conflict: 'both_changed',
      after: ['A', 'translated', 'agent'],
      suggestions: ['T'],
    },
    {
      it: 'is a suggestion where the unit is locked',
      base: 'B',
      make: 'locked',
      theirs: 'T',
      counts: {},
      conflict: 'locked',
      after: ['B', 'translated', 'import'],
      suggestions: ['T'],
    },
    {
      it: 'that is new replaces a stale approved one, for a review',
      base: 'B',
      make: 'stale approved',
      theirs: 'T',
      counts: { imported: 1 },
      after: ['T', 'needs_review', 'import'],
    },
  ]
  for (const one of cases) {
    it(one.it, async () => {
      await loop.push({ a: 'Source' })
      if (one.base !== undefined) await importDe({ a: one.base })
      if (one.ours !== undefined) {
        await loop.alter('a', ({ texts }) => ({
          texts: texts.map(text => ({ ...text, state: 'needs_review', origin: { ...text.origin, kind: 'agent' } })),
        }))
        expect(await loop.translate({ a: one.ours })).toMatchObject({ accepted: 1 })
      }
      if (one.make?.includes('approved') === true) {
        await loop.alter('a', ({ texts }) => ({ texts: texts.map(text => ({ ...text, state: 'approved' })) }))
      }
      if (one.make === 'locked') await loop.alter('a', () => ({ locked: true }))
      if (one.make?.includes('stale') === true) await loop.push({ a: 'Source two' })
      const before = await loop.unit('a')
      const answer = await importDe({ a: one.theirs })
      const told = Object.entries(answer).filter(([name]) => !['batch', 'left', 'next'].includes(name))
      const conflicts = { count: 1, first: [expect.objectContaining({ key: 'a', why: one.conflict, theirs: 'T' })] }
      expect(Object.fromEntries(told)).toEqual({ ...one.counts, ...(one.conflict !== undefined && { conflicts }) })
      const after = await loop.unit('a')
      const [text] = after.texts
      expect([text?.value, text?.state, text?.origin.kind]).toEqual(one.after)
      expect(after.suggestions.map(({ value, origin }) => [value, origin.kind])).toEqual(
        (one.suggestions ?? []).map(value => [value, 'import']),
      )
      if (one.counts['imported'] === undefined) expect({ ...after, suggestions: [] }).toEqual(before)
      else expect(after).toMatchObject({ stale: null, rev: before.rev + 1 })
      const again = await importDe({ a: one.theirs })
      expect(again['imported'] ?? again['batch']).toBeUndefined()
      expect(again['conflicts']).toEqual(answer['conflicts'])
      expect(await loop.unit('a')).toEqual(after)
    })
  }

  const submitAs = async (caller: Loop['ada'], text: string): Promise<void> =>
    expect(await loop.translate({ a: text }, {}, caller)).toMatchObject({ accepted: 1 })
  const textsOf = async (): Promise<readonly unknown[]> => {
    const { texts, suggestions } = await loop.unit('a')
    return [texts[0]?.value, texts[0]?.origin.kind, ...suggestions.map(({ value }) => value)]
  }

  it('that was current here before is ignored as old', async () => {
    await loop.push({ a: 'A' })
    await submitAs(loop.ada, 'eins')
    const first = (await loop.pull()).content
    await submitAs(loop.ada, 'zwei')
    expect(await importDe(first)).toMatchObject({ kept: 1 })
    await submitAs(loop.ada, 'drei')
    const third = (await loop.pull()).content
    await submitAs(loop.ada, 'vier')
    expect(await importDe(third)).toMatchObject({ kept: 1 })
    await loop.push({ a: 'A two' })
    expect(await importDe(first)).toMatchObject({ kept: 1 })
    expect(await textsOf()).toEqual(['vier', 'agent'])
    expect(await loop.unit('a')).toMatchObject({ stale: { reason: 'source_changed' } })
  })

  it('that was current here before is ignored as old also when the source gained a plural', async () => {
    await loop.push({ a: 'A', x_one: '{{count}} x', x_other: '{{count}} xs' })
    await submitAs(loop.ada, 'eins')
    await loop.push({ a_one: '{{count}} A', a_other: '{{count}} As', x_one: '{{count}} x', x_other: '{{count}} xs' })
    expect(JSON.parse((await loop.pull()).content)).toEqual({})
    await loop.submit([{ key: 'a', forms: { one: '{{count}} ein', other: '{{count}} eins' } }])
    expect(await importDe('{"a_other": "eins"}')).toMatchObject({ kept: 1 })
  })

  it('from a pull of approved translations does not conflict with a newer one', async () => {
    const human = await loop.world.human('ada')
    await loop.push({ a: 'A' })
    await submitAs(loop.ada, 'eins')
    await loop.review([{ key: 'a', action: 'approve' }])
    await submitAs(human, 'zwei')
    const { content } = await loop.pull({ include: 'approved' })
    expect(JSON.parse(content)).toEqual({ a: 'eins' })
    expect(await importDe(content)).toMatchObject({ kept: 1 })
    expect(await textsOf()).toEqual(['zwei', 'human'])
  })

  it('replaces a user’s translation if only the file changed, and a user imports it or the policy allows it', async () => {
    const human = await loop.world.human('ada')
    const file = { path: 'locales/de.json', content: JSON.stringify({ a: 'Datei' }) }
    await loop.push({ a: 'A' })
    await submitAs(human, 'Mensch')
    await importDe({ a: 'Mensch' })
    expect(await human.call('push_translations', { project: loop.project, files: [file] })).toMatchObject({
      imported: 1,
    })
    await submitAs(human, 'Mensch zwei')
    await importDe({ a: 'Mensch zwei' })
    await loop.call('update_project_policy', { agents_replace: true })
    expect(await importDe({ a: 'Programm' })).toMatchObject({ imported: 1 })
    expect(await textsOf()).toEqual(['Programm', 'import'])
  })

  it('that was rejected here before any import is not imported from an earlier pull', async () => {
    await loop.push({ a: 'A' })
    await submitAs(loop.ada, 'falsch')
    const { content } = await loop.pull()
    await reject()
    expect(await importDe(content)).toMatchObject({ kept: 1 })
    expect(await loop.unit('a')).toMatchObject({ state: 'untranslated' })
  })

  const reject = async (): Promise<void> => {
    await loop.review([{ key: 'a', action: 'reject' }])
    expect(await loop.unit('a')).toMatchObject({ state: 'untranslated', texts: [] })
  }

  it('that was rejected here is not imported from the same file, and the next pull lacks it', async () => {
    await loop.push({ a: 'A', b: 'B' })
    await importDe({ a: 'Ä', b: 'B!' })
    await reject()
    expect(await importDe({ a: 'Ä', b: 'B!' })).toMatchObject({ kept: 1, unchanged: 1 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ b: 'B!' })
    expect(await importDe({ a: 'Neu', b: 'B!' })).toMatchObject({ imported: 1, unchanged: 1 })
    expect(JSON.parse((await loop.pull()).content)).toEqual({ a: 'Neu', b: 'B!' })
  })

  it('from a pull changes nothing while the current translation is in review', async () => {
    await loop.push({ a: 'A' })
    await loop.translate({ a: 'first' })
    const { content } = await loop.pull()
    await loop.settings({ review: 'required' })
    await loop.translate({ a: 'second' })
    expect(await loop.unit('a')).toMatchObject({ state: 'needs_review' })
    expect(await importDe(content)).toMatchObject({ unchanged: 1 })
    expect((await loop.unit('a')).suggestions).toEqual([])
  })

  it('is imported for a key that the branch did not list when the file was imported first', async () => {
    await loop.push({ a: 'A' })
    expect(await importDe({ a: 'Ä', b: 'Be' })).toMatchObject({ imported: 1, unknown: { count: 1, first: ['b'] } })
    await loop.push({ a: 'A', b: 'B' })
    expect(await importDe({ a: 'Ä', b: 'Be' })).toMatchObject({ imported: 1, unchanged: 1 })
    expect((await loop.unit('b')).texts).toMatchObject([{ value: 'Be' }])
  })
})
