import { describe, expect, it } from 'vitest'
import { tellCounts } from '../../src/web/changes/words.tsx'
import { withLanguage } from '../../src/web/i18n/current.ts'
import { LANGUAGES, type LanguageTag } from '../../src/web/i18n/languages.ts'
import { t } from '../../src/web/i18n/t.ts'
import { examplePlan, explainReason } from '../../src/web/reviews/words.ts'
import { describeFilter } from '../../src/web/runs/words.ts'

it('the counts of a batch agree with their number', () => {
  const tell = (count: number) => tellCounts({ kind: 'submit', counts: { approved: count } })
  expect(withLanguage('es', () => [tell(1), tell(2)])).toEqual([['1 aprobada'], ['2 aprobadas']])
  expect(withLanguage('ar', () => tell(2))).toEqual(['اثنتان معتمدتان'])
})

describe('a reason to read a translation', () => {
  it('is one sentence for each number of names', () => {
    const explain = (count: number) => explainReason('locked_neighbor', { name: 'menu.open', count }, undefined).text
    expect(explain(1)).toBe('menu.open is locked.')
    expect(explain(2)).toBe('menu.open and 1 more string are locked.')
    expect(withLanguage('de', () => explain(3))).toBe('menu.open und 2 weitere Strings sind gesperrt.')
  })

  it('quotes who requested changes, found a fault or ignored a warning, if the reader may see it', () => {
    const text = (reason: 'requested' | 'fault' | 'ignored', parts: Record<string, string | number>) =>
      explainReason(reason, parts, undefined).text
    const fault = { verdict: 'major', reason: 'meaning', said: 'The opposite' }
    expect(text('requested', {})).toBe('A user requested changes of this translation, and nobody has made them.')
    expect(text('fault', fault)).toBe('The verdict was: Major (Meaning). “The opposite”')
    expect(text('fault', { verdict: 'minor' })).toBe('The verdict was: Minor.')
    expect(withLanguage('ja', () => text('fault', fault))).toBe('判定：重大（意味）。「The opposite」')
    const ignored = { name: 'numbers', count: 2, said: 'fine' }
    expect(text('ignored', ignored)).toBe('An agent ignored findings of Numbers and 1 more check. “fine”')
    expect(withLanguage('de', () => text('ignored', { ...ignored, count: 1 }))).toBe(
      'Ein Agent hat einen Befund der Prüfung Zahlen ignoriert. „fine“',
    )
  })

  it('names no glossary term that the reader may not see', () => {
    expect(explainReason('new_term', { count: 2 }, undefined).text).toBe(
      'The source has 2 terms that are newer than the previous translation. You have no access to the glossary.',
    )
  })
})

it('the plan of a goal is exact for its example', () => {
  expect(([5, 2, 1] as const).map(goal => examplePlan(goal).read)).toEqual([59, 150, 308])
})

it('what a run selects lists files and strings without joining them to a sentence', () => {
  const run = { kind: 'translate', only: 'missing', files: ['a.json', 'b.json'], ids: ['s1'] } as const
  expect(describeFilter(run as never)).toBe('Untranslated strings, 2 files, 1 string')
})

it.each(Object.keys(LANGUAGES) as LanguageTag[])(
  'the verdicts and the end of a review have different words for what they take back: %s',
  language => {
    const [undo, revert] = withLanguage(language, () => [t('review.verdict.undo'), t('review.end.revert.button')])
    expect(undo).not.toBe(revert)
    expect(withLanguage(language, () => t('review.keys.undo'))).toBe(undo)
  },
)
