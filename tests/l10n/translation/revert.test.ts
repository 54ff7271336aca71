import { describe, expect, it } from 'vitest'
import {
  findRevertTarget,
  findTextBefore,
  isSameRevision,
  type PastRevisions,
  revertText,
} from '../../../src/l10n/translation/revert.ts'
import type { Revision } from '../../../src/l10n/translation/translation.ts'
import { AT, agent, entry, error, otherAgent, revision, text, translation, user } from './build.ts'

/** The history of a translation, from its revisions in order. */
const pastOf = (...revisions: readonly Revision[]): PastRevisions => {
  const newestFirst = revisions.toReversed()
  const find = async (fits: (one: Revision) => boolean) => newestFirst.find(fits)
  return {
    newest: () => find(() => true),
    before: ({ rev }) => find(one => one.rev < rev),
    get: id => find(one => one.id === id),
  }
}
const withdrawal = (rev: number, restores?: string) =>
  revision(rev, { value: '', state: 'untranslated', ...(restores !== undefined && { restores }) })
const a = revision(1, { value: 'a' })
const b = revision(2, { value: 'b' })

describe('findRevertTarget', () => {
  const approved = revision(2, { value: 'a', state: 'approved' })
  it.each<[string, readonly Revision[], readonly string[], string]>([
    ['the text before', [a, b], ['b2'], 'r1'],
    ['no translation, before the first', [a], ['b1'], 'none'],
    ['the translation before both', [a, b, revision(3)], ['b2', 'b3'], 'r1'],
    ['nothing: the translation was replaced', [a, b], ['b1'], 'superseded'],
    ['nothing: no batch is named', [a, b], [], 'superseded'],
    ['nothing: there is no past', [], ['b1'], 'superseded'],
    ['the translation before its approval', [a, approved], ['b2'], 'r1'],
    ['no translation: the approved one was reverted', [a, approved], ['b1'], 'none'],
    ['the translation before the approved one', [a, b, revision(3, { value: 'b', state: 'approved' })], ['b2'], 'r1'],
    [
      'nothing: another writer wrote the same translation again',
      [a, revision(2, { value: 'a', origin: otherAgent })],
      ['b1'],
      'superseded',
    ],
    [
      'the replaced translation: the revert is reverted',
      [a, b, revision(3, { value: 'a', restores: 'r1' })],
      ['b3'],
      'r2',
    ],
    [
      'no translation: what was restored is reverted',
      [a, b, revision(3, { value: 'a', restores: 'r1' })],
      ['b1'],
      'none',
    ],
    [
      'nothing: the translation removed by a restore is reverted',
      [a, b, revision(3, { value: 'a', restores: 'r1' })],
      ['b2'],
      'superseded',
    ],
    ['the withdrawn text', [a, withdrawal(2)], ['b2'], 'r1'],
    ['nothing: the translation was withdrawn', [a, withdrawal(2)], ['b1'], 'superseded'],
  ])('restores %s', async (_, revisions, batches, expected) => {
    const target = await findRevertTarget(pastOf(...revisions), async batch => batches.includes(batch))
    expect(target === undefined ? 'superseded' : (target.to?.id ?? 'none')).toBe(expected)
  })

  it('lists what it undoes, newest first', async () => {
    const target = await findRevertTarget(pastOf(a, b, revision(3)), async batch => batch !== 'b1')
    expect(target?.undone.map(one => [one.revision.id, one.before?.id])).toEqual([
      ['r3', 'r2'],
      ['r2', 'r1'],
    ])
    expect(target?.newest.id).toBe('r3')
  })
})

it.each<[string, readonly Revision[], string, string]>([
  ['the other text', [a, b], 'b', 'r1'],
  ['nothing before the first translation', [a], 'a', 'none'],
  ['the other translation, before an approval', [a, b, revision(3, { value: 'b', state: 'approved' })], 'b', 'r1'],
  ['the withdrawal', [a, withdrawal(2), revision(3, { value: 'c' })], 'c', 'r2'],
  ['the newest translation, when it differs', [a, b], 'a', 'r2'],
  [
    'the translation before a restored one',
    [a, b, revision(3, { value: 'c' }), revision(4, { value: 'b', restores: 'r2' })],
    'b',
    'r1',
  ],
])('findTextBefore finds %s', async (_, revisions, value, expected) => {
  expect((await findTextBefore(pastOf(...revisions), other => other === value))?.id ?? 'none').toBe(expected)
})

it.each<[string, Revision, Revision | undefined, boolean]>([
  ['the same text', b, { ...b, id: 'r9', rev: 9, batch_id: 'b9' }, true],
  ['another text', b, a, false],
  ['another state', b, { ...b, state: 'approved' }, false],
  ['another note', b, { ...b, note: 'n' }, false],
  ['another writer', b, { ...b, origin: user }, false],
  ['a translation and none', b, undefined, false],
  ['two withdrawals', withdrawal(2), { ...withdrawal(3), origin: user }, true],
  ['a withdrawal and nothing', withdrawal(2), undefined, true],
])('isSameRevision compares %s', (_, newest, to, same) => {
  expect(isSameRevision(newest, to, undefined)).toBe(same)
})

describe('revertText', () => {
  const of = translation([text({ value: 'b', rev: 2 }), text({ src: 'bb22', rev: 1 })])
  const by = { at: AT, origin: user }

  it('restores translation, state, note and writer, with findings of now', () => {
    const to = revision(1, { value: 'a', state: 'approved', note: 'n', origin: otherAgent })
    const { after, withdrawn } = revertText(of, entry(), { src: 'aa11', to }, [error], undefined, by)
    expect(after.texts[0]).toEqual({
      src: 'aa11',
      value: 'a',
      state: 'approved',
      note: 'n',
      origin: otherAgent,
      findings: [error],
      rev: 3,
      at: AT,
    })
    expect(withdrawn).toEqual({ src: 'aa11', origin: user, restores: 'r1', rev: 1 })
  })

  it.each([
    ['nothing', undefined, { src: 'aa11', origin: user }],
    ['a withdrawal', withdrawal(1), { src: 'aa11', origin: user, restores: 'r1', rev: 1 }],
  ])('removes the translation when it restores %s', (_, to, expected) => {
    const { after, withdrawn } = revertText(of, entry({ earlier: ['bb22'] }), { src: 'aa11', to }, [], undefined, by)
    expect(after).toMatchObject({
      rev: 3,
      texts: [{ src: 'bb22', origin: agent }],
      stale: { reason: 'source_changed' },
    })
    expect(withdrawn).toEqual(expected)
  })
})
