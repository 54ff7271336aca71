import { writingOf } from '../../locales/writing.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { wordsOf } from '../reading/words.ts'
import { findEndFaults } from './compare-ends.ts'
import { endsOf } from './ends.ts'

export const endQuestion = defineCheck({
  id: 'end_question',
  level: 'info',
  finds:
    'A question without its question mark, a mark that the source does not have, and a Spanish question without ¿.',
  why: 'Users take a question for a statement.',
  standard: 'CLDR punctuation; the question marks of Arabic, Armenian, Greek, Ethiopic and CJK count',
  examples: [
    { syntax: 'plain', locale: 'de', source: 'Delete it?', good: 'Löschen?', bad: 'Löschen' },
    { syntax: 'plain', locale: 'ar', source: 'Delete it?', good: 'حذف؟', bad: 'حذف.' },
    { syntax: 'plain', locale: 'es', source: 'Delete it?', good: '¿Eliminar?', bad: 'Eliminar?' },
  ],
  find,
})

const KINDS = new Set(['question', 'interrobang'] as const)

function* find(context: CheckContext): Generator<Fault> {
  let found = false
  for (const fault of findEndFaults(context, KINDS)) {
    found = true
    yield fault
  }
  if (!found && writingOf(context.locale).language === 'es') yield* findUnopened(context)
}

function* findUnopened({ forms }: CheckContext): Generator<Fault> {
  for (const { target } of forms) {
    const [end] = endsOf(target)
    if (end?.kind !== 'question' || wordsOf(target).includes('¿')) continue
    yield {
      message: 'The question does not start with ¿.',
      ...(end.at !== undefined && { at: end.at }),
      fix: 'Write ¿ where the question starts.',
    }
  }
}
