import { describe, expect, it } from 'vitest'
import { dependsOnHistory, hadTextBefore, type IncomingText, mergeImport } from '../../../src/l10n/translation/merge.ts'
import type { TextVersion, Translation } from '../../../src/l10n/translation/translation.ts'
import { AT, agent, error, importer, otherAgent, revision, text, translation, user } from './build.ts'

const there = (of: Partial<TextVersion> = {}) => translation([text({ value: 'hier', rev: 2, ...of })])

/** A file says "neu", its previous import said "alt", and here it is "hier"; an agent imports. */
const incoming = (change: Partial<IncomingText> = {}): IncomingText => ({
  translation: there(),
  line: { src: 'aa11', earlier: ['bb22'] },
  theirs: { value: 'neu' },
  base: { value: 'alt' },
  written: undefined,
  importer: agent,
  mayReplacePeople: false,
  ...change,
})
const withdrawn = translation([], { rev: 2 })
const base = { value: 'hier' }
const locked = { ...there(), locked: true }
const unbased = { base: undefined }
/** The file's text is a conflict already, of a branch. */
const held = (of: Translation): Translation => ({
  ...of,
  suggestions: [
    { id: 's', value: 'neu', src: 'aa11', origin: importer, batch_id: 'b', at: AT, conflict: true, branches: ['main'] },
  ],
})
const LATER = '2099-01-01T00:00:00.000Z'
const again = { base: { value: 'neu' } }
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
    ['the translation here, with a new state, locked', { theirs: review, base, translation: locked }, 'unchanged'],
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
    ['another translation over a locked one', { translation: locked }, 'conflict locked'],
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
    ['another translation over an approved one', { translation: there({ state: 'approved' }) }, 'conflict approved'],
    [
      'another translation over the base, approved',
      { translation: there({ state: 'approved' }), base },
      'conflict approved',
    ],
    ['another translation over a user’s', { translation: there({ origin: user }), base }, 'conflict by_user'],
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
    [
      'another translation without a base, over the only one that a pull could write',
      { base: undefined, translation: there({ rev: 1 }) },
      'imported translated',
    ],
    [
      'another translation without a base, over the only one, older than all that the file lacks',
      { ...unbased, translation: there({ rev: 1, origin: otherAgent }), lackedSince: LATER },
      'imported translated',
    ],
    [
      'another translation without a base, over the only one, as old as one that the file lacks',
      { ...unbased, translation: there({ rev: 1, origin: otherAgent }), lackedSince: AT },
      'conflict both_changed',
    ],
    [
      'another translation without a base, over the only one, of the importer',
      { ...unbased, translation: there({ rev: 1 }), lackedSince: AT },
      'imported translated',
    ],
    ['another translation without a base, over a second one', { base: undefined }, 'conflict both_changed'],
    [
      'another translation without a base, over one in review',
      { ...unbased, translation: there({ state: 'needs_review' }) },
      'conflict both_changed',
    ],
    [
      'another translation without a base, over a user’s, with permission',
      { ...unbased, translation: there({ origin: user }), mayReplacePeople: true },
      'conflict both_changed',
    ],
    ['another translation over one that changed here', {}, 'conflict both_changed'],
    [
      'another translation without a base, over an own import',
      { ...unbased, translation: there({ origin: importer }) },
      'imported translated',
    ],
    [
      'another translation without a base, over the import of another program',
      { ...unbased, translation: there({ origin: { ...otherAgent, kind: 'import' } }) },
      'conflict both_changed',
    ],
    [
      'another translation over an own import, which came from another branch',
      { translation: there({ origin: importer }) },
      'conflict both_changed',
    ],
    [
      'an unfinished translation without a base, over a finished one',
      { ...unbased, theirs: { value: 'neu', state: 'needs_review' } },
      'kept',
    ],
    ['a conflict again', { ...again, translation: held(there()) }, 'conflict both_changed'],
    ['a conflict again, from another branch', { translation: held(there()) }, 'conflict both_changed'],
    ['a conflict again, over a user’s', { ...again, translation: held(there({ origin: user })) }, 'conflict by_user'],
    [
      'a conflict again, over an approved one',
      { ...again, translation: held(there({ state: 'approved' })) },
      'conflict approved',
    ],
    ['a conflict again, over a locked one', { ...again, translation: held(locked) }, 'conflict locked'],
    ['a conflict with a withdrawn translation', { ...again, translation: held(withdrawn) }, 'imported translated'],
    [
      'a conflict with a withdrawn translation, locked',
      { ...again, translation: held({ ...withdrawn, locked: true }) },
      'conflict locked',
    ],
    [
      'a conflict with a translation for the source before',
      { ...again, line: { src: 'bb22', earlier: ['aa11'] }, translation: held(there()) },
      'kept',
    ],
    [
      'a conflict about the source before, translated anew',
      {
        ...again,
        line: { src: 'bb22', earlier: ['aa11'] },
        translation: held(translation([text({ src: 'bb22', rev: 3, value: 'neu hier' }), text()])),
      },
      'kept',
    ],
    ['a conflict that was rejected', { ...again }, 'kept'],
    [
      'another text after a conflict',
      { ...again, theirs: { value: 'neuer' }, translation: held(there()) },
      'conflict both_changed',
    ],
    [
      'the translation here after a conflict',
      { ...again, theirs: { value: 'hier' }, translation: held(there()) },
      'unchanged',
    ],
  ])('merges %s', (_, change, expected) => {
    const outcome = mergeImport(incoming(change), false)
    const detail = 'state' in outcome ? ` ${outcome.state}` : 'why' in outcome ? ` ${outcome.why}` : ''
    expect(outcome.kind + detail).toBe(expected)
  })

  it.each<[string, Partial<IncomingText>, boolean, string]>([
    ['a translation that changed here', {}, true, 'kept'],
    ['a withdrawn text', { translation: withdrawn }, true, 'kept'],
    ['a locked text', { translation: locked }, true, 'kept'],
    ['the base', { base }, false, 'imported'],
    ['the same text', { theirs: { value: 'hier' } }, false, 'unchanged'],
    ['a first revision', { translation: translation([text({ value: 'hier' })]) }, false, 'conflict'],
  ])('keeps a newer translation over an older file: %s', (_, change, depends, kind) => {
    const asked = incoming(change)
    expect([dependsOnHistory(asked), mergeImport(asked, depends).kind]).toEqual([depends, kind])
  })
})

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
] as const)('hadTextBefore finds %s', (_, value, revisions, expected) => {
  expect(hadTextBefore(incoming({ theirs: { value } }), revisions)).toBe(expected)
})

it('keeps the writer of a repeated translation', () => {
  const outcome = mergeImport(incoming({ theirs: review, base }), false)
  expect(outcome).toEqual({ kind: 'restated', state: 'needs_review', origin: agent })
})
