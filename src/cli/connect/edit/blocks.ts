import { lineBreakOf } from './config-format.ts'

/** Appends lines to a text. A text without a line break at its end stays one. */
export function appendBlock(text: string, block: string): string {
  if (text === '' || text.endsWith('\n')) return text + block
  return text + lineBreakOf(text) + block.trimEnd()
}

/** Cuts lines. Undoes `appendBlock` and an insertion before a line. */
export function cutBlock(text: string, start: number, end: number): string {
  const isLast = end >= text.length
  const before = text.slice(0, start)
  // The block had no line break at its end, so the text before it had none.
  return isLast && !text.endsWith('\n') ? before.replace(/\r?\n$/, '') : before + text.slice(end)
}

export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1

/** The start of the line after an offset. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}
