import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_ENTRIES, MAX_KEY_UNITS, SPLIT_FILE_FIX } from '../limits.ts'
import { positionAt } from '../position.ts'

const MAX_DEPTH = 200
/** Values of a file: five for each of as many entries as it may have, because notes and numbers stand beside the texts. */
const MAX_VALUES = 5 * MAX_ENTRIES
const MAX_BLANKS = 1_000
const LONE_SURROGATE = /\p{Surrogate}/u
/** Only a file that has such an escape, or is itself no Unicode, can hold half of a pair. */
const MAYBE_SURROGATE = /\\u[dD]|\p{Surrogate}/u

/** A parsed JSON file; offsets of `root` count from the start of `text`, after the byte order mark. */
export interface JsonTree {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  readonly root: Node
  /** Whether the root holds objects or arrays: it decides how keys are written. */
  readonly nested: boolean
}

/**
 * Parses strict JSON with positions, and refuses what no translation file can mean: double keys, a root that is no object, texts that are no Unicode.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseJson(file: string): JsonTree {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = bom === '' ? file : file.slice(1)
  assertTreeLimits(text)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false })
  const first = errors[0]
  if (first !== undefined || root === undefined) {
    const offset = first?.offset ?? 0
    const code = first === undefined ? 'ValueExpected' : printParseErrorCode(first.error)
    throw jsonFault(text, offset, ...describeFault(code, text, offset))
  }
  if (root.type !== 'object') {
    throw jsonFault(
      text,
      root.offset,
      `the root is ${root.type}, not an object`,
      'Wrap the texts in an object: {"key": "text"}.',
    )
  }
  assertValidStrings(text, root, MAYBE_SURROGATE.test(text))
  return { bom, text, root, nested: listProperties(root).some(p => isContainer(p.value)) }
}

/** One property of an object: its name, its value and where both stand. */
export interface Property {
  readonly name: string
  readonly node: Node
  readonly key: Node
  readonly value: Node
}

/** The properties of an object node, in the order of the file. */
export function listProperties(object: Node): Property[] {
  const properties: Property[] = []
  for (const node of object.type === 'object' ? (object.children ?? []) : []) {
    const key = node.children?.[0]
    const value = node.children?.[1]
    if (key !== undefined && value !== undefined) properties.push({ name: String(key.value), node, key, value })
  }
  return properties
}

/** Where a node ends: the offset after its last character. */
export const getNodeEnd = (node: Node): number => node.offset + node.length

const isContainer = (node: Node): boolean => node.type === 'object' || node.type === 'array'

/** The parser recurses once per level and makes three nodes of each property, so both are counted before it runs. */
function assertTreeLimits(text: string): void {
  let depth = 0
  let values = 0
  let blanks = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // What is written beside a neighbour takes over the white space before it, every time.
    blanks = isBlank(code) ? blanks + 1 : 0
    if (blanks > MAX_BLANKS) {
      throw jsonFault(text, at, `there are over ${MAX_BLANKS} characters of white space in a row`, 'Format the file.')
    }
    if (code === QUOTE) at = findStringEnd(text, at)
    else if (code === COMMA) {
      values += 1
      if (values >= MAX_VALUES) throw jsonFault(text, at, `the file has over ${MAX_VALUES} values`, SPLIT_FILE_FIX)
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH) {
        throw jsonFault(text, at, `objects and arrays are nested over ${MAX_DEPTH} levels`, 'Flatten the file.')
      }
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/** White space of JSON. */
export const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Where the string that begins at `start` ends; one that is not closed ends with its line. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE || code === 0x0a) return at
  }
  return text.length
}

/** `path` are the names on the way to a node, and `length` what they would be as a key. */
function assertValidStrings(
  text: string,
  node: Node,
  surrogates: boolean,
  path: readonly string[] = [],
  length = -1,
): void {
  if (node.type === 'string') {
    const value = String(node.value)
    if (surrogates && LONE_SURROGATE.test(value)) {
      const advice = 'Write the character itself, or both halves of its surrogate pair.'
      throw jsonFault(text, node.offset, 'a string holds half of a surrogate pair', advice)
    }
    if (value.length > MAX_TEXT_UNITS) {
      const what = `the text of ${shortenName(path.join('.'))} has ${value.length} characters, and ${MAX_TEXT_UNITS} are allowed`
      throw jsonFault(text, node.offset, what, 'Split the text into several entries.')
    }
  }
  if (node.type === 'object') {
    const names = new Set<string>()
    for (const property of listProperties(node)) {
      const { name, key, value } = property
      if (names.has(name)) throw doubleKey(text, node, key)
      names.add(name)
      const whole = length + 1 + name.length
      if (whole > MAX_KEY_UNITS) {
        const what = `the key ${shortenName([...path, name].join('.'))} has ${whole} characters, and ${MAX_KEY_UNITS} are allowed`
        throw jsonFault(text, key.offset, what, 'Give it a shorter name.')
      }
      if (surrogates) assertValidStrings(text, key, surrogates, path, length)
      assertValidStrings(text, value, surrogates, [...path, name], whole)
    }
  } else for (const child of node.children ?? []) assertValidStrings(text, child, surrogates, path, length)
}

const shortenName = (name: string): string => echo(name.length > 60 ? `${name.slice(0, 60)}…` : name)

function doubleKey(text: string, object: Node, again: Node): AppError {
  const first = listProperties(object).find(({ name }) => name === again.value)
  const { line } = positionAt(text, first?.node.offset ?? 0)
  const what = `the key ${JSON.stringify(shortenName(String(again.value)))} stands twice (first in line ${line})`
  return jsonFault(text, again.offset, what, 'Remove one of them.')
}

function describeFault(code: string, text: string, offset: number): [what: string, fix: string] {
  const found = echo(JSON.stringify(text.slice(offset, offset + 12)))
  switch (code) {
    case 'InvalidCommentToken':
      return ['comments are not part of JSON', 'Remove the comment.']
    case 'PropertyNameExpected':
      return /^\s*[}\]]/.test(text.slice(offset, offset + 40))
        ? ['a comma stands before the closing bracket', 'Remove the trailing comma.']
        : [`a key in double quotes is missing before ${found}`, 'Write the key in double quotes.']
    case 'ValueExpected':
      if (text.trim() === '') return ['the file is empty', 'Write at least {}.']
      return /^\s*\]/.test(text.slice(offset, offset + 40))
        ? ['a comma stands before the closing bracket', 'Remove the trailing comma.']
        : [`a value is missing before ${found}`, 'Write a text in double quotes.']
    case 'ColonExpected':
      return [`a colon is missing before ${found}`, 'Write "key": "text".']
    case 'CommaExpected':
      return [`a comma is missing before ${found}`, 'Put a comma between two entries.']
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return ['the file ends too early', 'Close every bracket that was opened.']
    case 'UnexpectedEndOfString':
      return ['a string is not closed on its line', 'Close it with ", and write line breaks as \\n.']
    case 'InvalidCharacter':
      return ['a control character stands in a string', 'Write it as an escape such as \\t.']
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return ['an escape is not one of JSON', 'Use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four digits.']
    case 'EndOfFileExpected':
      return [`something stands after the end of the root: ${found}`, 'Remove it.']
    default:
      return [`this is not JSON: ${found}`, 'Write strict JSON: double quotes, no comments.']
  }
}

/** A fault of a file, with its place. */
export function jsonFault(text: string, offset: number, what: string, fix: string): AppError {
  const { line, column } = positionAt(text, offset)
  return new AppError('invalid_input', `Not a JSON file of texts, at ${line}:${column}: ${what}.`, { fix })
}
