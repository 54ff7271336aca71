import { describe, expect, it } from 'vitest'
import { limitSuggestions, MAX_SUGGESTIONS } from '../../../src/l10n/translation/change.ts'
import { exportedText, findHoldingRequest, isUnfinished } from '../../../src/l10n/translation/export.ts'
import { judgeSubmission, judgeVoice, type Submission } from '../../../src/l10n/translation/judge.ts'
import { type IncomingText, mergeImport } from '../../../src/l10n/translation/merge.ts'
import { isProtected } from '../../../src/l10n/translation/protection.ts'
import { findApproval, restoredState } from '../../../src/l10n/translation/revert.ts'
import { shownText } from '../../../src/l10n/translation/shown-text.ts'
import type { Suggestion } from '../../../src/l10n/translation/translation.ts'
import { AT, agent, entry, error, importer, NOTE, otherAgent, revision, text, translation, user } from './build.ts'

const LINE = { src: 'aa11', earlier: ['bb22'] }
const OPEN = { review: 'none', agents_replace: false } as const

/** A user's request for another text than `value`. */
const request = (value: string) => ({
  kind: 'rejected' as const,
  refused: { src: 'aa11', value, rev: 1, origin: agent },
  origin: user,
  batch_id: 'b',
  at: AT,
})

describe('a submission', () => {
  const judge = (change: Partial<Submission>, findings: readonly (typeof error)[] = []) => {
    const sent = {
      entry: entry(),
      line: LINE,
      translation: translation([text({ origin: otherAgent })]),
      seen: 'aa11',
      value: 'Äpfel',
      rev: undefined,
      replacesApproved: false,
      origin: agent,
      ...change,
    }
    const verdict = judgeSubmission(sent, OPEN, { value: sent.value, findings, repaired: [] })
    return verdict.kind === 'refused' ? verdict.reason.code : verdict.kind === 'accepted' ? verdict.state : verdict.kind
  }

  it.each([
    ['of the shown text', 3, 'translated'],
    ['of the translation', 5, 'translated'],
    ['between them', 4, 'rev_required'],
  ])('names the revision %s', (_, rev, expected) => {
    const of = translation([text({ origin: otherAgent, rev: 3 }), text({ src: 'cc33', rev: 2 })], { rev: 5 })
    expect(judge({ translation: of, rev })).toBe(expected)
  })

  it('waits for review when it overrides an error', () => {
    const overrides = [{ check: error.id, why: 'The name is not shown here.' }]
    expect(judge({ translation: translation(), overrides }, [error])).toBe('needs_review')
  })

  it('names the revision of a user’s text whose note has changed', () => {
    const of = translation([text({ origin: user })])
    const noted = { entry: entry({ description: NOTE }), translation: of, origin: user }
    expect(judge(noted)).toBe('rev_required')
    expect(judge({ ...noted, rev: 1 })).toBe('translated')
  })

  it('of the shown text answers no request about a locked translation', () => {
    const of = translation([text()], { locked: true, request: request('Apfelbaum') })
    expect(judge({ translation: of, value: 'Apfel' })).toBe('unchanged')
  })

  it('translates the source of the branch', () => {
    expect(judge({ translation: translation(), seen: 'AA' })).toBe('translated')
    expect(judge({ translation: translation(), seen: 'aaff' })).toBe('source_changed')
  })

  it('confirms the voice of a text only where it may replace the text', () => {
    const by = { translation: translation(), rev: undefined, origin: agent }
    expect(judgeVoice(by, text(), OPEN)).toBe('confirmed')
    expect(judgeVoice({ ...by, translation: translation([], { locked: true }) }, text(), OPEN)).toBe('locked')
    expect(judgeVoice(by, text({ origin: user }), OPEN)).toBe('protected')
  })
})

it('an import that only waits for the reviewer is protected', () => {
  expect(isProtected(text({ origin: importer, state: 'needs_review', undecided: true }))).toBe(true)
})

it('a string from before lines shows only texts from before lines', () => {
  const line = { src: 'aa11', unlined: true } as const
  expect(shownText({ texts: [text({ src: 'cc33' })] }, line).text).toBeUndefined()
  expect(shownText({ texts: [text({ src: 'cc33', unlined: true })] }, line).stale).toBe(true)
})

describe('a text of a file', () => {
  const incoming = (change: Partial<IncomingText> = {}): IncomingText => ({
    translation: translation([text()]),
    line: LINE,
    theirs: { value: 'Birne' },
    base: undefined,
    written: undefined,
    importer,
    mayReplacePeople: false,
    ...change,
  })
  const imported = { kind: 'imported', state: 'translated' }

  it('is not imported when a reviewer refused it', () => {
    expect(mergeImport(incoming(), false)).toEqual(imported)
    const of = translation([text()], { request: request('Birne') })
    expect(mergeImport(incoming({ translation: of }), false)).toEqual({ kind: 'kept' })
  })

  it('is imported over its base, although the project had it before', () => {
    expect(mergeImport(incoming({ base: { value: 'Apfel' } }), true)).toEqual(imported)
    expect(mergeImport(incoming(), true)).toEqual({ kind: 'kept' })
  })

  it('conflicts with a locked translation', () => {
    const of = translation([text()], { locked: true })
    expect(mergeImport(incoming({ translation: of }), false)).toEqual({ kind: 'conflict', why: 'locked' })
  })

  it('conflicts with the first text if a user wrote that', () => {
    const of = translation([text({ origin: user })])
    const outcome = mergeImport(incoming({ translation: of, mayReplacePeople: true }), false)
    expect(outcome).toEqual({ kind: 'conflict', why: 'both_changed' })
  })

  it('confirms a stale text only while that is not locked', () => {
    const stale = [text({ src: 'bb22' })]
    const confirming = { theirs: { value: 'Apfel' }, confirms: true }
    expect(mergeImport(incoming({ ...confirming, translation: translation(stale) }), false)).toEqual(imported)
    const locked = translation(stale, { locked: true })
    expect(mergeImport(incoming({ ...confirming, translation: locked }), false)).toEqual({ kind: 'unchanged' })
  })
})

describe('an export', () => {
  it('has no text with unresolved errors', async () => {
    const of = translation([text({ unresolved: true })])
    expect(await exportedText(of, LINE, 'translated', {}, () => [])).toBeUndefined()
    const approved = translation([text({ unresolved: true, state: 'approved' })])
    expect(await exportedText(approved, LINE, 'translated', {}, () => [])).toMatchObject({ value: 'Apfel' })
  })

  it('of approved texts has none of an earlier source', async () => {
    const of = translation([text({ src: 'bb22', state: 'approved' })])
    expect(await exportedText(of, LINE, 'approved', {}, () => [])).toBeUndefined()
    expect(await exportedText(of, LINE, 'translated', {}, () => [])).toMatchObject({ stale: true })
  })

  it('is held back by a rejection until that is answered', () => {
    const held = (of: object) => findHoldingRequest(translation([], of), LINE, 'translated', {})
    expect(held({ request: request('Birne') })).toEqual(request('Birne'))
    expect(held({ request: { ...request('Birne'), answered_at: AT } })).toBeUndefined()
  })

  it('has the newest text of earlier sources', async () => {
    const of = translation([text({ state: 'needs_review', rev: 5 })])
    const past = [
      revision(5, { state: 'needs_review' }),
      revision(4, { src: 'bb22', value: 'newer' }),
      revision(3, { src: 'bb22', value: 'older' }),
    ]
    expect(await exportedText(of, LINE, 'translated', {}, () => past)).toMatchObject({ value: 'newer', stale: true })
  })

  it('has what a copied string began with', async () => {
    const copied = { src: 'aa11', value: 'copied', state: 'translated' as const, rev: 0, at: AT }
    const of = translation([text({ state: 'needs_review' })], { let_through: [copied] })
    const past = [revision(1, { state: 'needs_review' })]
    expect(await exportedText(of, LINE, 'translated', {}, () => past)).toMatchObject({ value: 'copied' })
  })

  it('calls only an import that waits for review unfinished', () => {
    expect(isUnfinished({}, text({ state: 'needs_review' }))).toBe(false)
    expect(isUnfinished({}, text({ origin: importer, state: 'needs_review' }))).toBe(true)
  })
})

it('the approval of a text is the first revision since it is approved', async () => {
  const [third, second, first] = ([3, 2, 1] as const).map(rev =>
    revision(rev, { value: 'Apfel', state: rev === 1 ? 'translated' : 'approved' }),
  )
  if (third === undefined) throw new Error('no revision')
  const before = new Map([
    [third.id, second],
    [second?.id, first],
  ])
  const past = {
    newest: async () => third,
    before: async ({ id }: { id: string }) => before.get(id),
    get: async () => undefined,
  }
  expect(await findApproval(past, third)).toBe(second)
})

it('a restored text that a request refuses waits for review', () => {
  const to = { ...revision(1, { value: 'Birne' }), state: 'approved' as const }
  expect(restoredState(to, request('Birne'))).toBe('needs_review')
  expect(restoredState(to, request('Apfel'))).toBe('approved')
})

it('conflicts are the last suggestions to give way', () => {
  const suggestion = (at: number): Suggestion => ({
    id: `s${at}`,
    value: `text ${at}`,
    src: 'aa11',
    origin: agent,
    batch_id: 'b',
    at: AT,
    ...(at === 0 && { conflict: true as const }),
  })
  const all = Array.from({ length: MAX_SUGGESTIONS + 1 }, (_, at) => suggestion(at))
  expect(limitSuggestions(all).map(({ id }) => id)).toEqual(all.filter((_, at) => at !== 1).map(({ id }) => id))
})
