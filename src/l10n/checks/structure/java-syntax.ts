import { quote } from '../../../text/quote.ts'
import { JAVA_FAULTS } from '../../message/java/faults.ts'
import { isNamed } from '../../message/java/parse.ts'
import { type JavaPart, walkJava } from '../../message/java/parts.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { defineCheck, type Fault, type Form, findNew, inEachForm } from '../define-check.ts'
import { findLostApostrophe, quotesOwnArguments, withoutQuotesIn } from './apostrophes.ts'

export const javaSyntax = defineCheck({
  id: 'java_syntax',
  level: 'error',
  isFixed: true,
  finds:
    'A Java message that does not parse. A warning: an apostrophe that is not printed because it is not doubled, and a } that closes nothing.',
  why: 'The application throws an exception when it formats the message, or the text lacks a character.',
  standard: 'java.text.MessageFormat, ChoiceFormat, DecimalFormat and SimpleDateFormat of Java 17',
  examples: [
    { syntax: 'java', locale: 'de', source: 'Hello {0}', good: 'Hallo {0}', bad: 'Hallo {0' },
    {
      syntax: 'java',
      locale: 'de',
      source: '{0,choice,0#no files|1#one file|1<{0} files}',
      good: '{0,choice,0#keine Dateien|1#eine Datei|1<{0} Dateien}',
      bad: '{0,choice,0#keine Dateien|eine Datei|1<{0} Dateien}',
    },
    { syntax: 'java', locale: 'fr', source: 'the friend of {0}', good: "l''ami de {0}", bad: '{0,nombre}' },
    { syntax: 'java', locale: 'fr', source: '{0} is here', good: "{0} n''est pas loin", bad: "{0} n'est pas loin" },
  ],
  isNeeded: ({ source }) => source.syntax === 'java',
  find: inEachForm(find),
})

function* find({ source: own, target }: Form): Generator<Fault> {
  if (target.text.trim() === '') return
  const isText = own.computeOnce(quotesOwnArguments)
  yield* compare(isText ? withoutQuotesIn(own) : own, isText ? withoutQuotesIn(target) : target)
}

function* compare(source: ParsedText, target: ParsedText): Generator<Fault> {
  if (!source.java.ok) return
  if (!target.java.ok) {
    const { code, at } = target.java.fault
    const [what, fix] = JAVA_FAULTS[code]
    yield { message: `${what}, at ${quotePart(target, at)}.`, at, fix }
    return
  }
  const named = findNamed(target.java.parts)
  if (named !== undefined && findNamed(source.java.parts) === undefined) {
    const [, fix] = JAVA_FAULTS.name
    yield { message: `An argument has a name, not a number, at ${quotePart(target, named)}.`, at: named, fix }
  }
  const brace = findNew({ source, target }, findStrayBrace)
  if (brace !== undefined) {
    const message = `A } closes nothing, so that it is printed, at ${quotePart(target, brace)}.`
    yield { level: 'warning', message, at: brace, fix: 'Remove it, or add the missing {.' }
  }
  const lost = findNew({ source, target }, findLostApostrophe)
  if (lost !== undefined) yield lost
}

const quotePart = ({ text }: ParsedText, at: number): string => quote(text.slice(Math.max(0, at - 12), at + 13))

function findNamed(parts: readonly JavaPart[]): number | undefined {
  for (const part of walkJava(parts)) {
    if ((part.kind === 'value' || part.kind === 'choice') && isNamed(part)) return part.start
  }
  return undefined
}

function findStrayBrace({ text, java }: ParsedText): number | undefined {
  for (const part of walkJava(java.ok ? java.parts : [])) {
    const at = part.kind === 'words' ? text.slice(part.start, part.end).indexOf('}') : -1
    if (at !== -1) return part.start + at
  }
  return undefined
}
