import { isDeepStrictEqual } from 'node:util'
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { AppError } from '../../../errors.ts'
import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import {
  assertLength,
  assertWhole,
  faultsOf,
  MAX_ENTRIES,
  MAX_KEY_UNITS,
  readIfValid,
  SPLIT_FILE_FIX,
} from '../faults.ts'
import { parseTreeFast } from './parse-tree.ts'

const MAX_DEPTH = 200
/** Maximum values in a file: five per entry, because files also contain notes and numbers. */
const MAX_VALUES = 5 * MAX_ENTRIES
const MAX_BLANKS = 1_000
/** Only a file with such an escape, or that is not valid Unicode, can contain a lone surrogate. */
const MAYBE_SURROGATE = /\\u[dD]|\p{Surrogate}/u

/** A parsed JSON file; offsets of `root` count from the start of `text`, after the byte order mark. */
export interface JsonTree {
  readonly bom: string
  /** Without the byte order mark. */
  readonly text: string
  /** The object with the entries. */
  readonly root: Node
  /** The whole value: `root`, or the object whose only property is `rootProperty`. */
  readonly outer: Node
  /** The property that has `root` as its value, if its name is the locale. */
  readonly rootProperty?: Property
  /** Whether a key occurs twice. */
  readonly hasDuplicates: boolean
  /** Properties of one name with different values. */
  readonly conflicts: readonly Conflict[]
  /** Whether the root contains objects or arrays, which decides how keys are written. */
  readonly nested: boolean
}

/**
 * Parses strict JSON with positions. Rejects a root that is not an object, and strings that are not valid
 * Unicode. `isRootKey` tells whether the only key at the root is the locale, so that the entries are below it. `mayBeList` allows a root that is an array.
 * @throws AppError `invalid_input` with line and column.
 */
export function parseJson(file: string, isRootKey?: (name: string) => boolean, mayBeList = false): JsonTree {
  const bom = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = bom === '' ? file : file.slice(1)
  assertTreeLimits(text)
  const errors: ParseError[] = []
  const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }
  const root = parseTreeFast(text) ?? parseTree(text, errors, strict)
  const first = errors[0]
  if (first !== undefined || root === undefined) {
    const offset = first?.offset ?? 0
    const code = first === undefined ? 'ValueExpected' : printParseErrorCode(first.error)
    throw jsonFault(text, offset, ...describeFault(code, text, offset))
  }
  if (root.type !== 'object' && !(mayBeList && root.type === 'array')) {
    throw jsonFault(
      text,
      root.offset,
      `the root is ${root.type}, not an object`,
      'Wrap the strings in an object: {"key": "text"}.',
    )
  }
  const conflicts: Conflict[] = []
  const hasDuplicates = assertValidStrings({ text, conflicts, surrogates: MAYBE_SURROGATE.test(text) }, root)
  const rootProperty = isRootKey && findRootProperty(root, isRootKey)
  const inner = rootProperty?.value ?? root
  const nested = (inner.children ?? []).some(({ children }) => children?.[1] !== undefined && isContainer(children[1]))
  return {
    bom,
    text,
    root: inner,
    outer: root,
    ...(rootProperty && { rootProperty }),
    hasDuplicates,
    conflicts,
    nested,
  }
}

/** Parses a file that may be no JSON. */
export const tryParseJson = (file: string): JsonTree | undefined => readIfValid(() => parseJson(file))

function findRootProperty(root: Node, isRootKey: (name: string) => boolean): Property | undefined {
  if (root.children?.length !== 1) return undefined
  const only = findFirstProperty(root)
  if (only?.value.type !== 'object') return undefined
  return isRootKey(only.name) ? only : undefined
}

/** One property of an object: its name and value, with positions. */
export interface Property {
  readonly name: string
  readonly node: Node
  readonly key: Node
  readonly value: Node
}

/** Lists the properties of an object node, in file order. */
export function listProperties(object: Node | undefined): Property[] {
  const properties: Property[] = []
  for (const node of object?.type === 'object' ? (object.children ?? []) : []) {
    if (node.children?.[1] !== undefined) properties.push(toProperty(node))
  }
  return properties
}

export function findFirstProperty(object: Node): Property | undefined {
  const node = object.type === 'object' ? object.children?.find(one => one.children?.[1] !== undefined) : undefined
  return node && toProperty(node)
}

/** Returns the first property of an object node that has a name. */
export function findProperty(object: Node | undefined, name: string): Property | undefined {
  if (object?.type !== 'object') return undefined
  const node = object.children?.find(({ children }) => children?.[0]?.value === name && children[1] !== undefined)
  return node && toProperty(node)
}

/** Returns the string that an object has under a name. */
export function findText(object: Node | undefined, name: string): string | undefined {
  const value = findProperty(object, name)?.value
  return value?.type === 'string' ? String(value.value) : undefined
}

function toProperty(node: Node): Property {
  const [key = node, value = node] = node.children ?? []
  return { name: String(key.value), node, key, value }
}

/** Returns the offset after the last character of a node. */
export const getNodeEnd = (node: Node): number => node.offset + node.length

const isContainer = (node: Node): boolean => node.type === 'object' || node.type === 'array'

/** Limits the depth and the number of values before parsing: the parser recurses once per level and creates three nodes per property. */
function assertTreeLimits(text: string): void {
  let depth = 0
  let values = 0
  let blanks = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // New neighbors copy the white space before a property, so it is limited.
    blanks = isBlank(code) ? blanks + 1 : 0
    if (blanks > MAX_BLANKS) {
      throw jsonFault(text, at, `more than ${MAX_BLANKS} white space characters in a row`, 'Format the file.')
    }
    if (code === QUOTE) at = findStringEnd(text, at)
    else if (code === COMMA) {
      values += 1
      if (values >= MAX_VALUES) throw jsonFault(text, at, `the file has more than ${MAX_VALUES} values`, SPLIT_FILE_FIX)
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH) {
        throw jsonFault(
          text,
          at,
          `objects and arrays are nested more than ${MAX_DEPTH} levels deep`,
          'Flatten the file.',
        )
      }
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Returns whether a character code is JSON white space. */
export const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/** Finds the end of the string that starts at `start`. An unclosed string ends with its line. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE || code === 0x0a) return at
  }
  return text.length
}

/** The names on the way to a node, from the inside out. */
interface Place {
  readonly name: string
  readonly above: Place | undefined
}

/** Two properties of an object with one name and different values. */
export interface Conflict {
  readonly first: Property
  readonly again: Property
}

/**
 * Checks the strings below a node; returns whether a key occurs twice. `length` is the length of the names on the way as a key. `surrogates` tells whether a
 * string may have a lone surrogate.
 */
function assertValidStrings(
  rules: { readonly text: string; readonly surrogates: boolean; readonly conflicts: Conflict[] },
  node: Node,
  place?: Place,
  length = -1,
): boolean {
  const { text, surrogates } = rules
  const { children } = node
  if (node.type === 'string') {
    const value: string = node.value
    const fault = (what: string, fix: string): AppError => jsonFault(text, node.offset, what, fix)
    if (surrogates) assertWhole('a string', value, fault)
    if (value.length > MAX_TEXT_UNITS) assertLength(`the string ${formatPlace(place)}`, value, fault)
  }
  if (children === undefined) return false
  let hasDuplicates = false
  if (node.type !== 'object') {
    for (const child of children) if (assertValidStrings(rules, child, place, length)) hasDuplicates = true
    return hasDuplicates
  }
  const isRepeated = new Set(children.map(property => property.children?.[0]?.value)).size < children.length
  const names = isRepeated ? new Map<string, Property>() : undefined
  for (const one of children) {
    const key = one.children?.[0]
    const value = one.children?.[1]
    if (key === undefined || value === undefined) continue
    const name: string = key.value
    if (names !== undefined) {
      const property: Property = { name, node: one, key, value }
      const first = names.get(name)
      if (first === undefined) names.set(name, property)
      else {
        hasDuplicates = true
        if (!isSameValue(first, property)) rules.conflicts.push({ first, again: property })
      }
    }
    const whole = length + 1 + name.length
    if (whole > MAX_KEY_UNITS) {
      const what = `the key ${formatPlace({ name, above: place })} has ${whole} characters; the limit is ${MAX_KEY_UNITS}`
      throw jsonFault(text, key.offset, what, 'Use a shorter key.')
    }
    if (surrogates) assertValidStrings(rules, key, place, length)
    if (value.children === undefined && value.type !== 'string') continue
    if (assertValidStrings(rules, value, { name, above: place }, whole)) hasDuplicates = true
  }
  return hasDuplicates
}

function formatPlace(place: Place | undefined): string {
  const names: string[] = []
  for (let at = place; at !== undefined; at = at.above) names.unshift(at.name)
  return shortenName(names.join('.'))
}

const shortenName = (name: string): string => echo(name.length > 60 ? `${name.slice(0, 60)}…` : name)

function describeFault(code: string, text: string, offset: number): [what: string, fix: string] {
  const found = echo(JSON.stringify(text.slice(offset, offset + 12)))
  switch (code) {
    case 'InvalidCommentToken':
      return ['JSON does not allow comments', 'Remove the comment.']
    case 'PropertyNameExpected':
      return /^\s*[}\]]/.test(text.slice(offset, offset + 40))
        ? ['there is a comma before the closing bracket', 'Remove the trailing comma.']
        : [`a key in double quotes is missing before ${found}`, 'Write the key in double quotes.']
    case 'ValueExpected':
      if (text.trim() === '') return ['the file is empty', 'Write at least {}.']
      return /^\s*\]/.test(text.slice(offset, offset + 40))
        ? ['a comma stands before the closing bracket', 'Remove the trailing comma.']
        : [`a value is missing before ${found}`, 'Write a text in double quotes.']
    case 'ColonExpected':
      return [`a colon is missing before ${found}`, 'Write "key": "text".']
    case 'CommaExpected':
      return [`a comma is missing before ${found}`, 'Put a comma between entries.']
    case 'CloseBraceExpected':
    case 'CloseBracketExpected':
      return ['the file ends unexpectedly', 'Close every bracket.']
    case 'UnexpectedEndOfString':
      return ['a string is not closed on its line', 'Close it with ", and write line breaks as \\n.']
    case 'InvalidCharacter':
      return ['a string contains a control character', 'Write it as an escape such as \\t.']
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return ['an escape is not valid JSON', 'Use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four digits.']
    case 'EndOfFileExpected':
      return [`unexpected content after the end: ${found}`, 'Remove it.']
    default:
      return [`invalid JSON: ${found}`, 'Write strict JSON: double quotes, no comments.']
  }
}

/** Creates the error for a fault at an offset of a file. */
export const jsonFault = faultsOf('JSON')

/** Returns whether two properties with the same name have the same value, so that programs read either. */
const isSameValue = (first: Property, again: Property): boolean =>
  isDeepStrictEqual(getNodeValue(first.value), getNodeValue(again.value))
