import { describe, expect, it } from 'vitest'
import { dependsOnHistory, hadTextBefore, type IncomingText, mergeImport } from '../../../src/l10n/translation/merge.ts'
import type { TextVersion } from '../../../src/l10n/translation/translation.ts'
import { agent, error, revision, text, translation, user } from './build.ts'

const there = (of: Partial<TextVersion> = {}) => translation([text({ value: 'hier', rev: 2, ...of })])

/** A file says "neu", its previous import said "alt", and here it is "hier"; an agent imports. */
const incoming = (change: Partial<IncomingText> = {}): IncomingText => ({
  translation: there(),
  src: 'aa11',
  theirs: { value: 'neu' },
  base: { value: 'alt' },
  written: undefined,
  mayReplacePeople: false,
  ...change,
})
const withdrawn = translation([], { rev: 2 })
const base = { value: 'hier' }
const review = { value: 'hier', state: 'needs_review' } as const

describe('mergeImport', () => {
  it.each<[string, Partial<IncomingText>, string]>([
    ['the text here', { theirs: { value: 'hier' } }, 'unchanged'],
    ['the pulled form of the current translation', { written: { pulled: 'neu' } }, 'unchanged'],
    ['the part of the shown translation that the file can store', { written: { shown: 'neu' } }, 'unchanged'],
    ['the translation here, with a new state', { theirs: review, base }, 'restated needs_review'],
    [
      'the translation here, with a new state, stale',
      { theirs: review, base, translation: there({ src: 'bb22' }) },
      'unchanged',
    ],
    [
      'the translation here, with a new state, locked',
      { theirs: review, base, translation: { ...there(), locked: true } },
      'unchanged',
    ],
    [
      'the translation here, with another state than the first import had',
      { theirs: review, base: undefined },
      'unchanged',
    ],
    ['the base', { theirs: { value: 'alt' } }, 'kept'],
    ['the base of a withdrawn translation', { theirs: { value: 'alt' }, translation: withdrawn }, 'kept'],
    [
      'the base of a string that is new here',
      { theirs: { value: 'alt' }, translation: translation() },
      'imported translated',
    ],
    ['another translation over a locked one', { translation: { ...there(), locked: true } }, 'suggested'],
    ['a translation where there is none', { translation: translation() }, 'imported translated'],
    [
      'a translation in review where there is none',
      { translation: translation(), theirs: { value: 'neu', state: 'needs_review' } },
      'imported needs_review',
    ],
    ['a translation after a withdrawal', { translation: withdrawn }, 'imported translated'],
    ['another translation over a stale one', { translation: there({ src: 'bb22' }) }, 'imported translated'],
    [
      'another translation over an approved stale one',
      { translation: there({ src: 'bb22', state: 'approved' }) },
      'imported needs_review',
    ],
    ['another translation over an approved one', { translation: there({ state: 'approved' }) }, 'suggested'],
    ['another translation over the base, approved', { translation: there({ state: 'approved' }), base }, 'suggested'],
    ['another translation over a user’s', { translation: there({ origin: user }), base }, 'conflict'],
    [
      'another translation over a user’s with an error',
      { translation: there({ origin: user, findings: [error] }), base },
      'imported translated',
    ],
    [
      'another translation over a user’s, with permission',
      { translation: there({ origin: user }), base, mayReplacePeople: true },
      'imported translated',
    ],
    ['another translation over the base', { base }, 'imported translated'],
    [
      'another translation over what the file can hold of the base',
      { written: { shown: 'alt' } },
      'imported translated',
    ],
    ['another translation without a base, over a pulled one', { base: undefined }, 'imported translated'],
    [
      'another translation without a base, over one in review',
      { base: undefined, translation: there({ state: 'needs_review' }) },
      'conflict',
    ],
    [
      'another translation without a base, over a user’s, with permission',
      { base: undefined, translation: there({ origin: user }), mayReplacePeople: true },
      'conflict',
    ],
    ['another translation over one that changed here', {}, 'conflict'],
  ])('merges %s', (_, change, expected) => {
    const outcome = mergeImport(incoming(change), false)
    expect('state' in outcome ? `${outcome.kind} ${outcome.state}` : outcome.kind).toBe(expected)
  })

  it.each<[string, Partial<IncomingText>, boolean, string]>([
    ['a translation that changed here', {}, true, 'kept'],
    ['a withdrawn text', { translation: withdrawn }, true, 'kept'],
    ['a locked text', { translation: { ...there(), locked: true } }, true, 'kept'],
    ['the base', { base }, false, 'imported'],
    ['the same text', { theirs: { value: 'hier' } }, false, 'unchanged'],
    ['a first revision', { translation: translation([text({ value: 'hier' })]) }, false, 'conflict'],
  ])('keeps a newer translation over an older file: %s', (_, change, depends, kind) => {
    const asked = incoming(change)
    expect([dependsOnHistory(asked), mergeImport(asked, depends).kind]).toEqual([depends, kind])
  })
})

describe('hadTextBefore', () => {
  it.each([
    ['an earlier text', 'alt', [revision(1, { value: 'alt' })], true],
    ['an earlier translation behind another one', 'alt', [revision(3), revision(1, { value: 'alt' })], true],
    ['the translation here, which does not count', 'hier', [revision(2, { value: 'hier' })], false],
    ['a withdrawal', '', [revision(3, { value: '', state: 'untranslated' })], false],
    ['another text', 'neu', [revision(1, { value: 'alt' })], false],
    ['forms, of which the file writes one', 'alt', [revision(1, { value: { one: 'a', other: 'alt' } })], true],
    [
      'forms, of which the file writes some',
      { other: 'alt' },
      [revision(1, { value: { one: 'a', other: 'alt' } })],
      true,
    ],
    ['forms that differ', { one: 'b', other: 'alt' }, [revision(1, { value: { one: 'a', other: 'alt' } })], false],
    [
      'one translation, which the file writes for each form',
      { one: 'alt', other: 'alt' },
      [revision(1, { value: 'alt' })],
      true,
    ],
  ] as const)('finds %s', (_, value, revisions, expected) => {
    expect(hadTextBefore(incoming({ theirs: { value } }), revisions)).toBe(expected)
  })
})

it('keeps the writer of a repeated translation', () => {
  const outcome = mergeImport(incoming({ theirs: review, base }), false)
  expect(outcome).toEqual({ kind: 'restated', state: 'needs_review', origin: agent })
})
