import { getOrAdd } from '../../groups.ts'
import { isBlankText, type Message } from '../../message/message.ts'
import { childKey } from '../json/keys.ts'
import { leadBefore } from '../json/style.ts'
import { splice } from '../splice.ts'
import { getSingleText } from '../texts.ts'
import { listFrameCode } from './code.ts'
import { countLineBreaks, type PhpFile } from './file.ts'
import type { TextToken } from './lex.ts'
import { getArrow, type PhpStyle, walkElements } from './style.ts'
import { encodeLike, encodeLiteral } from './text.ts'
import type { PhpArray, PhpElement, PhpText, PhpValue } from './tree.ts'

/** The parameters for rendering parts of a source file. */
export interface Rendering {
  readonly source: PhpFile
  readonly values: ReadonlyMap<string, Message>
  readonly style: PhpStyle
  /** The style of the source. */
  readonly own: PhpStyle
  /** Whether comments are written. */
  readonly hasNotes: boolean
  /** Whether blank lines are written. */
  readonly hasGaps: boolean
  /** Lists already searched for a string without a value. */
  readonly lacking: Map<PhpValue, boolean>
}

/** Renders an array with its values; undefined if it has none. `indent` is the indentation of its first line. */
function renderArray(rendering: Rendering, array: PhpArray, indent: string, key?: string): string | undefined {
  const { source, style, hasGaps, hasNotes } = rendering
  if (array.isList && lacksValue(rendering, array, key)) return undefined
  const inner = indent + style.indent
  const isMultiline = countLineBreaks(source.text, array.open, array.elements[0]?.start ?? array.close) > 0
  const rows: { readonly above: readonly string[]; readonly rendered: string; readonly behind: string }[] = []
  let isNextApart = false
  for (const [index, element] of array.elements.entries()) {
    const from = array.elements[index - 1]?.tailEnd ?? array.open
    isNextApart ||= hasBlankLine(source.text, from, element)
    const rendered = renderMember(rendering, array, element, inner, key)
    if (rendered === undefined) continue
    const gap = hasGaps && isNextApart && (rows.length > 0 || index === 0) ? [''] : []
    isNextApart = false
    const notes = hasNotes ? element.tailComments : []
    rows.push({
      above: [...gap, ...(hasNotes ? renderComments(rendering, element, inner) : [])],
      rendered,
      behind: notes.map(({ start, end }) => ` ${source.text.slice(start, end)}`).join(''),
    })
  }
  if (rows.length === 0) return undefined
  const [open, close] = style.isLong ? ['array(', ')'] : ['[', ']']
  if (!isMultiline) return open + rows.map(({ rendered }) => rendered).join(', ') + close
  const lines = rows.flatMap(({ above, rendered, behind }, at) => {
    const comma = style.hasTrailingComma || at < rows.length - 1 ? ',' : ''
    return [...above, inner + rendered + comma + behind]
  })
  const end = array.elements.at(-1)?.tailEnd ?? array.open
  if (hasGaps && countLineBreaks(source.text, end, array.close) > 1) lines.push('')
  return [open, ...lines, indent + close].join(style.eol)
}

/** Renders an element of an array that is rendered. Elements of lists keep their position. */
function renderMember(rendering: Rendering, array: PhpArray, element: PhpElement, indent: string, parent?: string) {
  const { source } = rendering
  const { name, value } = element
  if (array.isList && value.kind === 'other') return source.text.slice(value.start, value.end)
  if (name === undefined) return undefined
  // An element that is left out would shift the position of others.
  const place = { indent, arrow: getArrow(source.text, element) ?? ' => ', isNamed: !array.isList }
  return renderElement(rendering, element, childKey(parent, name, source.isNested), place)
}

/** How an element is written. */
interface ElementPlace {
  readonly indent: string
  /** Between the key and the value. */
  readonly arrow: string
  /** Whether an element without a key gets its position as one. */
  readonly isNamed: boolean
}

/**
 * Renders an element with its key; undefined if it has no value. A blank element of a list is copied: there is nothing to translate, and without it the
 * positions of others would shift.
 */
export function renderElement(
  rendering: Rendering,
  element: PhpElement,
  key: string,
  { indent, arrow, isNamed }: ElementPlace,
): string | undefined {
  const { name, value } = element
  const isCopied = element.key === undefined && value.kind === 'text' && isBlankText(value.value)
  const rendered = isCopied
    ? rendering.source.text.slice(value.start, value.end)
    : renderValue(rendering, value, key, indent)
  if (rendered === undefined) return undefined
  if (element.key !== undefined) return renderKey(rendering, element) + arrow + rendered
  return isNamed ? `${name} => ${rendered}` : rendered
}

/** Renders the key of an element; empty if it is named by position. */
export function renderKey({ source, style, own }: Rendering, { key, name = '' }: PhpElement): string {
  if (key === undefined) return ''
  if (key.kind === 'text' && (style.quote !== own.quote || hasLines(key))) return encodeLiteral(name, style.quote)
  return source.text.slice(key.start, key.end)
}

/** Renders a value; undefined if it has none. */
export function renderValue(rendering: Rendering, value: PhpValue, key: string, indent: string): string | undefined {
  if (value.kind === 'array') return rendering.source.isNested ? renderArray(rendering, value, indent, key) : undefined
  const given = value.kind === 'text' ? rendering.values.get(key) : undefined
  return value.kind !== 'text' || given === undefined
    ? undefined
    : renderText(rendering, value, getSingleText('PHP', key, given))
}

function renderText({ source, style, own }: Rendering, literal: PhpText, value: string): string {
  if (style.quote !== own.quote || (hasLines(literal) && style.eol !== own.eol))
    return encodeLiteral(value, style.quote)
  if (value === literal.value) return source.text.slice(literal.start, literal.end)
  return encodeLike(value, source.text, literal)
}

const hasLines = ({ quote: { kind } }: TextToken): boolean => kind === 'heredoc' || kind === 'nowdoc'

/** Whether a string below a value has a translation. An existing file gets nothing else from its source. */
export function hasText(rendering: Rendering, value: PhpValue, key: string | undefined): boolean {
  if (value.kind === 'text') return rendering.values.has(key ?? '')
  if (value.kind !== 'array' || (!rendering.source.isNested && key !== undefined)) return false
  return value.elements.some(element =>
    hasText(rendering, element.value, childKey(key, element.name ?? '', rendering.source.isNested)),
  )
}

/** Whether a string of a list has no value, so that positions would shift. */
function lacksValue(rendering: Rendering, value: PhpValue, key: string | undefined): boolean {
  const { values, lacking, source } = rendering
  if (value.kind === 'other') return false
  if (value.kind === 'text') return !values.has(key ?? '') && !isBlankText(value.value)
  return getOrAdd(lacking, value, () =>
    value.elements.some(element =>
      lacksValue(rendering, element.value, childKey(key, element.name ?? '', source.isNested)),
    ),
  )
}

/** Whether a blank line is between an offset and an element. */
function hasBlankLine(text: string, from: number, { comments, start }: PhpElement): boolean {
  let at = from
  for (const comment of comments) {
    if (countLineBreaks(text, at, comment.start) > 1) return true
    at = comment.end
  }
  return countLineBreaks(text, at, start) > 1
}

/** Renders the comments above an element in lines of their own. */
function renderComments(rendering: Rendering, { comments, start }: PhpElement, indent: string): string[] {
  const { source, style, hasGaps } = rendering
  return comments.flatMap((comment, index) => {
    const before = leadBefore(source.text, comment.start).replace(/^\r?\n/, '')
    const [first = '', ...others] = source.text.slice(comment.start, comment.end).split(/\r\n|\n|\r/)
    const lines = others.map(line => (line.startsWith(before) ? indent + line.slice(before.length) : line))
    const isApart = countLineBreaks(source.text, comment.end, comments[index + 1]?.start ?? start) > 1
    const gap = hasGaps && isApart ? [''] : []
    return [[indent + first, ...lines].join(style.eol), ...gap]
  })
}

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
