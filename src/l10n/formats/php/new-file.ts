import { countLineBreaks } from './entries.ts'
import type { PhpFile } from './file.ts'
import { type Rendering, renderArray } from './render.ts'
import { walkElements } from './style.ts'
import type { PhpArray } from './tree.ts'

/**
 * Creates a target file: the code around the array of `frame`, of the sibling or of the source, and the translated keys of the source, with its comments if the
 * sibling has them.
 */
export function newFile(rendering: Rendering, sibling: PhpFile | undefined, frame: PhpFile | undefined): string {
  const { source, style } = rendering
  const model = sibling ?? source
  const { bom, text, root } = frame ?? model
  const indent = /[ \t]*$/.exec(text.slice(0, root.start))?.[0] ?? ''
  const body = renderArray(
    {
      ...rendering,
      hasNotes: sibling !== undefined && sharesNotes(source, sibling),
      hasGaps: hasBlankLines(model),
    },
    source.root,
    undefined,
    text[root.start - indent.length - 1] === '\n' ? indent : '',
  )
  const empty = style.isLong ? 'array()' : '[]'
  return bom + text.slice(0, root.start) + (body ?? empty) + text.slice(root.end)
}

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
