import { describe, expect, it } from 'vitest'
import {
  judgeSubmission,
  type Submission,
  type SubmissionPolicy,
  withVerdict,
} from '../../../src/l10n/translation/judge.ts'
import type { TextVersion, Translation } from '../../../src/l10n/translation/translation.ts'
import {
  AT,
  agent,
  entry,
  error,
  ignore,
  importer,
  NOTE,
  otherAgent,
  text,
  translation,
  user,
  warning,
} from './build.ts'

const OPEN: SubmissionPolicy = { review: 'none', agents_replace: false }
const REPLACING: SubmissionPolicy = { ...OPEN, agents_replace: true }
const REVIEWED: SubmissionPolicy = { ...OPEN, review: 'required' }

interface Case {
  readonly submission?: Partial<Submission>
  readonly texts?: readonly TextVersion[]
  readonly change?: Partial<Translation>
  readonly policy?: SubmissionPolicy
  readonly findings?: readonly (typeof error | typeof warning)[]
}

/** An agent submits "Äpfel" for a string that an agent translated as "Apfel" at revision 1. */
function judge({ submission = {}, texts = [text()], change = {}, policy = OPEN, findings = [] }: Case) {
  const sent = {
    entry: entry(),
    line: { src: 'aa11', earlier: ['bb22'] },
    translation: translation(texts, change),
    seen: 'aa11',
    value: 'Äpfel',
    rev: undefined,
    replacesApproved: texts[0]?.state === 'approved',
    origin: agent,
    ...submission,
  }
  const verdict = judgeSubmission(sent, policy, { value: sent.value, findings, repaired: [] })
  return verdict.kind === 'refused' ? verdict.reason.code : verdict.kind === 'accepted' ? verdict.state : verdict.kind
}

const byOther = text({ origin: otherAgent })
const byUser = text({ origin: user })
const noted = { entry: entry({ description: NOTE }) }
const stale = text({ src: 'bb22', origin: otherAgent })
const request = (value: string) => ({
  kind: 'changes_requested' as const,
  comment: 'Longer, please.',
  refused: { src: 'aa11', value, rev: 1, origin: agent },
  origin: user,
  batch_id: 'b2',
  at: AT,
})

describe('judgeSubmission', () => {
  it.each<[string, Case, string]>([
    ['accepts a first translation', { texts: [] }, 'translated'],
    ['asks for the revision of the writer’s own translation, too', {}, 'rev_required'],
    ['accepts a translation over the writer’s own by revision', { submission: { rev: 1 } }, 'translated'],
    ['refuses a translation for another source', { submission: { seen: 'bb' } }, 'source_changed'],
    ['compares hashes without case', { submission: { seen: 'AA', rev: 1 } }, 'translated'],
    ['refuses an error', { findings: [error] }, 'invalid'],
    [
      'refuses an error that is ignored for another text',
      { findings: [error], texts: [text({ ignores: [ignore(error.id)] })] },
      'invalid',
    ],
    [
      'leaves the same translation with an ignored error unchanged',
      { submission: { value: 'Apfel' }, findings: [error], texts: [text({ ignores: [ignore(error.id)] })] },
      'unchanged',
    ],
    ['accepts a warning', { findings: [warning], submission: { rev: 1 } }, 'translated'],
    ['leaves the same translation unchanged', { submission: { value: 'Apfel' } }, 'unchanged'],
    [
      'leaves the same translation of another writer unchanged',
      { submission: { value: 'Apfel' }, texts: [byOther] },
      'unchanged',
    ],
    ['accepts the same translation over a stale one', { submission: { value: 'Apfel' }, texts: [stale] }, 'translated'],
    ['accepts the same translation after its note changed', { submission: { value: 'Apfel', ...noted } }, 'translated'],
    [
      'accepts the same translation over an import in review',
      { submission: { value: 'Apfel' }, texts: [text({ origin: importer, state: 'needs_review' })] },
      'translated',
    ],
    ['suggests for a locked translation', { change: { locked: true } }, 'suggested'],
    [
      'suggests a user’s translation for a locked translation',
      { change: { locked: true }, submission: { origin: user } },
      'suggested',
    ],
    ['suggests over a user’s translation', { texts: [byUser] }, 'suggested'],
    ['suggests over an approved translation', { texts: [text({ state: 'approved' })] }, 'suggested'],
    ['suggests over a protected translation whose note changed', { texts: [byUser], submission: noted }, 'suggested'],
    ['suggests although the agent names the revision', { texts: [byUser], submission: { rev: 1 } }, 'suggested'],
    ['suggests without a revision where agents may replace', { texts: [byUser], policy: REPLACING }, 'suggested'],
    [
      'accepts by revision where agents may replace',
      { texts: [byUser], policy: REPLACING, submission: { rev: 1 } },
      'translated',
    ],
    [
      'refuses a wrong revision where agents may replace',
      { texts: [byUser], policy: REPLACING, submission: { rev: 2 } },
      'rev_required',
    ],
    [
      'asks for review over an approved translation',
      { texts: [text({ state: 'approved' })], policy: REPLACING, submission: { rev: 1 } },
      'needs_review',
    ],
    ['accepts over a user’s translation with an error', { texts: [{ ...byUser, findings: [error] }] }, 'translated'],
    ['accepts over a user’s stale translation', { texts: [{ ...stale, origin: user }] }, 'translated'],
    [
      'asks for review over an approved stale translation',
      { texts: [{ ...stale, state: 'approved' }] },
      'needs_review',
    ],
    [
      'accepts a user’s translation over an approved one of theirs',
      { texts: [{ ...byUser, state: 'approved' }], submission: { origin: user, rev: 1 } },
      'translated',
    ],
    ['asks for the revision of another writer’s translation', { texts: [byOther] }, 'rev_required'],
    ['asks a user, too', { texts: [byOther], submission: { origin: user } }, 'rev_required'],
    [
      'accepts over another writer’s translation by revision',
      { texts: [byOther], submission: { rev: 1 } },
      'translated',
    ],
    ['refuses another revision, even over the writer’s own translation', { submission: { rev: 7 } }, 'rev_required'],
    [
      'asks for the revision of another writer’s translation in review',
      { texts: [{ ...byOther, state: 'needs_review' }] },
      'rev_required',
    ],
    [
      'suggests over another’s import',
      { texts: [text({ origin: { ...importer, credential: 'token:other' } })] },
      'suggested',
    ],
    [
      'accepts over the writer’s own import by revision',
      { texts: [text({ origin: { ...agent, kind: 'import' } })], submission: { rev: 1 } },
      'translated',
    ],
    [
      'accepts over an own import that was approved, as a suggestion',
      { texts: [text({ origin: { ...agent, kind: 'import' }, state: 'approved' })] },
      'suggested',
    ],
    ['accepts an answer to a reviewer’s request', { change: { request: request('Apfel') } }, 'translated'],
    [
      'accepts the text that a rejection restored, as an answer',
      { change: { request: request('Birne') }, submission: { value: 'Apfel' } },
      'translated',
    ],
    ['refuses the refused text', { change: { request: request('Äpfel') } }, 'changes_requested'],
    [
      'refuses the refused text after another answer',
      { change: { request: { ...request('Äpfel'), answered_at: AT } }, submission: { rev: 1 } },
      'changes_requested',
    ],
    [
      'asks for the revision of the first answer to a request',
      { change: { request: { ...request('Birne'), answered_at: AT } } },
      'rev_required',
    ],
    [
      'suggests an answer over a user’s translation',
      { texts: [byUser], change: { request: request('Birne') } },
      'suggested',
    ],
    [
      'accepts over another writer’s translation with an error',
      { texts: [{ ...byOther, findings: [error] }] },
      'translated',
    ],
    ['accepts over another writer’s stale translation', { texts: [stale] }, 'translated'],
    [
      'accepts over another writer’s translation whose note changed',
      { texts: [byOther], submission: noted },
      'translated',
    ],
    ['asks for review where it is required', { texts: [], policy: REVIEWED }, 'needs_review'],
    ['asks no review of a user', { texts: [], policy: REVIEWED, submission: { origin: user } }, 'translated'],
  ])('%s', (_, given, expected) => {
    expect(judge(given)).toBe(expected)
  })

  const sent: Submission = {
    entry: entry({ sources: [{ src: 'bb22', source: 'Pear' }] }),
    line: { src: 'aa11', earlier: ['bb22'] },
    translation: translation(),
    seen: 'aa11',
    value: ' Apfel',
    rev: undefined,
    replacesApproved: false,
    origin: agent,
  }

  it.each([
    ['bb2', true],
    ['cc3', false],
  ])('says whether the source %s is known, without a check', (seen, known) => {
    const verdict = judgeSubmission({ ...sent, seen }, OPEN, undefined)
    expect(verdict).toEqual({ kind: 'refused', reason: { code: 'source_changed', known } })
  })

  it('stores the translation as the checks repaired it', () => {
    const checked = { value: 'Apfel', findings: [warning], repaired: ['line_endings'] }
    const verdict = judgeSubmission(sent, OPEN, checked)
    expect(verdict).toEqual({ kind: 'accepted', state: 'translated', ...checked })
    expect(withVerdict(sent, verdict, { id: 'b', at: AT, newId: () => 's' })).toMatchObject({
      rev: 1,
      state: 'translated',
      texts: [{ src: 'aa11', value: 'Apfel', origin: agent, findings: [warning], at: AT }],
    })
  })

  it('adds a suggestion, and changes nothing when it refuses', () => {
    const locked = { ...sent, translation: translation([], { locked: true }) }
    const batch = { id: 'b', at: AT, newId: () => 's' }
    const suggested = judgeSubmission(locked, OPEN, { value: 'Apfel', findings: [], repaired: [] })
    expect(withVerdict(locked, suggested, batch)).toMatchObject({
      rev: 0,
      texts: [],
      suggestions: [{ value: 'Apfel' }],
    })
    const repaired = judgeSubmission(locked, OPEN, { value: 'Apfel', findings: [], repaired: ['line_endings'] })
    expect(repaired).toMatchObject({ kind: 'suggested', repaired: ['line_endings'] })
    const refused = judgeSubmission(locked, OPEN, { value: 'Apfel', findings: [error], repaired: [] })
    expect(withVerdict(locked, refused, batch)).toBe(locked.translation)
  })
})
