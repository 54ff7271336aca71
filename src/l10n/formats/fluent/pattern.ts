import { countIndent, isSpecialStart, splitPattern } from '../../message/fluent/parse.ts'

/** A pattern as the file has it: from its first character, or from the start of its first line if that is below the key. */
export interface RawPattern {
  readonly raw: string
  readonly isBlock: boolean
}

export interface Layout {
  readonly eol: string
  /** Indentation of the lines below the key. */
  readonly indent: string
}

/** Returns a text as the format writes and reads it: only line feeds, blank lines without spaces, simple literals for what needs one. */
export const normalizePattern = (text: string): string => decodeLines(encodeLines(text, true))

/** Decodes a pattern: without its indentation, and without the literals that only protect the start or end of a line. */
export const decodePattern = (pattern: RawPattern): string => decodeLines(readLines(pattern).lines)

/**
 * Renders a text after the equals sign of its key. `before` is the pattern that it replaces, whose equal lines at the start and end stay as they are.
 */
export function renderPattern(text: string, layout: Layout, before?: RawPattern): RawPattern {
  const minimal = before && replaceLines(encodeLines(text, before.isBlock), before, layout)
  if (minimal !== undefined && decodePattern(minimal) === normalizePattern(text)) return minimal
  const isBlock = /[\r\n]/.test(text)
  const lines = encodeLines(text, isBlock)
  const indent = isBlock ? layout.indent : ''
  return { isBlock, raw: lines.map(line => (line === '' ? '' : indent + line)).join(layout.eol) }
}

/** Replaces only the lines that differ; undefined if the new lines may have another indentation. */
function replaceLines(lines: readonly string[], before: RawPattern, { eol, indent }: Layout): RawPattern | undefined {
  const old = readLines(before)
  if (lines.length > 1 && old.lines.length === 1 && !before.isBlock) return undefined
  const raw = before.raw.split('\n')
  const most = Math.min(lines.length, old.lines.length)
  let same = 0
  while (same < most && lines[same] === old.lines[same]) same += 1
  let last = 0
  while (last < most - same && lines.at(-1 - last) === old.lines.at(-1 - last)) last += 1
  const lead = old.indent === undefined ? indent : ' '.repeat(old.indent)
  const isLastOld = last > 0
  const changed = lines.slice(same, lines.length - last).map((line, at) => {
    const place = same + at
    const isInline = place === 0 && !before.isBlock
    const end = place === lines.length - 1 ? '' : eol.slice(0, -1)
    return (line === '' || isInline ? line : lead + line) + end
  })
  const kept = raw.slice(0, same)
  const tail = isLastOld ? raw.slice(raw.length - last) : []
  // The last line of a pattern has no line break of its own.
  if (tail.length === 0 && changed.length === 0 && kept.length > 0) kept.push((kept.pop() ?? '').replace(/\r$/, ''))
  return { isBlock: before.isBlock, raw: [...kept, ...changed, ...tail].join('\n') }
}

/** The lines of a pattern without their common indentation, which is undefined if there is only one line. */
function readLines({ raw, isBlock }: RawPattern): { readonly lines: string[]; readonly indent: number | undefined } {
  const lines = splitPattern(raw.replaceAll('\r\n', '\n'))
  const below = lines.filter(({ text }, at) => (at > 0 || isBlock) && countIndent(text) < text.length)
  const ofText = below.filter(({ isText }) => isText)
  // If all lines below the first are within a placeable, their indentation has no meaning.
  const counted = ofText.length > 0 ? ofText : below
  const indent = counted.reduce<number | undefined>((least, { text }) => {
    const own = countIndent(text)
    return least === undefined || own < least ? own : least
  }, undefined)
  const stripped = lines.map(({ text }, at) => {
    const blanks = countIndent(text)
    if (at === 0 && !isBlock) return text
    return blanks === text.length ? '' : text.slice(Math.min(blanks, indent ?? 0))
  })
  return { lines: trimEnd(stripped), indent }
}

/** A pattern ends with its last character that is not blank. */
function trimEnd(lines: readonly string[]): string[] {
  const kept = [...lines]
  while (kept.length > 1 && /^[ \r]*$/.test(kept.at(-1) ?? '')) kept.pop()
  kept.push((kept.pop() ?? '').replace(/[ \r]+$/, ''))
  return kept
}

const EMPTY_LITERAL = '{ "" }'

/**
 * Writes blanks at the start and end of a text, and special characters at the start of a line, with literals. Beside the key, the first line has no special
 * characters.
 */
function encodeLines(text: string, isBlock: boolean): string[] {
  const parsed = splitPattern(text.replace(/\r\n?/g, '\n'))
  const last = parsed.length - 1
  return parsed.map((line, at) => {
    let written = countIndent(line.text) === line.text.length && at !== 0 && at !== last ? '' : line.text
    if (line.isText && isSpecialStart(written) && (isBlock || at > 0)) {
      const indent = countIndent(written)
      written = `${written.slice(0, indent)}{ "${written.charAt(indent)}" }${written.slice(indent + 1)}`
    }
    if (at === 0 && (written.startsWith(' ') || (written === '' && last > 0))) written = EMPTY_LITERAL + written
    const isOpenEnd = at === last && last + written.length > 0 && (written === '' || written.endsWith(' '))
    return isOpenEnd ? written + EMPTY_LITERAL : written
  })
}

/** Reverses `encodeLines`. */
function decodeLines(lines: readonly string[]): string {
  const last = lines.length - 1
  return splitPattern(lines.join('\n'))
    .map(({ text, isText }, at) => {
      let read = text
      const opens = OPENING.exec(read)?.[0]
      if (at === 0 && isText && opens !== undefined) {
        const rest = read.slice(opens.length)
        if (rest.startsWith(' ') || (rest === '' && last > 0)) read = rest
      }
      if (isText) read = read.replace(SPECIAL_LITERAL, '$1$2')
      const closes = CLOSING.exec(read)?.[0]
      if (at === last && closes !== undefined) {
        const rest = read.slice(0, -closes.length)
        if (rest.endsWith(' ') || (rest === '' && last > 0)) read = rest
      }
      return read
    })
    .join('\n')
}

const SPECIAL_LITERAL = /^( *)\{ ?"([.*[])" ?\}/
const OPENING = /^\{ ?"" ?\}/
const CLOSING = /\{ ?"" ?\}$/
