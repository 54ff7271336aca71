import { createScanner, type Node } from 'jsonc-parser'
import { lineBreakOf } from './config-format.ts'
import { inlineJson, prettyJson } from './print-json.ts'

/** Inserts a member at the end of an object, in its style: over several lines or on one, with or without a trailing comma. */
export function insertMember(text: string, object: Node, name: string, value: unknown): string {
  const close = endOf(object) - 1
  const last = object.children?.at(-1)
  const from = last === undefined ? object.offset + 1 : endOf(last)
  const end = from + text.slice(from, close).trimEnd().length
  const isMultiline = text.slice(object.offset, close).includes('\n')
  const comma = last === undefined ? undefined : findComma(text, from, close)
  const hasTrailingComma = comma !== undefined
  const member = printMember(text, object, name, value)
  // `{}` becomes `{"name": …}` without blanks, so that `remove` can tell it from a new object.
  const gap = isMultiline
    ? lineBreakOf(text) + memberIndent(text, object)
    : text.slice(from, close) === '' && last === undefined
      ? ''
      : ' '
  const inserted = `${gap}${member}${hasTrailingComma ? ',' : ''}`
  const separator = last === undefined || hasTrailingComma ? '' : ','
  return text.slice(0, from) + separator + text.slice(from, end) + inserted + text.slice(end)
}

/** Cuts a member and its comma. Undoes `insertMember`. */
export function cutMember(text: string, object: Node, member: Node): string {
  const members = object.children ?? []
  const at = members.indexOf(member)
  const [before, after] = [members[at - 1], members[at + 1]]
  const start = text.slice(0, member.offset).trimEnd().length
  const comma = findComma(text, endOf(member), after?.offset ?? endOf(object) - 1)
  const rest = text.slice(comma === undefined ? endOf(member) : comma + 1)
  if (after !== undefined || comma !== undefined || before === undefined) return text.slice(0, start) + rest
  // The last member without a trailing comma: the comma behind the member before it goes.
  const separator = findComma(text, endOf(before), member.offset) ?? start
  return text.slice(0, separator) + text.slice(separator + 1, start) + rest
}

/** The indentation of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? ''
}

/** One step of indentation of a file: that of its first member. */
export const indentUnit = (text: string): string => /^[^"]*?\{[^\S\n]*\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  '

const endOf = ({ offset, length }: Node): number => offset + length

function printMember(text: string, object: Node, name: string, value: unknown): string {
  const isMultiline = text.slice(object.offset, endOf(object)).includes('\n')
  if (!isMultiline) return `${JSON.stringify(name)}: ${inlineJson(value)}`
  const layout = { unit: indentUnit(text), base: memberIndent(text, object), eol: lineBreakOf(text) }
  return `${JSON.stringify(name)}: ${prettyJson(value, layout)}`
}

function memberIndent(text: string, object: Node): string {
  const last = object.children?.at(-1)
  const isOnOwnLine = last !== undefined && /\n[ \t]*$/.test(text.slice(object.offset, last.offset))
  return isOnOwnLine ? indentAt(text, last.offset) : indentAt(text, object.offset) + indentUnit(text)
}

/** The first comma outside comments. */
function findComma(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, false)
  scanner.setPosition(from)
  for (;;) {
    scanner.scan()
    if (scanner.getTokenOffset() >= to) return undefined
    if (text[scanner.getTokenOffset()] === ',') return scanner.getTokenOffset()
  }
}
