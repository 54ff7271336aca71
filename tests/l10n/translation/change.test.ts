import { describe, expect, it } from 'vitest'
import {
  withNewest,
  withoutText,
  withRestored,
  withSuggestion,
  withText,
} from '../../../src/l10n/translation/change.ts'
import { withConflict } from '../../../src/l10n/translation/suggestions/conflict.ts'
import { AT, agent, entry, importer, NOTE, NOTE_HASH, otherAgent, text, translation } from './build.ts'

const older = text({ src: 'bb22', value: 'Birne', rev: 2 })
const current = text({ value: 'Apfel', rev: 3 })
const both = translation([current, older])
const values = ({ texts }: { readonly texts: readonly { value: unknown; rev: number }[] }) =>
  texts.map(({ value, rev }) => `${String(value)} ${rev}`)

describe('a translation', () => {
  it.each([
    ['new, for the source', () => withText(both, entry(), text({ value: 'x' }), entry(), AT), ['x 4', 'Birne 2']],
    [
      'new, for another source',
      () => withText(both, entry(), text({ src: 'cc', value: 'x' }), { src: 'cc' }, AT),
      ['x 4', 'Apfel 3', 'Birne 2'],
    ],
    ['restored for the source', () => withRestored(both, entry(), text({ value: 'x' }), AT), ['x 4', 'Birne 2']],
    [
      'restored for an older source',
      () => withRestored(both, entry(), text({ src: 'bb22', value: 'x' }), AT),
      ['Apfel 3', 'x 4'],
    ],
    [
      'restored for a source without a translation',
      () => withRestored(both, entry(), text({ src: 'cc', value: 'x' }), AT),
      ['Apfel 3', 'Birne 2', 'x 4'],
    ],
    [
      'restored for the source, which has none',
      () => withRestored(translation([older]), entry(), text({ value: 'x' }), AT),
      ['x 3', 'Birne 2'],
    ],
    ['removed', () => withoutText(both, entry({ earlier: ['bb22'] }), 'aa11', AT), ['Birne 2']],
  ])('that is %s has its place', (_, change, expected) => {
    expect(values(change())).toEqual(expected)
  })

  it('counts a removal as a revision', () => {
    expect(withoutText(both, entry({ earlier: ['bb22'] }), 'aa11', AT)).toMatchObject({
      rev: 4,
      state: 'translated',
      work: true,
    })
  })

  it('has the current note when it is new, and keeps its own when it is only repeated', () => {
    const noted = entry({ description: NOTE })
    expect(withText(both, noted, text(), noted, AT).texts[0]?.note).toBe(NOTE_HASH)
    expect(withNewest(both, noted, text({ note: 'of then' }), AT).texts[0]?.note).toBe('of then')
    expect(withText(both, entry(), text(), entry(), AT).texts[0]).not.toHaveProperty('note')
  })
})

describe('a suggestion', () => {
  let next = 0
  const batch = { id: 'b', at: AT, newId: () => `s${++next}` }
  const suggest = (value: string, origin = agent, src = 'aa11') => ({ value, origin, src })

  it('stays beside those of the same writer and of others', () => {
    const list = [suggest('a'), suggest('b', otherAgent), suggest('c', agent, 'bb22'), suggest('d')].reduce(
      (of, one) => withSuggestion(of, one, batch),
      both,
    ).suggestions
    expect(list.map(({ value }) => value)).toEqual(['a', 'b', 'c', 'd'])
    expect(list[1]).toMatchObject({ batch_id: 'b', at: AT, origin: otherAgent })
  })

  it('stays beside a later conflict of the same writer', () => {
    const first = withSuggestion(both, suggest('a', importer), batch)
    const { suggestions } = withConflict(first, { ...suggest('b', importer), branch: 'main' }, batch)
    expect(suggestions.map(({ value }) => value)).toEqual(['a', 'b'])
  })

  it('is stored once, whoever sends it again', () => {
    const first = withSuggestion(both, suggest('a'), batch)
    expect(withSuggestion(first, suggest('a', otherAgent), batch)).toBe(first)
    expect(withSuggestion(first, suggest('a', agent, 'bb22'), batch).suggestions).toHaveLength(2)
  })

  it('is removed when there are more than 20', () => {
    const many = Array.from({ length: 21 }, (_, n) => suggest(`v${n}`, { ...agent, user_id: `u${n}` }))
    const { suggestions } = many.reduce((of, one) => withSuggestion(of, one, batch), both)
    expect([suggestions.length, suggestions[0]?.value]).toEqual([20, 'v1'])
  })
})
