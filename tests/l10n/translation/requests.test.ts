import { describe, expect, it } from 'vitest'
import { createIgnore, currentIgnores, findIgnore } from '../../../src/l10n/translation/findings.ts'
import { withLetThrough } from '../../../src/l10n/translation/let-through.ts'
import { findRefusal } from '../../../src/l10n/translation/refusals.ts'
import { isAnswer, withAnswer } from '../../../src/l10n/translation/request.ts'
import { submittedState } from '../../../src/l10n/translation/state.ts'
import { findConflict, findConflictText } from '../../../src/l10n/translation/suggestions/conflict.ts'
import { withoutBranch, withReturned } from '../../../src/l10n/translation/suggestions/decided.ts'
import type { ReviewRequest, Suggestion } from '../../../src/l10n/translation/translation.ts'
import { AT, agent, entry, error, ignore, text, translation, user, warning } from './build.ts'

const LINE = { src: 'aa11', earlier: ['bb22'] }

const request = (change: Partial<ReviewRequest> = {}): ReviewRequest => ({
  kind: 'rejected',
  refused: { src: 'aa11', value: 'Birne', rev: 1, origin: agent },
  origin: user,
  batch_id: 'b1',
  at: AT,
  ...change,
})

const suggestion = (change: Partial<Suggestion> = {}): Suggestion => ({
  id: 's',
  value: 'Birne',
  src: 'aa11',
  origin: agent,
  batch_id: 'b',
  at: AT,
  ...change,
})

it.each(['mt', 'memory'] as const)('a text by %s waits for review', kind => {
  expect(submittedState(kind, false, { review: 'none' })).toBe('needs_review')
})

describe('a request', () => {
  it('is not answered by what it refused', () => {
    const of = translation([text()], { request: request() })
    expect(withAnswer(of, entry(), { ...LINE, value: 'Birne' }, AT)).toBe(of)
    expect(withAnswer(of, entry(), { ...LINE, value: 'Apfel' }, AT).request?.answered_at).toBe(AT)
  })

  it('about the source of the main branch is not answered for another source', () => {
    const of = translation([], { request: request({ refused: { ...request().refused, src: 'bb22' } }) })
    expect(withAnswer(of, { src: 'bb22' }, { ...LINE, value: 'Apfel' }, AT)).toBe(of)
    expect(withAnswer(of, { src: 'aa11' }, { ...LINE, value: 'Apfel' }, AT)).not.toBe(of)
  })

  it('is answered by a suggestion that was made after all of its refusals', () => {
    const { answered_at: _answered, ...earlier } = request({ batch_id: 'b0' })
    const twice = request({ earlier: [earlier] })
    expect(isAnswer(suggestion({ answers: ['b1'] }), twice)).toBe(false)
    expect(isAnswer(suggestion({ answers: ['b1', 'b0'] }), twice)).toBe(true)
  })

  it('refuses a text in any normal form', () => {
    const refused = { ...request().refused, value: '\u00c4pfel' }
    const found = findRefusal(request({ refused }), { src: 'aa11', value: 'A\u0308pfel' })
    expect(found?.refused).toBe(refused)
  })
})

describe('an ignored finding', () => {
  it('counts again as an error if only an agent ignored it', () => {
    const ignores = [{ ...ignore(error.id), by_agent: true as const }]
    expect(findIgnore(error, ignores)).toBeUndefined()
    expect(findIgnore({ ...error, level: 'warning' }, ignores)).toBe(ignores[0])
  })

  it('does not cover a later finding of its check', () => {
    const ignores = [createIgnore({ finding: warning.id, reason: 'intended' }, [warning], user, AT)]
    expect(findIgnore(warning, ignores)).toBe(ignores[0])
    expect(findIgnore({ ...warning, message: 'Another URL changed.' }, ignores)).toBeUndefined()
  })

  it('counts again while its text is stale', () => {
    const ignores = [ignore(warning.id)]
    expect(currentIgnores(translation([text({ ignores })]), LINE)).toBe(ignores)
    expect(currentIgnores(translation([text({ src: 'bb22', ignores })]), LINE)).toBeUndefined()
  })
})

it('a text in review is not kept for exports', () => {
  const after = translation([text({ value: 'Birne', rev: 2 })])
  expect(withLetThrough(translation([text({ state: 'needs_review' })]), after)).not.toHaveProperty('let_through')
  expect(withLetThrough(translation([text()]), after).let_through).toMatchObject([{ value: 'Apfel' }])
})

describe('a conflict', () => {
  const conflict = suggestion({ conflict: true, branches: ['main', 'next'] })
  const of = translation([text()], { suggestions: [conflict] })

  it('ends when the project has its text', () => {
    expect(findConflictText(of, LINE, 'Birne')).toBe(conflict)
    const same = translation([text({ value: 'Birne' })], { suggestions: [conflict] })
    expect(findConflictText(same, LINE, 'Birne')).toBeUndefined()
  })

  it('belongs to the branches whose file has it', () => {
    expect(findConflict(of, LINE, 'next')).toBe(conflict)
    expect(findConflict(of, LINE, 'other')).toBeUndefined()
  })

  it('stays one for its other branches', () => {
    expect(withoutBranch(conflict, 'main')).toMatchObject({ conflict: true, branches: ['next'] })
    expect(withoutBranch(withoutBranch(conflict, 'main'), 'next')).not.toHaveProperty('conflict')
  })
})

it('a decided suggestion that equals a text does not return', () => {
  const decided = [{ ...suggestion({ value: 'Apfel' }), decided_by: 'b' }]
  const of = translation([text()], { decided })
  expect(withReturned(of, decided, { id: 'b2', at: AT })).toBe(of)
})
