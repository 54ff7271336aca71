import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSources } from '../../../src/l10n/memory/compare-sources.ts'

const compare = (one: string, other: string) => compareSources({ text: one }, { text: other })

describe('compareSources', () => {
  it('gives equal sources 100', () => {
    expect(compare('Save the file', 'Save the file')).toEqual({ score: 100, differs: [] })
  })

  it('gives equal sources of another syntax less, because the same characters can mean something else', () => {
    const match = compareSources({ text: "It's here", syntax: 'icu' }, { text: "It's here", syntax: 'plain' })
    expect(match).toEqual({ score: 99, differs: ['syntax'] })
    expect(compareSources({ text: 'Save', syntax: 'icu' }, { text: 'Save' })).toEqual({ score: 100, differs: [] })
  })

  it.each([
    ['Save the file', 'Save the files', 92, []],
    ['Save the file', 'save the File', 98, ['case']],
    ['Delete 10 files', 'Delete 20 files', 91, ['numbers']],
    ['Delete {a} now', 'Delete {b} now', 89, ['placeholders']],
  ] as const)('compares %j with %j', (one, other, score, differs) => {
    const match = compareSources({ text: one, syntax: 'icu' }, { text: other, syntax: 'icu' })
    expect(match).toEqual({ score, differs })
  })

  it('marks numbers in other digits that differ', () => {
    expect(compare('\u0662 files', '\u0663 files')?.differs).toEqual(['numbers'])
  })

  it('leaves out what is less similar than wanted', () => {
    expect(compareSources({ text: 'Save' }, { text: 'Delete everything' }, 75)).toBeUndefined()
  })

  it('is symmetric, and 100 for equal sources only', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (one, other) => {
        const match = compare(one, other)
        expect(match?.score).toBe(compare(other, one)?.score)
        expect(match?.score === 100).toBe(one === other)
      }),
    )
  })
})
