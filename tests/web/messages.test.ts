import { describe, expect, it } from 'vitest'
import { tellCounts } from '../../src/web/changes/words.tsx'
import { withLanguage } from '../../src/web/i18n/current.ts'
import { LANGUAGES, type LanguageTag } from '../../src/web/i18n/languages.ts'
import { t } from '../../src/web/i18n/t.ts'
import { examplePlan } from '../../src/web/review/words/goals.ts'
import { explainReason } from '../../src/web/review/words/reasons.ts'
import { describeFilter } from '../../src/web/runs/words.ts'

describe('the counts of a batch', () => {
  it('agree with their number', () => {
    const tell = (count: number) => tellCounts({ kind: 'submit', counts: { approved: count } })
    expect(withLanguage('es', () => [tell(1), tell(2)])).toEqual([['1 aprobada'], ['2 aprobadas']])
    expect(withLanguage('ar', () => tell(2))).toEqual(['اثنتان معتمدتان'])
  })
})

describe('a reason to read a translation', () => {
  it('is one sentence for each number of names', () => {
    const explain = (count: number) => explainReason('locked_neighbor', { name: 'menu.open', count }, undefined).text
    expect(explain(1)).toBe('menu.open is locked.')
    expect(explain(2)).toBe('menu.open and 1 more string are locked.')
    expect(withLanguage('de', () => explain(3))).toBe('menu.open und 2 weitere Strings sind gesperrt.')
  })
})

describe('the plan of a goal', () => {
  it('is exact for its example', () => {
    expect(([5, 2, 1] as const).map(goal => examplePlan(goal).read)).toEqual([59, 150, 308])
  })
})

describe('what a run selects', () => {
  it('lists files and strings without joining them to a sentence', () => {
    const run = { kind: 'translate', only: 'missing', files: ['a.json', 'b.json'], ids: ['s1'] } as const
    expect(describeFilter(run as never)).toBe('Untranslated strings, 2 files, 1 string')
  })
})

describe('the verdicts and the end of a review', () => {
  it.each(Object.keys(LANGUAGES) as LanguageTag[])('have different words for what they take back: %s', language => {
    const [undo, revert] = withLanguage(language, () => [t('review.verdict.undo'), t('review.end.revert.button')])
    expect(undo).not.toBe(revert)
    expect(withLanguage(language, () => t('review.keys.undo'))).toBe(undo)
  })
})
