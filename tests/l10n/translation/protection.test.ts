import { expect, it } from 'vitest'
import { isSameWriter } from '../../../src/l10n/translation/line.ts'
import { isProtected } from '../../../src/l10n/translation/protection.ts'
import { agent, error, ignore, importer, otherAgent, text, user, warning } from './build.ts'

it.each([
  ['a user’s text', text({ origin: user }), true],
  ['a user’s translation in review', text({ origin: user, state: 'needs_review' }), true],
  ['an import', text({ origin: importer }), true],
  ['an import in review', text({ origin: importer, state: 'needs_review' }), false],
  ['an approved import', text({ origin: importer, state: 'approved' }), true],
  ['an agent’s text', text(), false],
  ['an agent’s approved translation', text({ state: 'approved' }), true],
  ['a machine translation', text({ origin: { ...agent, kind: 'mt' } }), false],
  ['a user’s translation with an error', text({ origin: user, findings: [error] }), false],
  ['an approved translation with an error', text({ state: 'approved', findings: [warning, error] }), false],
  ['a user’s translation with a warning', text({ origin: user, findings: [warning] }), true],
])('protects, or not, %s', (_, of, expected) => {
  expect(isProtected(of)).toBe(expected)
})

it('protects a translation whose errors are all ignored', () => {
  const of = text({ origin: user, findings: [error, { ...error, id: 'markup' }] })
  expect(isProtected({ ...of, ignores: [ignore('placeholders')] })).toBe(false)
  expect(isProtected({ ...of, ignores: [ignore('placeholders'), ignore('markup')] })).toBe(true)
})

it.each([
  ['the same credential', agent, { ...agent }, true],
  ['another credential', agent, otherAgent, false],
  ['another user', agent, { ...agent, user_id: 'bob' }, false],
  ['another kind', agent, importer, false],
])('compares writers: %s', (_, one, other, expected) => {
  expect(isSameWriter(one, other)).toBe(expected)
})
