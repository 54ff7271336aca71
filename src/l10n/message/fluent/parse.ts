import { FluentParser, Junk, Message, type Placeable } from '@fluent/syntax'
import { type FluentPart, listFluentParts } from './parts.ts'

/** Why a Fluent pattern or file is not valid. */
export interface FluentFault {
  /** The code of the Fluent parser, such as `E0003`, or `NESTED_TOO_DEEP`. */
  readonly code: string
  readonly message: string
  readonly at: number
}

export type FluentResult =
  | { readonly ok: true; readonly parts: readonly FluentPart[] }
  | { readonly ok: false; readonly fault: FluentFault }

/** Maximum placeables and calls within each other. */
const MAX_DEPTH = 50

type Stream = Parameters<FluentParser['getPlaceable']>[0]

/** The parser recurses once per placeable and call. */
export class DeepNestingError extends Error {
  readonly at: number

  constructor(at: number) {
    super('Placeables are nested too deeply')
    this.at = at
  }
}

/** Fluent's parser with a limited depth. */
export class LimitedFluentParser extends FluentParser {
  #depth = 0

  override getPlaceable(stream: Stream): Placeable {
    return this.#nest(stream, () => super.getPlaceable(stream))
  }

  override getCallArguments(stream: Stream): ReturnType<FluentParser['getCallArguments']> {
    return this.#nest(stream, () => super.getCallArguments(stream))
  }

  #nest<Node>(stream: Stream, parse: () => Node): Node {
    if (this.#depth === MAX_DEPTH) throw new DeepNestingError(stream.index)
    this.#depth += 1
    try {
      return parse()
    } finally {
      this.#depth -= 1
    }
  }
}

const HEAD = 'a =\n'

/**
 * Parses the source of a Fluent pattern as translators write it: not indented, and with lines that may start with any character.
 */
export function parseFluentPattern(text: string): FluentResult {
  // Without braces, any text is valid.
  if (!/[{}]/.test(text)) return { ok: true, parts: text === '' ? [] : [{ kind: 'words', start: 0, end: text.length }] }
  const parts = [HEAD]
  const shifts: Shift[] = []
  let length = HEAD.length
  for (const line of splitPattern(text)) {
    // An empty literal makes a special character ordinary text.
    const lead = line.isText && isSpecialStart(line.text) ? ' {""}' : ' '
    parts.push(lead, line.text, '\n')
    shifts.push({ from: length + lead.length, to: line.start })
    length += lead.length + line.text.length + 1
  }
  const source = parts.join('')
  const toOffset = (offset: number): number => mapOffset(shifts, offset, text.length)
  try {
    const parser = new LimitedFluentParser()
    const [entry, rest] = parser.parse(source).body
    if (entry instanceof Message && entry.value !== null && entry.attributes.length === 0 && rest === undefined) {
      return { ok: true, parts: listFluentParts(entry.value, text, toOffset) }
    }
    const junk = entry instanceof Junk ? entry : rest
    const [found] = junk instanceof Junk ? junk.annotations : []
    // A line that starts with } ends the pattern, and starts no other entry.
    if (found === undefined || found.code === 'E0002') {
      const at = toOffset(junk?.span?.start ?? HEAD.length + 1)
      const brace = text.indexOf('}', at)
      return { ok: false, fault: { ...UNBALANCED, at: brace === -1 ? at : brace } }
    }
    return { ok: false, fault: { code: found.code, message: found.message, at: toOffset(found.span?.start ?? 0) } }
  } catch (error) {
    if (!(error instanceof DeepNestingError)) throw error
    return { ok: false, fault: { code: 'NESTED_TOO_DEEP', message: error.message, at: toOffset(error.at) } }
  }
}

const UNBALANCED = { code: 'E0027', message: 'Unbalanced closing brace in TextElement.' }

/** Where a line begins in what is parsed, and in the text. */
interface Shift {
  readonly from: number
  readonly to: number
}

/** Maps an offset by the last line that starts at or before it. */
function mapOffset(shifts: readonly Shift[], offset: number, length: number): number {
  let low = 0
  let high = shifts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((shifts[middle]?.from ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  const { from, to } = shifts[low] ?? { from: 0, to: 0 }
  return Math.max(0, Math.min(length, to + Math.max(0, offset - from)))
}

const [NEWLINE, BLANK, QUOTE, BACKSLASH] = [0x0a, 0x20, 0x22, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, STAR] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2a]

type Part = 'placeable' | 'variant'

/** A line of a Fluent pattern, without its line break. */
interface PatternLine {
  readonly text: string
  /** Offset in the pattern. */
  readonly start: number
  /** Whether it starts in the text of the pattern itself, not within a placeable. */
  readonly isText: boolean
}

/** Splits the source of a Fluent pattern into lines, in linear time. */
export function splitPattern(pattern: string): PatternLine[] {
  const lines: PatternLine[] = []
  const within: Part[] = []
  let start = 0
  let isText = true
  let isIndent = false
  for (let at = 0; at < pattern.length; at += 1) {
    const code = pattern.charCodeAt(at)
    if (code === NEWLINE) {
      lines.push({ text: pattern.slice(start, at), start, isText })
      start = at + 1
      isText = within.length === 0
      isIndent = true
      continue
    }
    if (isIndent && code !== BLANK) {
      isIndent = false
      const isEnd = code === CLOSE_BRACE || code === OPEN_BRACKET || code === STAR
      if (isEnd && within.at(-1) === 'variant') within.pop()
    }
    if (within.at(-1) !== 'placeable') {
      if (code === OPEN_BRACE) within.push('placeable')
      else if (code === CLOSE_BRACE) within.length = Math.max(0, within.length - 2)
    } else if (code === QUOTE) at = findLiteralEnd(pattern, at)
    else if (code === OPEN_BRACE) within.push('placeable')
    else if (code === CLOSE_BRACE) within.pop()
    else if (code === CLOSE_BRACKET) within.push('variant')
  }
  lines.push({ text: pattern.slice(start), start, isText })
  return lines
}

/** Finds the closing quote of a string literal, or the last character of its line. */
function findLiteralEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === NEWLINE) return at - 1
    if (code === BACKSLASH && text.charCodeAt(at + 1) !== NEWLINE) at += 1
  }
  return text.length
}

/** Counts the spaces before the first other character. */
export function countIndent(line: string): number {
  let at = 0
  while (line.charCodeAt(at) === BLANK) at += 1
  return at
}

/** Whether the first character of an indented line means something else there. */
export const isSpecialStart = (line: string): boolean => /^ *[.*[]/.test(line)
