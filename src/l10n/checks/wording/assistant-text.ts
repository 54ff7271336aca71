import { quote } from '../../../text/quote.ts'
import { memoize } from '../../memoize.ts'
import type { CheckContext } from '../context.ts'
import { defineCheck, type Fault } from '../define-check.ts'
import { CLOSING, OPENING } from './assistant-phrases.ts'
import {
  ABOUT_TRANSLATION,
  HERE_LINE,
  INTERJECTION,
  NOTE_AT_END,
  SURE_OF_SOURCE,
  TRANSLATION_LINE,
  TRANSLATION_SENTENCE,
} from './preambles.ts'

export const assistantText = defineCheck({
  id: 'assistant_text',
  level: 'warning',
  finds:
    'Text of a language model around a translation: "Here is the translation:", "As an AI", a code fence, quotation marks or tags around the whole.',
  why: 'Users read an answer that was meant for somebody else.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'Save the file',
      good: 'Datei sichern',
      bad: 'Here is the translation: Datei sichern',
    },
    {
      syntax: 'plain',
      locale: 'fr',
      source: 'Save the file',
      good: 'Enregistrer',
      bad: 'Voici la traduction : Enregistrer',
    },
    { syntax: 'plain', locale: 'de', source: 'Save the file', good: 'Datei sichern', bad: '```\nDatei sichern\n```' },
    { syntax: 'plain', locale: 'de', source: 'Save the file', good: 'Datei sichern', bad: '"Datei sichern"' },
  ],
  find,
})

/** Characters at both ends of a text that are read: models are brief. */
const EDGE = 200

function* find({ forms, locale }: CheckContext): Generator<Fault> {
  for (const { source, target } of forms) {
    const text = target.text.trim()
    const fault =
      findOpening(text, source.text) ??
      findPreamble(text, source.text, locale) ??
      findEnding(target.text, source.text, ENDINGS[0]) ??
      findEnding(target.text, source.text, ENDINGS[1]) ??
      findWrapper(text, source.text)
    if (fault !== undefined) yield fault
  }
}

function findOpening(text: string, source: string): Fault | undefined {
  const match = OPENING.exec(text.slice(0, EDGE))
  if (match === null || OPENING.test(source.slice(0, EDGE))) return undefined
  const [phrase] = /^[^\n:：]{0,80}[:：]?/u.exec(match[0]) ?? ['']
  return toFault(`${quote(phrase.trim())} introduces`, 0)
}

/** A first line in the language of the translation, whose source has no colon or speaks of something else. */
function findPreamble(text: string, source: string, locale: string): Fault | undefined {
  const start = text.slice(0, EDGE)
  // An introduction adds a colon, or an empty line.
  const isLonger = countColons(start) > countColons(source.slice(0, EDGE)) || /\n\s*\n/.test(start)
  const match =
    (ABOUT_TRANSLATION.test(source)
      ? null
      : (TRANSLATION_SENTENCE.exec(start) ?? (isLonger ? TRANSLATION_LINE.exec(start) : null))) ??
    (!isLonger || /[:：]|^\s*(?:here|this|these)\b/i.test(source) ? null : HERE_LINE.exec(start)) ??
    (SURE_OF_SOURCE.test(source) ? null : INTERJECTION.exec(start)) ??
    (isLonger ? findLanguageLabel(start, source, locale) : undefined) ??
    findArrow(text, source) ??
    null
  if (match === null || match[0].length >= text.length) return undefined
  return toFault(`${quote(match[0].trim())} introduces`, 0)
}

/** The name of the locale's language before a colon, as in "Auf Deutsch:". */
function findLanguageLabel(text: string, source: string, locale: string): readonly [string] | undefined {
  const own = nameIn(locale, locale)
  const [label = '', rest = ''] = /^[^\n:：]{1,30}[:：]\s*(\S)?/u.exec(text) ?? []
  // Endings differ: "русский" is "на русском".
  const isNamed = own.length >= 2 && label.toLowerCase().includes(own.slice(0, Math.max(3, own.length - 2)))
  if (!isNamed || rest === '' || /[:：]/.test(source) || source.toLowerCase().includes(nameIn('en', locale))) return
  return [label]
}

const nameIn = (language: string, locale: string): string =>
  (getNames(language).of(locale.split('-')[0] ?? locale) ?? '').toLowerCase()
const getNames = memoize(100, name => new Intl.DisplayNames(name, { type: 'language', fallback: 'none' }))

/** The source before an arrow. */
function findArrow(text: string, source: string): readonly [string] | undefined {
  const start = source.trim()
  const arrow = text.startsWith(start) ? /^\s*(?:→|->|=>|⇒|➜)\s*(?=\S)/u.exec(text.slice(start.length)) : null
  return arrow === null || start === '' ? undefined : [start + arrow[0]]
}

const countColons = (text: string): number => text.match(/[:：]/g)?.length ?? 0

/** What a pattern finds at the end of a text, if its source has nothing like it. */
function findEnding(text: string, source: string, [pattern, known]: (typeof ENDINGS)[number]): Fault | undefined {
  const start = Math.max(0, text.length - EDGE)
  const match = pattern.exec(text.slice(start))
  if (match === null || known.test(source.slice(-EDGE))) return undefined
  return toFault(`${quote(match[0].trim())} is not part of`, start + match.index)
}

const ENDINGS = [
  [CLOSING, CLOSING],
  [NOTE_AT_END, /[(（[]/],
] as const

const toFault = (what: string, at: number): Fault => ({
  message: `${what} the translation.`,
  at,
  fix: 'Write the translation alone.',
})

/** Pairs around a whole text that its source does not have. */
const WRAPPERS: readonly (readonly [RegExp, string])[] = [
  [/^```[\s\S]*```$/, 'A code fence'],
  [/^<(translation|translated_text|target|output|text|answer|result)>[\s\S]*<\/\1>$/i, 'A tag'],
  [/^\{\s*"(?:translation|text|target|output|result)"\s*:\s*"[\s\S]*"\s*\}$/i, 'JSON'],
  [/^<think(?:ing)?>/i, 'The reasoning of a model'],
  [/^(?:"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|「[^「」]*」|『[^『』]*』)$/, 'A pair of quotation marks'],
  [/^`[^`]+`$/, 'A pair of backticks'],
]
/** Quotation marks at the start of a source. */
const QUOTED = /^\s*["“”„«»'‘’‹「『`(]|["“”»'’「」』`]\s*$/

function findWrapper(text: string, source: string): Fault | undefined {
  if (!/^["“„«「『`<{]/.test(text)) return undefined
  const found = WRAPPERS.find(([pattern]) => pattern.test(text))
  if (found === undefined || found[0].test(source.trim())) return undefined
  const [, name] = found
  if (name.includes('pair') && QUOTED.test(source)) return undefined
  return toFault(`${name} surrounds`, 0)
}
