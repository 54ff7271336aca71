import { expect, it } from 'vitest'
import { exportedText, type Include } from '../../../src/l10n/translation/export.ts'
import type { Revision, TextVersion } from '../../../src/l10n/translation/translation.ts'
import { revision, text, translation } from './build.ts'

const inReview = text({ value: 'neu', state: 'needs_review', rev: 4 })
const r4 = revision(4, { value: 'neu', state: 'needs_review' })
const r1 = revision(1, { value: 'alt' })
const approved = revision(2, { value: 'gut', state: 'approved' })

it.each<[string, readonly TextVersion[], Include, readonly Revision[], string | undefined]>([
  ['nothing without a translation', [], 'all', [], undefined],
  ['a translated text', [text()], 'translated', [], '"Apfel"'],
  ['an approved text', [text({ state: 'approved' })], 'translated', [], '"Apfel"'],
  ['a translation in review, when all are wanted', [inReview], 'all', [], '"neu"'],
  [
    'the translation for the source, behind a newer one',
    [text({ src: 'bb22', value: 'Birne', rev: 2 }), text()],
    'translated',
    [],
    '"Apfel"',
  ],
  ['a stale text', [text({ src: 'bb22' })], 'translated', [], '"Apfel", stale'],
  ['nothing for a first translation in review', [text({ state: 'needs_review' })], 'translated', [r1], undefined],
  ['the last translated translation for one in review', [inReview], 'translated', [r4, r1], '"alt"'],
  ['the last approved translation', [text({ rev: 4 })], 'approved', [revision(4), approved, r1], '"gut"'],
  ['nothing when none was approved', [text({ rev: 4 })], 'approved', [revision(4), r1], undefined],
  [
    'a translation for the source before a newer one for another',
    [inReview],
    'translated',
    [r4, revision(3, { src: 'bb22', value: 'x' }), r1],
    '"alt"',
  ],
  [
    'a translation for another source',
    [inReview],
    'translated',
    [r4, revision(3, { src: 'bb22', value: 'x' })],
    '"x", stale',
  ],
  [
    'nothing that was withdrawn',
    [inReview],
    'translated',
    [r4, revision(3, { value: '', state: 'untranslated' }), r1],
    undefined,
  ],
  [
    'nothing between a restored translation and its original',
    [inReview],
    'translated',
    [
      { ...r4, restores: 'r2' },
      revision(3, { value: 'x' }),
      revision(2, { value: 'y', state: 'needs_review' }),
      revision(1, { value: 'alt' }),
    ],
    '"alt"',
  ],
])('exports %s', async (_, texts, include, revisions, expected) => {
  const exported = await exportedText(translation(texts), 'aa11', include, () => revisions)
  expect(exported && `${JSON.stringify(exported.value)}${exported.stale ? ', stale' : ''}`).toBe(expected)
})

it('does not read the history of a translation that it exports', async () => {
  const readRevisions = () => {
    throw new Error('read')
  }
  expect(await exportedText(translation([text({ rev: 9 })]), 'aa11', 'translated', readRevisions)).toBeDefined()
})
