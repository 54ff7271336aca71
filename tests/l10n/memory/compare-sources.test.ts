import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SoughtSource, withSyntax } from '../../../src/l10n/memory/compare-sources.ts'

const compare = (one: string, other: string) => new SoughtSource(one, 'icu').compare(other)

describe('a comparison of sources', () => {
  it('gives equal sources 100', () => {
    expect(compare('Save the file', 'Save the file')).toEqual({ score: 100, differs: [] })
  })

  it.each([
    ['Save the file', 'Save the files', 92, []],
    ['Save the file', 'save the File', 98, ['case']],
    ['Delete 10 files', 'Delete 20 files', 91, ['numbers']],
    ['Delete {a} now', 'Delete {b} now', 89, ['placeholders']],
  ] as const)('compares %j with %j', (one, other, score, differs) => {
    expect(compare(one, other)).toEqual({ score, differs })
  })

  it('marks numbers in other digits that differ', () => {
    expect(compare('\u0662 files', '\u0663 files')?.differs).toEqual(['numbers'])
  })

  it('leaves out what is less similar than wanted', () => {
    expect(new SoughtSource('Save', 'plain').compare('Delete everything', 75)).toBeUndefined()
  })

  it('is symmetric, and 100 for equal sources only', () => {
    assert(
      property(string({ maxLength: 60 }), string({ maxLength: 60 }), (one, other) => {
        const match = compare(one, other)
        expect(match?.score).toBe(compare(other, one)?.score)
        expect(match?.score === 100).toBe(one === other)
      }),
    )
  })
})

describe('withSyntax', () => {
  const equal = { score: 100, differs: [] }

  it('keeps the match of a unit of the same or an unknown syntax', () => {
    const unit = { source: "It's {a}", target: "C'est {a}" }
    expect(withSyntax(equal, 'icu', { ...unit, syntax: 'icu' })).toBe(equal)
    expect(withSyntax(equal, 'icu', unit)).toBe(equal)
    expect(withSyntax(equal, undefined, { ...unit, syntax: 'icu' })).toBe(equal)
  })

  it('lowers the match of another syntax where characters can mean something else', () => {
    const unit = { source: 'A friend', target: "L''ami", syntax: 'icu' }
    expect(withSyntax(equal, 'plain', unit)).toEqual({ score: 99, differs: ['syntax'] })
    expect(withSyntax(equal, 'plain', { ...unit, target: { one: '%d', other: '%d' } }).score).toBe(99)
  })

  it('keeps the match of another syntax for words alone', () => {
    expect(withSyntax(equal, 'plain', { source: 'Save', target: 'Speichern', syntax: 'icu' })).toBe(equal)
  })
})
