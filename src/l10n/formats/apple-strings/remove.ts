import type { Edit, Span } from '../splice.ts'

/**
 * Removes blocks with their lines. Of the blank lines around a removed block, those below it go, too; at the end of the file, those above it.
 * @param blocks in the order of the file
 */
export function removeBlocks(text: string, blocks: readonly Span[]): Edit[] {
  const edits: Edit[] = []
  for (const block of blocks) {
    const before = edits.at(-1)
    const { start, end } = toLines(text, block)
    if (before !== undefined && before.end >= start) {
      // The blank line above both is kept.
      const isBlank = isBlankAbove(text, before.start)
      edits[edits.length - 1] = { ...before, end: isBlank ? skipBlankLines(text, end) : end }
    } else edits.push({ start, end: isBlankAbove(text, start) ? skipBlankLines(text, end) : end, text: '' })
  }
  const last = edits.at(-1)
  if (last?.end === text.length) edits[edits.length - 1] = { ...last, start: findBlanksStart(text, last.start) }
  return edits
}

/** Extends a block to whole lines, if nothing else is in them. */
function toLines(text: string, { start, end }: Span): Span {
  let from = start
  while (isBlank(text[from - 1])) from -= 1
  let to = end
  while (isBlank(text[to])) to += 1
  if (text[to] === '\r' && text[to + 1] === '\n') to += 1
  const isWhole = (from === 0 || text[from - 1] === '\n') && (to >= text.length || text[to] === '\n')
  return isWhole ? { start: from, end: Math.min(to + 1, text.length) } : { start, end }
}

/** Whether the line above is blank, or there is none. */
function isBlankAbove(text: string, start: number): boolean {
  if (start === 0) return true
  if (text[start - 1] !== '\n') return false
  let at = start - 1
  while (isBlank(text[at - 1]) || text[at - 1] === '\r') at -= 1
  return at === 0 || text[at - 1] === '\n'
}

function skipBlankLines(text: string, start: number): number {
  let end = start
  for (let at = start; ; at += 1) {
    const char = text[at]
    if (char === undefined) return at
    if (char === '\n') end = at + 1
    else if (!isBlank(char) && char !== '\r') return end
  }
}

/** Finds the start of the blank lines above an offset. */
function findBlanksStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && (text[start - 1] === '\n' || text[start - 1] === '\r' || isBlank(text[start - 1]))) start -= 1
  const newline = text.indexOf('\n', start)
  return newline === -1 || newline >= offset ? offset : start === 0 ? 0 : newline + 1
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t'
