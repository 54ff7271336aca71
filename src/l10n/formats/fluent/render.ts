import { AppError } from '../../../errors.ts'
import { quote } from '../../../text/quote.ts'
import { explainFluentFault } from '../../message/fluent/faults.ts'
import { countIndent, parseFluentPattern } from '../../message/fluent/parse.ts'
import { positionAt } from '../position.ts'
import type { Edit } from '../splice.ts'
import type { FluentFile, FluentSlot } from './file.ts'
import { decodePattern, normalizePattern, renderPattern } from './pattern.ts'

/** The style of a Fluent file, so that new texts match it. */
export interface FluentStyle {
  readonly eol: '\n' | '\r\n'
  /** Indentation of attributes and of texts below their key. */
  readonly indent: string
}

const USUAL_INDENT = '    '
const MAX_INDENT = 16

/** Detects the style of a file. `fallback` is used for what it does not show. */
export function detectStyle({ text, items }: FluentFile, fallback?: FluentStyle): FluentStyle {
  const first = text.indexOf('\n')
  const eol = first === -1 ? (fallback?.eol ?? '\n') : text[first - 1] === '\r' ? '\r\n' : '\n'
  for (const { id, slots } of items) {
    for (const { key, start, patternStart, isBlock } of slots) {
      const isValue = key === id
      if (isValue && !isBlock) continue
      const lineStart = isValue ? patternStart : text.lastIndexOf('\n', start) + 1
      const indent = countIndent(text.slice(lineStart, lineStart + MAX_INDENT))
      if (indent > 0) return { eol, indent: ' '.repeat(indent) }
    }
  }
  return { eol, indent: fallback?.indent ?? USUAL_INDENT }
}

/** Renders what follows an equals sign. */
export function renderValue(key: string, value: string, { eol, indent }: FluentStyle): string {
  assertValid(key, value)
  const { raw, isBlock } = renderPattern(value, { eol, indent: isAttribute(key) ? indent + indent : indent })
  return isBlock ? eol + raw : ` ${raw}`
}

/** Renders an attribute with the line break before it. */
export const renderAttribute = (key: string, value: string, style: FluentStyle): string =>
  `${style.eol}${style.indent}${key.slice(key.indexOf('.'))} =${renderValue(key, value, style)}`

/** Returns the edit that gives a slot a text; undefined if it has the text. */
export function editSlot(slot: FluentSlot, value: string, { eol, indent }: FluentStyle): Edit | undefined {
  if (decodePattern(slot) === normalizePattern(value)) return undefined
  assertValid(slot.key, value)
  const layout = { eol, indent: isAttribute(slot.key) ? indent + indent : indent }
  const { raw, isBlock } = renderPattern(value, layout, slot)
  if (isBlock === slot.isBlock) return { start: slot.patternStart, end: slot.end, text: raw }
  return { start: slot.equals, end: slot.end, text: isBlock ? eol + raw : ` ${raw}` }
}

const isAttribute = (key: string): boolean => key.includes('.')

/** @throws AppError `invalid_input` if programs could not read a file with the text. */
function assertValid(key: string, value: string): void {
  const parsed = parseFluentPattern(value)
  if (parsed.ok) return
  const { line, column } = positionAt(value, parsed.fault.at)
  const [what, fix] = explainFluentFault(parsed.fault.code, parsed.fault.message)
  throw new AppError('invalid_input', `The text of ${quote(key)} is not valid Fluent at ${line}:${column}: ${what}.`, {
    fix,
  })
}
