import { describe, expect, it } from 'vitest'
import { newTranslation, submittedState, withMainView } from '../../../src/l10n/translation/state.ts'
import { AT, entry, error, NOTE, text, translation } from './build.ts'

const LATER = '2026-02-01T12:00:00.000Z'

it.each([
  ['is work', {}, { open: true, work: true, listed: true }],
  [
    'is none where the string is not translated',
    { do_not_translate: true },
    { open: false, work: false, listed: true },
  ],
  [
    'is none where the main branch does not list the string',
    { listed: false },
    { open: false, work: false, listed: false },
  ],
])('a new translation %s', (_, change, expected) => {
  expect(newTranslation(entry(change), 'de')).toMatchObject({
    id: 'e.de',
    state: 'untranslated',
    rev: 0,
    ...expected,
  })
})

describe('withMainView', () => {
  const stale = text({ src: 'bb22', state: 'approved' })
  it.each([
    ['no text', translation(), entry(), { state: 'untranslated', stale: null, shown: 0, work: true }],
    ['a text', translation([text()]), entry(), { state: 'translated', stale: null, shown: 1, work: false }],
    [
      'a stale text',
      translation([stale]),
      entry({ earlier: ['bb22'] }),
      { state: 'approved', stale: { reason: 'source_changed', since: AT }, work: true },
    ],
    [
      'a translation with an error',
      translation([text({ findings: [error] })]),
      entry(),
      { state: 'translated', shown: 1, work: false },
    ],
    [
      'a text of another string',
      translation([stale]),
      entry(),
      { state: 'untranslated', stale: null, shown: 0, work: true },
    ],
    ['an unlisted string', translation(), entry({ listed: false }), { listed: false, open: false, work: false }],
    ['a string with more words', translation(), entry({ words: 7 }), { words: 7 }],
  ])('of %s', (_, of, at, expected) => {
    expect(withMainView(of, at, AT)).toMatchObject(expected)
  })

  it('keeps the time of becoming stale as long as the reason is the same', () => {
    const changed = entry({ earlier: ['bb22'] })
    const first = withMainView(translation([stale]), changed, AT)
    expect(withMainView(first, changed, LATER).stale).toEqual({ reason: 'source_changed', since: AT })
    const noted = withMainView({ ...first, texts: [text()] }, entry({ description: NOTE }), LATER)
    expect(noted.stale).toEqual({ reason: 'note_changed', since: LATER })
  })

  it('carries the five newest translations, the shown one and the one just written', () => {
    const others = [7, 6, 5, 4, 3, 2].map(rev => text({ src: `old${rev}`, rev }))
    const kept = withMainView(translation([...others, text({ rev: 1 })]), entry(), AT)
    expect(kept.texts.map(({ rev }) => rev)).toEqual([7, 6, 5, 4, 1])
    expect(kept.older).toBe(true)
    const restored = withMainView(translation([...others, text({ src: 'zz', rev: 8 })]), entry(), AT)
    expect(restored.texts.map(({ rev }) => rev)).toEqual([7, 6, 5, 4, 8])
    expect(withMainView(translation(others.slice(1)), entry(), AT)).not.toHaveProperty('older')
  })
})

it.each([
  ['a user’s text', 'human', undefined, 'required', 'translated'],
  ['a user’s translation over an approved one', 'human', 'approved', 'required', 'translated'],
  ['an agent’s text', 'agent', undefined, 'none', 'translated'],
  ['an agent’s translation where review is required', 'agent', undefined, 'required', 'needs_review'],
  ['an agent’s translation over an approved one', 'agent', 'approved', 'none', 'needs_review'],
  ['an agent’s translation over a translated one', 'agent', 'translated', 'none', 'translated'],
] as const)('submits %s as %s', (_, writer, replaced, review, state) => {
  expect(submittedState(writer, replaced === 'approved', { review })).toBe(state)
})
