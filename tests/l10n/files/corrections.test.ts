import { describe, expect, it } from 'vitest'
import { type Candidate, findCorrections } from '../../../src/l10n/files/corrections.ts'

const toCandidate = (text: string, more: Partial<Candidate<string>> = {}): Candidate<string> => ({
  item: text,
  text,
  ...more,
})

function find(gone: readonly Candidate<string>[], fresh: readonly Candidate<string>[]) {
  const steps = findCorrections(gone, fresh)
  let count = 0
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return { pairs: value.map(one => `${one.gone} → ${one.fresh}`), steps: count }
    count += 1
  }
}
const pairsOf = (gone: readonly string[], fresh: readonly string[]) =>
  find(
    gone.map(text => toCandidate(text)),
    fresh.map(text => toCandidate(text)),
  ).pairs

describe('corrections of source strings', () => {
  it('are similar strings, each used once, the most similar first', () => {
    expect(pairsOf(['Opne the file', 'Save'], ['Open the file', 'Something else'])).toEqual([
      'Opne the file → Open the file',
    ])
    expect(pairsOf(['Delete the file'], ['Delete a file', 'Delete the file.'])).toEqual([
      'Delete the file → Delete the file.',
    ])
    expect(pairsOf(['Delete', 'Deleted'], ['Deletes', 'Deleted!'])).toEqual(['Deleted → Deleted!', 'Delete → Deletes'])
    expect(pairsOf(['Yes'], ['No'])).toEqual([])
    expect(pairsOf(['…'], ['...'])).toEqual([])
  })

  it('stay in their context', () => {
    const before = [toCandidate('May', { context: 'verb' })]
    expect(find(before, [toCandidate('May.', { context: 'month' })]).pairs).toEqual([])
    expect(find(before, [toCandidate('May.', { context: 'verb' })]).pairs).toEqual(['May → May.'])
  })

  it('need less similarity at the same place', () => {
    const at = { references: ['a.py:1'] }
    const before = [toCandidate('Remove this item', at)]
    expect(find(before, [toCandidate('Remove this', at)]).pairs).toEqual(['Remove this item → Remove this'])
    expect(pairsOf(['Show more results'], ['Show all items'])).toEqual([])
    expect(find([toCandidate('Show more results', at)], [toCandidate('Show all items', at)]).pairs).toHaveLength(1)
    expect(find([toCandidate('abc', at)], [toCandidate('xyz', at)]).pairs).toEqual([])
  })

  it('compare each string with at most twenty others', () => {
    const many = (end: string) =>
      Array.from({ length: 2_000 }, (_, n) => toCandidate(`The same words in each ${n} ${end}`))
    expect(find(many('old'), many('new')).steps).toBeLessThanOrEqual(2_000 + 20 * 2_000)
  })
})
