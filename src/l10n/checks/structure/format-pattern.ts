import { quote } from '../../../text/quote.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { isPatternSyntax } from '../../message/patterns/find-pattern.ts'
import { isPart, listDirectives } from '../../message/patterns/strftime.ts'
import { defineCheck, type Fault, type Form, inEachForm, toAdded, toMissing } from '../define-check.ts'

/** Dates, numbers and separators: each language has its own, so that most of a format is not compared with the source. */
export const formatPattern = defineCheck({
  id: 'format_pattern',
  level: 'error',
  finds: 'A date or time format with an invalid directive or without any, and a number format that lost its %n or %u.',
  why: 'The application shows the raw directive, no date, or no number.',
  standard: 'strftime (C, Python, PHP, Ruby), and the number formats of Ruby on Rails',
  examples: [
    { syntax: 'strftime', locale: 'de', source: '%B %d, %Y', good: '%-d. %B %Y', bad: '% d. %B %Y' },
    { syntax: 'strftime', locale: 'de', source: '%I:%M %p', good: '%H:%M Uhr', bad: 'Uhr' },
    { syntax: 'format', locale: 'de', source: '%u%n', good: '%n %u', bad: '%2$n %1$u' },
  ],
  isNeeded: ({ source }) => isPatternSyntax(source.syntax),
  find: inEachForm(find),
})

function* find({ source, target }: Form): Generator<Fault> {
  yield* source.syntax === 'strftime' ? checkDate(source, target) : checkNumber(source, target)
}

function* checkDate(source: ParsedText, target: ParsedText): Generator<Fault> {
  const directives = listDirectives(target.text)
  for (const { letter, start } of directives) {
    if (letter !== '') continue
    yield {
      message: `${quote(target.text.slice(start, start + 2))} is not a directive of strftime.`,
      at: start,
      fix: 'Write a directive such as %d, %B, %Y or %H, or %% for a percent sign.',
    }
  }
  if (directives.some(isPart) || !listDirectives(source.text).some(isPart)) return
  yield {
    message: 'The format prints no part of a date or time.',
    fix: 'Write the usual format of the language, with directives such as %d, %B, %Y or %H.',
  }
}

function* checkNumber(source: ParsedText, target: ParsedText): Generator<Fault> {
  for (const value of ['%n', '%u']) {
    const hasValue = target.text.includes(value)
    if (source.text.includes(value) === hasValue) continue
    yield hasValue ? { ...toAdded(value, target.text.indexOf(value)), fix: `Remove ${value}.` } : toMissing(value)
  }
  for (const { 0: raw, index } of target.text.matchAll(OTHER_VALUE)) {
    yield {
      message: `${quote(raw)} is not a value of a number format.`,
      at: index,
      fix: 'Write %n for the number and %u for its unit.',
    }
  }
}

/** A placeholder of another family. A percent sign alone is text. */
const OTHER_VALUE = /%(?:\d+\$[a-z]?|[{(<]|[a-mo-tv-zA-Z])/g
