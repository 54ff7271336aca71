import { expect, it } from 'vitest'
import { type ExportPolicy, exportedText, type Include } from '../../../src/l10n/translation/export.ts'
import type { ReviewRequest, Revision, TextVersion, Translation } from '../../../src/l10n/translation/translation.ts'
import { AT, agent, revision, text, translation, user } from './build.ts'

/** The source was another one before. */
const LINE = { src: 'aa11', earlier: ['bb22', 'cc33'] }

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
  const exported = await exportedText(translation(texts), LINE, include, {}, () => revisions)
  expect(exported && `${JSON.stringify(exported.value)}${exported.stale ? ', stale' : ''}`).toBe(expected)
})

it('does not read the history of a translation that it exports', async () => {
  const readRevisions = () => {
    throw new Error('read')
  }
  expect(await exportedText(translation([text({ rev: 9 })]), LINE, 'translated', {}, readRevisions)).toBeDefined()
})

const request = (value: string, change: Partial<ReviewRequest> = {}): ReviewRequest => ({
  kind: 'changes_requested',
  refused: { src: 'aa11', value, rev: 3, origin: agent },
  origin: user,
  batch_id: 'b4',
  at: AT,
  ...change,
})

it.each<
  [string, Partial<Translation>, ExportPolicy, readonly Revision[], ReturnType<typeof JSON.stringify> | undefined]
>([
  [
    'the text before a refused one',
    { request: request('neu') },
    {},
    [r4, revision(3, { value: 'neu' }), r1],
    '"alt", held',
  ],
  [
    'nothing before a refused first text',
    { request: request('neu') },
    {},
    [r4, revision(3, { value: 'neu' })],
    undefined,
  ],
  [
    'the text before two refused ones',
    { request: request('neu') },
    {},
    [
      r4,
      revision(3, { value: 'neu', request: request('auch', { batch_id: 'b2' }) }),
      revision(2, { value: 'auch' }),
      r1,
    ],
    '"alt", held',
  ],
  [
    'no text for another source that came after the refused one',
    { request: request('neu') },
    {},
    [revision(5, { src: 'bb22', value: 'anderswo' }), r4, revision(3, { value: 'neu' })],
    undefined,
  ],
  [
    'the text for another source that came before the refused one',
    { request: request('neu') },
    {},
    [
      revision(5, { src: 'bb22', value: 'anderswo' }),
      r4,
      revision(3, { value: 'neu' }),
      revision(2, { src: 'cc33', value: 'früher' }),
    ],
    '"früher", held',
  ],
  [
    'the text itself, where the policy says so',
    { request: request('neu') },
    { changes_requested: 'current' },
    [r4, revision(3, { value: 'neu' }), r1],
    '"neu"',
  ],
])('exports %s', async (_, change, policy, revisions, expected) => {
  const of = translation([inReview], change)
  const exported = await exportedText(of, LINE, 'translated', policy, () => revisions)
  expect(exported && `${JSON.stringify(exported.value)}${exported.held ? ', held' : ''}`).toBe(expected)
})

it('exports an answer to a request, but not the refused text that is shown again', async () => {
  const answered = { request: request('neu', { answered_at: AT }) }
  const of = (value: string) =>
    exportedText(translation([text({ value, rev: 5 })], answered), LINE, 'translated', {}, () => [
      revision(5, { value }),
      revision(3, { value: 'neu' }),
      r1,
    ])
  expect(await of('besser')).toMatchObject({ value: 'besser' })
  expect(await of('neu')).toMatchObject({ value: 'alt', held: true })
})
