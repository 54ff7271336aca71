import { findQuoteEnd } from '../apostrophes.ts'
import { type Piece, readChoice, toEnd } from './choice.ts'
import { JavaFault } from './faults.ts'
import type { JavaPart, JavaValue } from './parts.ts'

export type JavaResult =
  | { readonly ok: true; readonly parts: readonly JavaPart[] }
  | { readonly ok: false; readonly fault: JavaFault }

/** Parses a pattern of `java.text.MessageFormat`. Named arguments, as in ICU4J, are accepted; `java_syntax` reports them. */
export function parseJava(text: string): JavaResult {
  try {
    return { ok: true, parts: readMessage({ text, toOffset: index => index }, 0) }
  } catch (error) {
    if (!(error instanceof JavaFault)) throw error
    return { ok: false, fault: error }
  }
}

/** Maximum choices within each other. */
const MAX_DEPTH = 10

function readMessage(piece: Piece, depth: number): JavaPart[] {
  const { text, toOffset } = piece
  const parts: JavaPart[] = []
  let from = 0
  let at = 0
  const addWords = (): void => {
    if (at > from) parts.push({ kind: 'words', start: toOffset(from), end: toEnd(piece, at) })
  }
  while (at < text.length) {
    const mark = text[at]
    if (mark !== '{' && mark !== "'") at += 1
    else if (text.startsWith("''", at)) at += 2
    else {
      addWords()
      from = mark === '{' ? addArgument(piece, at, depth, parts) : addQuote(piece, at, depth, parts)
      at = from
    }
  }
  addWords()
  return parts
}

/** Returns the index behind the closing apostrophe. */
function addQuote(piece: Piece, start: number, depth: number, parts: JavaPart[]): number {
  const end = findQuoteEnd(piece.text, start + 1)
  parts.push({
    kind: 'quote',
    start: piece.toOffset(start),
    end: toEnd(piece, end),
    isNeeded: /[{}]/.test(piece.text.slice(start, end)),
    escape: depth === 0 ? "''" : "''''",
  })
  return end
}

/** Returns the index behind the closing brace. */
function addArgument(piece: Piece, start: number, depth: number, parts: JavaPart[]): number {
  const { text, toOffset } = piece
  const { close, commas } = findClose(piece, start)
  const [typeAt = close, styleAt = close] = commas
  const offset = toOffset(start)
  const name = readName(text.slice(start + 1, typeAt), offset)
  const type = text
    .slice(typeAt + 1, styleAt)
    .trim()
    .toLowerCase()
  const place = { start: offset, end: toOffset(close) + 1, name }
  const style = text.slice(styleAt + 1, close)
  if (type === 'choice') {
    if (depth === MAX_DEPTH) throw new JavaFault('depth', offset)
    const inner = { text: style, toOffset: (index: number) => toOffset(styleAt + 1 + index) }
    const read = (branch: Piece): JavaPart[] => readMessage(branch, depth + 1)
    parts.push({ kind: 'choice', ...place, ...readChoice(inner, offset, read) })
  } else parts.push({ kind: 'value', ...place, ...readFormat(type, style, offset) })
  return close + 1
}

/** Finds the end of an argument, and the commas before its type and style. */
function findClose({ text, toOffset }: Piece, start: number): { close: number; commas: readonly number[] } {
  const commas: number[] = []
  let nested = 0
  for (let at = start + 1; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === "'") {
      const end = text.indexOf("'", at + 1)
      if (end === -1) throw new JavaFault('quoted', toOffset(at))
      at = end
    } else if (mark === ',' && commas.length < 2) commas.push(at)
    else if (mark === '{') nested += 1
    else if (mark === '}') {
      if (nested === 0) return { close: at, commas }
      nested -= 1
    }
  }
  throw new JavaFault('unclosed', toOffset(start))
}

const MAX_NUMBER = 2 ** 31 - 1

function readName(raw: string, at: number): string {
  if (/^\+?\d+$/.test(raw) && Number(raw) <= MAX_NUMBER) return String(Number(raw))
  const name = raw.trim()
  if (name === '') throw new JavaFault('empty', at)
  if (/^\d+$/.test(name)) throw new JavaFault('spaces', at)
  if (!/^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u.test(name)) throw new JavaFault('name', at)
  return name
}

/** Whether an argument has no number, which only ICU4J understands. */
export const isNamed = ({ name }: { readonly name: string }): boolean => !/^\d/.test(name)

const NUMBER_STYLES: readonly string[] = ['', 'integer', 'percent', 'currency']
const DATE_STYLES: readonly string[] = ['', 'short', 'medium', 'long', 'full']

function readFormat(type: string, style: string, at: number): Pick<JavaValue, 'type' | 'style'> {
  const keyword = style.trim().toLowerCase()
  switch (type) {
    case '':
      return { type: 'argument', style: '' }
    case 'number':
      if (NUMBER_STYLES.includes(keyword)) return { type, style: keyword }
      if (!isDecimalPattern(style)) throw new JavaFault('number_style', at)
      return { type, style }
    case 'date':
    case 'time':
      if (DATE_STYLES.includes(keyword)) return { type, style: keyword === 'medium' ? '' : keyword }
      if (!isDatePattern(style)) throw new JavaFault('date_style', at)
      return { type, style }
    default:
      throw new JavaFault('type', at)
  }
}

/** Whether `java.text.SimpleDateFormat` accepts a pattern. */
function isDatePattern(pattern: string): boolean {
  const parts = pattern.split("'")
  // Apostrophes pair up; letters between them are text.
  if (parts.length % 2 === 0) return false
  const letters = parts.filter((_, at) => at % 2 === 0)
  return letters.every(part => !/[A-Za-z]/.test(part.replace(/[GyMdkHmsSEDFwWahKzZYuL]|X+/g, readRun)))
}

/** The letter X may be repeated three times. */
const readRun = (run: string): string => (run.length <= 3 ? '' : run)

/** Whether `java.text.DecimalFormat` accepts a pattern. The part behind a semicolon is only read for its signs. */
function isDecimalPattern(pattern: string): boolean {
  const bare = removeQuotes(pattern)
  if (bare === undefined) return false
  const [positive = '', negative, ...others] = bare.split(';')
  if (others.length > 0 || (negative !== undefined && !/[#0,.]/.test(positive))) return false
  if (countPercents(positive) > 1 || countPercents(negative ?? '') > 1) return false
  return isDigits(positive)
}

const countPercents = (text: string): number => text.match(/[%‰]/g)?.length ?? 0

/** Replaces quoted text by a letter; undefined if a quote is not closed. */
function removeQuotes(pattern: string): string | undefined {
  const parts = pattern.replaceAll("''", 'x').split("'")
  return parts.length % 2 === 0 ? undefined : parts.map((part, at) => (at % 2 === 0 ? part : 'x')).join('')
}

function isDigits(positive: string): boolean {
  const exponent = /(?<=[#0,.])E(0*)/.exec(positive)
  const digits = exponent === null ? positive : positive.replace(exponent[0], '')
  let [left, zeros, right] = [0, 0, 0]
  let point: number | undefined
  let group: number | undefined
  for (const mark of digits) {
    if (mark === '#') {
      if (zeros > 0) right += 1
      else left += 1
    } else if (mark === '0') {
      if (right > 0) return false
      zeros += 1
    } else if (mark === ',') group = 0
    else if (mark === '.') {
      if (point !== undefined) return false
      point = left + zeros + right
    }
    if ((mark === '#' || mark === '0') && group !== undefined && point === undefined) group += 1
  }
  if (exponent !== null && (exponent[1] === '' || left + zeros < 1)) return false
  if (zeros === 0 && left > 0 && point !== undefined) {
    const whole = Math.max(point, 1)
    right = left - whole
    left = whole - 1
    zeros = 1
  }
  if (point === undefined) return right === 0 && group !== 0
  return point >= left && point <= left + zeros && group !== 0
}
