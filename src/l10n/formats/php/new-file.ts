import { splice } from '../splice.ts'
import { listFrameCode } from './code.ts'
import { countLineBreaks } from './entries.ts'
import type { PhpFile } from './file.ts'
import { type Rendering, renderArray } from './render.ts'
import { walkElements } from './style.ts'
import type { PhpArray } from './tree.ts'

/**
 * Creates a target file: the declarations around the array of `frame`, of the sibling or of the source, without code that runs, and the translated keys of the source, with its comments if the
 * sibling has them.
 */
export function newFile(rendering: Rendering, sibling: PhpFile | undefined, frame: PhpFile | undefined): string {
  const { source, style } = rendering
  const model = sibling ?? source
  const { bom, text, root } = frame ?? model
  const code = frame === undefined ? listFrameCode(model) : []
  let lineStart = root.start
  while (text[lineStart - 1] === ' ' || text[lineStart - 1] === '\t') lineStart -= 1
  const indent = text.slice(lineStart, root.start)
  const body = renderArray(
    { ...rendering, hasNotes: sibling !== undefined && sharesNotes(source, sibling), hasGaps: hasBlankLines(model) },
    source.root,
    undefined,
    text[root.start - indent.length - 1] === '\n' ? indent : '',
  )
  const empty = style.isLong ? 'array()' : '[]'
  const head = withoutCode(text, 0, root.start, code)
  return (
    bom +
    (OPENS.test(head) ? head : `<?php${style.eol}${style.eol}return `) +
    (body ?? empty) +
    withoutCode(text, root.end, text.length, code)
  )
}

const OPENS = /^<\?php\s[^]*\breturn\s*$/i

/** A part of a file without the lines of its code: a new file has data alone. */
function withoutCode(text: string, from: number, to: number, code: ReturnType<typeof listFrameCode>): string {
  const edits = code
    .filter(({ start }) => start >= from && start < to)
    .map(({ start, end }) => ({ start: start - from, end: Math.min(end, to) - from, text: '' }))
  const kept = splice(text.slice(from, to), edits)
  return edits.length === 0 ? kept : kept.replace(/(?:[ \t]{0,200}\r?\n){3,}/g, EMPTY_LINE)
}

const EMPTY_LINE = (breaks: string): string => (breaks.includes('\r') ? '\r\n\r\n' : '\n\n')

/** Whether a sibling has comments of the source inside. */
function sharesNotes(source: PhpFile, sibling: PhpFile): boolean {
  const notes = new Set(listComments(source))
  return listComments(sibling).some(comment => notes.has(comment))
}

const listComments = ({ text, root }: PhpFile): string[] =>
  [...walkElements(root)].flatMap(({ comments, tailComments }) =>
    [...comments, ...tailComments].map(({ start, end }) => text.slice(start, end).replaceAll('\r\n', '\n')),
  )

/** Whether blank lines separate elements of a file. */
const hasBlankLines = ({ text, root }: PhpFile): boolean => {
  const isOpen = ({ elements, open }: PhpArray): boolean =>
    elements.some(({ value, start }, index) => {
      const from = elements[index - 1]?.tailEnd ?? open
      return (value.kind === 'array' && isOpen(value)) || countLineBreaks(text, from, start) > 1
    })
  return isOpen(root)
}
