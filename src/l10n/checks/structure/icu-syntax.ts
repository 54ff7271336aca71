import { quote, quoteList } from '../../../text/quote.ts'
import { type IcuAst, parseIcu, walkIcu } from '../../message/icu.ts'
import { findUnknownTokens, isFormatted } from '../../message/icu-styles.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'
import { findBreakingApostrophe } from './apostrophes.ts'

export const icuSyntax = defineCheck({
  id: 'icu_syntax',
  level: 'error',
  isFixed: true,
  finds: 'An ICU message that does not parse, and a number or date skeleton that ICU does not define.',
  why: 'The application fails to format it, and shows nothing or an error.',
  standard: 'ICU MessageFormat 1, as FormatJS parses it',
  examples: [
    {
      syntax: 'icu',
      locale: 'de',
      source: '{count, plural, one {# file} other {# files}}',
      good: '{count, plural, one {# Datei} other {# Dateien}}',
      bad: '{count, plural, one {# Datei} other {# Dateien}',
    },
    {
      syntax: 'icu',
      locale: 'de',
      source: '{price, number, ::currency/EUR}',
      good: '{price, number, ::currency/EUR}',
      bad: '{price, number, ::währung/EUR}',
    },
  ],
  isNeeded: ({ icu }) => icu !== undefined,
  find,
})

function* find({ icu, source, target }: CheckContext): Generator<Fault> {
  const text = target.single
  if (icu === undefined || text === undefined) return
  if (!('fault' in icu.target)) {
    yield* findUnknownSkeletons(
      icu.target.ast,
      source.computeOnce(() => listUnknown(icu.source), listUnknown),
    )
    return
  }
  const apostrophe = findBreakingApostrophe(text, other => parseIcu(other, icu).ok)
  if (apostrophe !== undefined) {
    yield apostrophe
    return
  }
  const { code, start, end } = icu.target.fault
  const part = text.text.slice(Math.max(0, start - 12), Math.max(end, start + 1) + 12).slice(0, 40)
  const [what, fix] = explain(code, text.text.slice(start, end))
  yield { message: `${what}, at ${quote(part)}.`, at: start, fix }
}

/** Tokens of skeletons that ICU does not define; those of the source may be an extension of the application. */
function* findUnknownSkeletons(ast: IcuAst, known: ReadonlySet<string>): Generator<Fault> {
  for (const element of walkIcu(ast)) {
    if (!isFormatted(element)) continue
    const unknown = findUnknownTokens(element).filter(token => !known.has(token))
    if (unknown.length === 0) continue
    yield {
      message: `The skeleton of ${quote(element.value)} has ${quoteList(unknown)}, which ICU does not define.`,
      at: element.location?.start.offset ?? 0,
      fix: 'Copy the argument from the source.',
    }
  }
}

function listUnknown(ast: IcuAst): ReadonlySet<string> {
  const known = new Set<string>()
  for (const element of walkIcu(ast)) {
    if (isFormatted(element)) for (const token of findUnknownTokens(element)) known.add(token)
  }
  return known
}

/** Message and fix for a parser error code. */
function explain(code: string, at: string): readonly [what: string, fix: string] {
  const known = FAULTS[code]
  if (known !== undefined) return known
  if (/SKELETON|STYLE/.test(code)) return ['The format of an argument is invalid', 'Copy the argument from the source.']
  if (/OFFSET/.test(code))
    return ['The offset of a plural is not a number', 'Copy the start of the plural from the source.']
  return [
    `Invalid ICU MessageFormat (${code.toLowerCase()})`,
    `Compare ${at === '' ? 'the text' : quote(at.slice(0, 20))} with the source.`,
  ]
}

const PLURAL_SHAPE = 'Write {count, plural, one {…} other {…}}: each form followed by its text in braces.'

const FAULTS: Readonly<Record<string, readonly [string, string]>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: ['A { is never closed', "Add the missing }, or write '{' for a literal brace."],
  EMPTY_ARGUMENT: ['Braces are empty', 'Write the name of the value from the source, or remove the braces.'],
  MALFORMED_ARGUMENT: [
    'The text after { is not a name',
    "Write {name} as in the source; remove a doubled {, or write '{' for a literal brace.",
  ],
  EXPECT_ARGUMENT_TYPE: [
    'A type is missing after the comma',
    'Write {name} or copy the whole argument from the source.',
  ],
  INVALID_ARGUMENT_TYPE: [
    'The type of an argument is not valid',
    'Do not translate the words plural, select, selectordinal, number, date and time.',
  ],
  EXPECT_SELECT_ARGUMENT_OPTIONS: ['A plural or select has no forms', PLURAL_SHAPE],
  EXPECT_PLURAL_ARGUMENT_SELECTOR: ['A plural form has no name', PLURAL_SHAPE],
  EXPECT_SELECT_ARGUMENT_SELECTOR: ['A select case has no name', 'Copy the case names from the source.'],
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: ['A plural form has no text in braces', PLURAL_SHAPE],
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: [
    'A select case has no text in braces',
    'Write the text of each case in braces.',
  ],
  INVALID_PLURAL_ARGUMENT_SELECTOR: ['An exact plural form is not a number', 'Write it as =0, =1 and so on.'],
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: ['A plural form occurs twice', 'Remove or rename one of them.'],
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: ['A select case occurs twice', 'Remove or rename one of them.'],
  MISSING_OTHER_CLAUSE: [
    'A plural or select has no other form',
    'Add other {…} or rename a misspelled form; put no commas between forms.',
  ],
  INVALID_TAG: ['A tag is malformed', 'Write <name>…</name> without attributes, as in the source.'],
  INVALID_TAG_NAME: ['The name of a tag is invalid', 'Write <name>…</name> as in the source.'],
  UNMATCHED_CLOSING_TAG: [
    'A closing tag has no opening tag',
    'Open each tag before closing it, in the same order; copy the tag names from the source.',
  ],
  UNCLOSED_TAG: ['A tag is never closed', "Close it with </name>, or write '<' for a literal angle bracket."],
  NESTED_TOO_DEEP: ['Braces or tags are nested too deeply', 'Nest no deeper than the source.'],
}
