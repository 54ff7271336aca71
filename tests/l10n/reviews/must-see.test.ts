import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseMustSee, findReasons, type MustSeeFacts, maxSoftMustSee } from '../../../src/l10n/reviews/must-see.ts'
import { MUST_SEE_REASONS } from '../../../src/l10n/reviews/words.ts'

const PLAIN: MustSeeFacts = {
  locale: 'de',
  findings: [],
  faults: [],
  ignored: [],
  isStale: false,
  newTerms: [],
  lockedNeighbors: [],
  pluralForms: 0,
  sourceLength: 30,
  targetLength: 36,
  tags: 0,
  placeholders: 0,
  isFirstInFile: false,
}

const reasonsOf = (facts: Partial<MustSeeFacts>) => findReasons({ ...PLAIN, ...facts }).map(({ reason }) => reason)

describe('the reasons to read a translation', () => {
  it('are none for a plain one, nor for what every file is full of', () => {
    expect(reasonsOf({})).toEqual([])
    expect(reasonsOf({ tags: 1, placeholders: 2 })).toEqual([])
    expect(reasonsOf({ findings: [{ id: 'case', level: 'info' }] })).toEqual([])
    expect(reasonsOf({ replaced: { isHuman: false, isApproved: false } })).toEqual([])
  })

  it.each<[string, Partial<MustSeeFacts>, object]>([
    ['error', { findings: [{ id: 'placeholders', level: 'error' }] }, { name: 'placeholders', count: 1 }],
    ['requested', { requested: { comment: 'Too formal' } }, { said: 'Too formal' }],
    ['requested', { requested: {}, faults: [{ isMajor: true }] }, {}],
    ['fault', { faults: [{ isMajor: false }] }, { verdict: 'minor' }],
    [
      'fault',
      { faults: [{ isMajor: false }, { isMajor: true, reason: 'meaning', comment: 'The opposite' }] },
      { verdict: 'major', reason: 'meaning', said: 'The opposite' },
    ],
    ['ignored', { ignored: [{ finding: 'numbers', reason: 'fine' }] }, { name: 'numbers', count: 1, said: 'fine' }],
    ['warning', { findings: [{ id: 'numbers', level: 'warning' }] }, { name: 'numbers', count: 1 }],
    ['replaced_human', { replaced: { isHuman: true, isApproved: false } }, {}],
    ['replaced_approved', { replaced: { isHuman: false, isApproved: true } }, {}],
    ['stale', { isStale: true }, {}],
    ['new_term', { newTerms: ['branch', 'pull'] }, { name: 'branch', count: 2 }],
    ['locked_neighbor', { lockedNeighbors: ['app.title'] }, { name: 'app.title', count: 1 }],
    ['plural', { pluralForms: 4 }, { count: 4 }],
    ['short', { targetLength: 12 }, { source: 30, target: 12 }],
    ['long', { targetLength: 79 }, { source: 30, target: 79 }],
    ['markup', { tags: 2 }, { count: 2 }],
    ['placeholders', { placeholders: 3 }, { count: 3 }],
    ['first_in_file', { isFirstInFile: true }, {}],
  ])('include %s, with what explains it', (reason, facts, why) => {
    expect(findReasons({ ...PLAIN, ...facts })).toEqual([{ reason, why }])
  })

  it('come in the order of their risk', () => {
    const found = reasonsOf({
      isFirstInFile: true,
      placeholders: 5,
      tags: 4,
      targetLength: 1,
      pluralForms: 2,
      lockedNeighbors: ['a'],
      newTerms: ['b'],
      isStale: true,
      replaced: { isHuman: true, isApproved: true },
      requested: {},
      faults: [{ isMajor: true }],
      ignored: [{ finding: 'numbers', reason: 'fine' }],
      findings: [
        { id: 'urls', level: 'warning' },
        { id: 'empty', level: 'error' },
      ],
    })
    expect(found).toEqual(MUST_SEE_REASONS.filter(reason => reason !== 'long' && reason !== 'fault'))
  })

  it('put what users and other reviews said before what checks only warn of', () => {
    const warned = { findings: [{ id: 'urls', level: 'warning' as const }] }
    expect(reasonsOf({ ...warned, faults: [{ isMajor: true }] })).toEqual(['fault', 'warning'])
    expect(reasonsOf({ ...warned, requested: {} })).toEqual(['requested', 'warning'])
  })

  it('cut the words of users', () => {
    const [found] = findReasons({ ...PLAIN, requested: { comment: 'x'.repeat(5000) } })
    expect(found?.why['said']).toBe(`${'x'.repeat(199)}…`)
  })

  it('measure lengths by the script, and not of the shortest', () => {
    expect(reasonsOf({ locale: 'ja', targetLength: 6 })).toEqual([])
    expect(reasonsOf({ locale: 'zh-Hans', targetLength: 4 })).toEqual(['short'])
    expect(reasonsOf({ locale: 'zh_TW', targetLength: 40 })).toEqual(['long'])
    expect(reasonsOf({ sourceLength: 4, targetLength: 20 })).toEqual([])
  })
})

describe('the must-see list', () => {
  const hard = findReasons({ ...PLAIN, isStale: true })
  const plural = (pluralForms: number) => findReasons({ ...PLAIN, pluralForms })
  const first = findReasons({ ...PLAIN, isFirstInFile: true })
  const short = findReasons({ ...PLAIN, targetLength: 5 })

  it('has all with a hard reason, and the riskiest of the others', () => {
    expect(chooseMustSee([[], first, hard, plural(2), short, plural(6), hard], 2)).toEqual([2, 3, 5, 6])
  })

  it('takes the first in file order among equals', () => {
    expect(chooseMustSee([first, first, first], 2)).toEqual([0, 1])
  })

  it('adds the risks of a translation', () => {
    expect(chooseMustSee([short, [...short, ...first], short], 1)).toEqual([1])
    const tags = (count: number) => findReasons({ ...PLAIN, tags: count })
    expect(chooseMustSee([tags(2), tags(5), tags(3)], 1)).toEqual([1])
    expect(chooseMustSee([tags(100), short], 1)).toEqual([1])
  })

  it('has 20 to 40 soft ones, and 1 % between', () => {
    expect([10, 2000, 3000, 3001, 5000, 100_000].map(maxSoftMustSee)).toEqual([20, 20, 30, 31, 40, 40])
    expect(chooseMustSee(Array.from({ length: 500 }, () => first))).toHaveLength(20)
  })

  it('never leaves out a hard reason', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(hard, first, short, plural(3), [])), fc.nat(3), (found, max) => {
        const chosen = chooseMustSee(found, max)
        const needed = found.flatMap((reasons, index) => (reasons === hard ? [index] : []))
        expect(chosen).toEqual(expect.arrayContaining(needed))
        expect(chosen.length - needed.length).toBeLessThanOrEqual(max)
      }),
      { seed: 17 },
    )
  })
})
