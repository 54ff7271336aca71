import type { TreeNode } from './node.ts'

/** Lines of a note: longer ones are cut anyway. */
const MAX_LINES = 200

/**
 * Returns the text of the comment lines directly above an offset; undefined if there are none. Lines that begin before `floor` are part of an earlier value.
 */
export function commentsAbove(text: string, offset: number, floor: number): string | undefined {
  const lines: string[] = []
  let start = findLineStart(text, offset, floor)
  if (start === floor || !/^[ \t?-]*$/.test(text.slice(start, offset))) return undefined
  while (start > floor && lines.length < MAX_LINES) {
    const before = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1
    const line = text.slice(before, start).trim()
    if (before < floor || !line.startsWith('#')) break
    lines.push(stripMark(line))
    start = before
  }
  const note = lines.toReversed().join('\n').trim()
  return note === '' ? undefined : note
}

/** Returns the start of the line of a key, or of the comment lines directly above it; `floor` for a key in the line of an earlier value. */
export function findFirstLine(text: string, keyStart: number, floor: number): number {
  const bom = text.startsWith('\uFEFF') ? 1 : 0
  let start = Math.max(bom, findLineStart(text, keyStart, floor))
  while (start > floor) {
    const before = Math.max(bom, start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1)
    if (before < floor || !text.slice(before, start).trimStart().startsWith('#')) break
    start = before
  }
  return start
}

/** Returns the start of the line of an offset, or `floor` if that is behind it: a line can have all keys of a file. */
function findLineStart(text: string, offset: number, floor: number): number {
  let at = offset
  while (at > floor && text.charCodeAt(at - 1) !== LF) at -= 1
  return at
}

const LF = 0x0a

const AFTER = /[ \t]+#([^\n]*)/y

/** Returns the comment on the line of a value, or behind the key of a section; undefined if there is none. */
export function commentAfter(text: string, node: TreeNode, lead: number): string | undefined {
  const isBlock = (node.kind === 'map' || node.kind === 'list') && !node.isInline
  AFTER.lastIndex = isBlock ? lead : node.end
  const note = AFTER.exec(text)?.[1]
  return note === undefined || note.trim() === '' ? undefined : stripMark(note)
}

const stripMark = (line: string): string => line.replace(/^#{1,200}/, '').trim()

/** Joins the notes of a value, without empty ones. */
export function joinNotes(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || one === '') return other
  return other === undefined || other === '' ? one : `${one}\n${other}`
}
