import { expect, it } from 'vitest'
import { shownText } from '../../../src/l10n/translation/shown-text.ts'
import { needsWork, staleReason } from '../../../src/l10n/translation/staleness.ts'
import { entry, error, ignore, importer, NOTE, NOTE_HASH, text, translation, user } from './build.ts'

const noted = entry({ description: NOTE })
const LINE = { src: 'aa11', earlier: ['bb22', 'cc33'] }
const old = text({ src: 'bb22', value: 'Birne', rev: 2 })

it.each([
  ['nothing without a translation', [], undefined, false],
  ['the translation for the source', [text()], 'Apfel', false],
  ['the translation for the source, behind a newer one for another', [old, text()], 'Apfel', false],
  ['the newest translation for an earlier source, as stale', [old, text({ src: 'cc33' })], 'Birne', true],
  ['none for a source that the string never had on the branch', [text({ src: 'dd44' })], undefined, false],
  ['an older one before one of another branch', [text({ src: 'dd44' }), old], 'Birne', true],
])('shownText shows %s', (_, texts, value, stale) => {
  const shown = shownText({ texts }, LINE)
  expect([shown.text?.value, shown.stale]).toEqual([value, stale])
})

it.each([
  ['there is no translation', [], entry(), undefined],
  ['source and note are those of the translation', [text({ note: NOTE_HASH })], noted, undefined],
  ['neither has a note', [text()], entry(), undefined],
  ['the source returned to that of an older translation', [old, text()], entry(), undefined],
  ['the source changed', [old], entry(), 'source_changed'],
  ['source and note changed', [old], noted, 'source_changed'],
  ['a note was added', [text()], noted, 'note_changed'],
  ['the note was removed', [text({ note: NOTE_HASH })], entry(), 'note_changed'],
  ['the note changed', [text({ note: NOTE_HASH })], entry({ description: `${NOTE}.` }), 'note_changed'],
])('staleReason when %s', (_, texts, at, reason) => {
  expect(staleReason({ texts }, at, LINE)).toBe(reason)
})

const byUser = text({ origin: user })
it.each([
  ['a missing text', translation(), entry(), true],
  ['a translation of an agent', translation([text()]), entry(), false],
  ['a translation in review', translation([text({ state: 'needs_review' })]), entry(), false],
  ['a stale text', translation([old]), entry(), true],
  ['a stale translation of a user', translation([{ ...old, origin: user }]), entry(), true],
  ['a changed note', translation([text()]), noted, true],
  ['a changed note over a protected translation', translation([byUser]), noted, false],
  [
    'a changed note over a user’s translation with an error',
    translation([{ ...byUser, findings: [error] }]),
    noted,
    true,
  ],
  [
    'a changed note over a user’s translation whose error is ignored',
    translation([{ ...byUser, findings: [error], ignores: [ignore(error.id)] }]),
    noted,
    false,
  ],
  ['an import', translation([text({ origin: importer })]), entry(), false],
  ['an import in review', translation([text({ origin: importer, state: 'needs_review' })]), entry(), true],
  ['a locked translation', translation([], { locked: true }), entry(), false],
  ['a locked, stale translation', translation([old], { locked: true }), entry(), false],
  ['a string that is not translated', translation(), entry({ do_not_translate: true }), false],
])('needsWork of %s', (_, of, at, needed) => {
  expect(needsWork(of, at, LINE)).toBe(needed)
})
