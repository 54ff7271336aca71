import { defineCheck } from '../define-check.ts'
import { findEndFaults } from './compare-ends.ts'

const KINDS = new Set(['colon'] as const)

export const endColon = defineCheck({
  id: 'end_colon',
  level: 'info',
  finds: 'A colon at the end of the source or of the translation only.',
  why: 'A label loses its colon, or gets two where the application adds one.',
  standard: 'CLDR punctuation; the colons of every script count',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Name:', good: 'Name:', bad: 'Namen' },
    { syntax: 'plain', locale: 'ja', source: 'Name:', good: '名前：', bad: '名前' },
  ],
  find: context => findEndFaults(context, KINDS),
})
