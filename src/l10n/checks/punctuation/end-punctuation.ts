import { defineCheck } from '../define-check.ts'
import { findEndFaults } from './compare-ends.ts'

const KINDS = new Set(['stop', 'exclamation', 'ellipsis', 'semicolon'] as const)

export const endPunctuation = defineCheck({
  id: 'end_punctuation',
  level: 'info',
  finds: 'A stop, exclamation mark, ellipsis or semicolon at the end of the source or of the translation only.',
  why: 'Labels and sentences look unfinished beside each other; an ellipsis announces a dialog.',
  standard: 'CLDR punctuation; the marks of every script count, as in the checks of Weblate',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Saved.', good: 'Gesichert.', bad: 'Gesichert' },
    { syntax: 'plain', locale: 'ja', source: 'Saved.', good: '保存しました。', bad: '保存しました' },
    { syntax: 'plain', locale: 'de', source: 'Open…', good: 'Öffnen...', bad: 'Öffnen' },
  ],
  find: context => findEndFaults(context, KINDS),
})
