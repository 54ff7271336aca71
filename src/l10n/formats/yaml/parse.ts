import { Composer, type CST, Lexer, type ParsedNode, Parser } from 'yaml'
import type { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { faultsOf, MAX_ENTRIES, SPLIT_FILE_FIX } from '../faults.ts'

/** Maximum levels; the parser holds a token for each. */
const MAX_DEPTH = 100
/** Maximum scalars: keys and values of five values per entry, because files also contain notes and numbers. */
const MAX_SCALARS = 10 * MAX_ENTRIES
const MAX_DIRECTIVES = 20
/** The mark with which the lexer announces a scalar. */
const SCALAR = '\u001F'

export const yamlFault = faultsOf('YAML')

/**
 * Parses a file of one document; undefined if it has no value. Scalars are strings.
 * @throws AppError `invalid_input` with line and column
 */
export function parseYaml(text: string): ParsedNode | undefined {
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, keepSourceTokens: true, merge: false })
  let fault: AppError | undefined
  // A file can have millions of errors: the first one ends the parsing. The parser catches errors in collections, and reports them again.
  const onError = (
    source: number | readonly [number, number] | { readonly offset: number },
    code: string,
    message: string,
    isWarning?: boolean,
  ): void => {
    if (isWarning === true) return
    const offset = Math.min(
      typeof source === 'number' ? source : 'offset' in source ? source.offset : source[0],
      text.length,
    )
    const isQuoteOpen = /^Missing closing .quote$/.test(message)
    fault ??= yamlFault(text, offset, ...(isQuoteOpen ? OPEN_QUOTE : describeFault(code, text, offset)))
    throw fault
  }
  Object.assign(composer, { onError })
  const [first, second] = composer.compose(listTokens(text))
  const error = first?.errors[0] ?? composer.streamInfo().errors[0]
  if (error !== undefined) onError(error.pos, error.code, error.message)
  if (second === undefined) return first?.contents ?? undefined
  const what = 'the file has more than one document'
  throw yamlFault(text, second.range[0], what, 'Split the file at the line --- into several files.')
}

/** The parser finds an open quote where the text ends, which is mostly far below it. */
const OPEN_QUOTE: readonly [what: string, fix: string] = [
  'a text in quotes ends here without its quote',
  'Close the quote where the text begins.',
]

/** Lists the tokens of a file, within the limits: what composes them recurses once per level. */
function* listTokens(text: string): Generator<CST.Token> {
  const parser = new Parser()
  let scalars = 0
  let directives = 0
  let at = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error')
        throw yamlFault(text, Math.min(token.offset, text.length), ...describeFault('', text, token.offset))
      yield token
    }
    if (parser.stack.length > MAX_DEPTH) {
      throw yamlFault(text, at, `the file is nested more than ${MAX_DEPTH} levels deep`, 'Flatten the file.')
    }
    if (lexeme === SCALAR) scalars += 1
    else if (lexeme.startsWith('%')) directives += 1
    if (directives > MAX_DIRECTIVES)
      throw yamlFault(text, at, 'the file has too many directives', 'Remove the lines that begin with %.')
    // Control marks have no place in the text.
    if (text.startsWith(lexeme, at)) at += lexeme.length
    if (scalars > MAX_SCALARS) {
      throw yamlFault(text, at, `the file has more than ${MAX_SCALARS} keys and values`, SPLIT_FILE_FIX)
    }
  }
  yield* parser.end()
}

function describeFault(code: string, text: string, offset: number): [what: string, fix: string] {
  const rest = text.slice(offset, offset + 12)
  const [line = ''] = rest.split(/[\r\n]/, 1)
  const found = rest === '' ? 'the end of the file' : line === '' ? 'the end of the line' : echo(JSON.stringify(line))
  switch (code) {
    case 'BAD_INDENT':
      return ['the indentation is not valid', 'Indent all keys of a section by the same number of spaces.']
    case 'TAB_AS_INDENT':
      return ['a tab is used for indentation', 'Indent with spaces.']
    case 'BAD_DQ_ESCAPE':
      return [`the escape before ${found} is not valid`, 'Write \\\\ for a backslash, or use single quotes.']
    case 'MISSING_CHAR':
      return [
        `a quote, bracket, colon or space is missing before ${found}`,
        'Close every quote and bracket, and put a space after each colon.',
      ]
    case 'BAD_SCALAR_START':
      return [`a text can't begin with ${found}`, 'Put the text in quotes.']
    case 'MULTILINE_IMPLICIT_KEY':
    case 'BLOCK_AS_IMPLICIT_KEY':
      return [
        `a key must be on one line with its colon, near ${found}`,
        'Write "key: text", and put texts with ": " in quotes.',
      ]
    case 'KEY_OVER_1024_CHARS':
      return ['a key has more than 1024 characters', 'Use a shorter key.']
    case 'BLOCK_IN_FLOW':
      return ['a section or block is inside brackets', 'Write the values in brackets on one line.']
    case 'BAD_ALIAS':
    case 'ALIAS_PROPS':
    case 'MULTIPLE_ANCHORS':
      return [
        `an anchor or alias is not valid near ${found}`,
        'Give each value at most one anchor, and put texts that begin with & or * in quotes.',
      ]
    case 'BAD_DIRECTIVE':
      return [`a directive is not valid near ${found}`, 'Remove it, or put the text in quotes.']
    case 'MULTIPLE_DOCS':
      return ['the file has more than one document', 'Split it into several files.']
    case 'TAG_RESOLVE_FAILED':
    case 'MULTIPLE_TAGS':
    case 'BAD_COLLECTION_TYPE':
    case 'BAD_PROP_ORDER':
      return [`a tag is not valid near ${found}`, 'Remove it, or put texts that begin with ! in quotes.']
    default:
      return [`the content ${found} is not expected`, 'Put the text in quotes, or correct the indentation.']
  }
}
