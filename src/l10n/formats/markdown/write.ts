import { markupTokens } from '../../message/markup-tokens.ts'
import type { Message } from '../../message/message.ts'
import { detectEol } from '../eol.ts'
import { readIfValid } from '../faults.ts'
import type { WriteRequest } from '../format.ts'
import { type Edit, splice } from '../splice.ts'
import type { Pair } from './align.ts'
import { type Block, type MarkdownFile, readBlocks, renderAttribute } from './blocks.ts'
import { closeCode, type EscapeContext, escapeText, withoutCode } from './escape.ts'
import { editFrontMatter } from './front-matter.ts'
import { listMarkdownCode } from './list-code.ts'
import { escapePipes, keyOfText, type Slot } from './paragraph.ts'
import type { Dialect } from './parse.ts'
import { alignSegments, readSegments, type Segments } from './segments.ts'

interface RenderContext extends EscapeContext {
  readonly eol: string
}

/** Renders a text in the place of another: with its prefix, its line breaks, and its quotation marks. */
function renderText({ text }: MarkdownFile, slot: Slot, value: string, { eol, ...context }: RenderContext): string {
  if (slot.kind === 'attribute') return renderAttribute(value, text[slot.start - 1] ?? '"')
  const safe = escapeText(value, slot.kind, context)
  if (slot.kind === 'cell') return escapePipes(safe)
  if (slot.kind === 'line') return safe
  const mark = slot.lines.some(({ breaks }) => breaks === 'spaces') ? '  ' : '\\'
  return safe
    .split('\\\n')
    .map(part => wrap(part, text, slot).join(eol + prefixOf(text, slot)))
    .join(mark + eol + prefixOf(text, slot))
}

/** What stands before each line of a paragraph but the first: that of its second line, or blanks and quotes as wide as that of the first. */
function prefixOf(text: string, { start, lines }: Slot): string {
  const second = lines[1]?.start
  if (second !== undefined) return text.slice(text.lastIndexOf('\n', second - 1) + 1, second)
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/[^>\t]/g, ' ')
}

/** Words at which no line begins, because they could begin a block. */
const STARTS_BLOCK = /^(?:#{1,6}$|[>|]|[+*]$|-+$|=+$|\d+[.)]$|:{3}|`{3}|~{3}|<|\[!|\{[{%])/

/** Width of paragraphs with short lines. */
const MIN_WIDTH = 60

/** Splits a text into lines as the text is that it replaces: after sentences, or at its width. */
function wrap(value: string, text: string, { lines }: Slot): readonly string[] {
  const others = lines.slice(0, -1).filter(({ breaks }) => breaks === undefined)
  if (others.length === 0) return [value]
  const ends = new Set(others.map(({ start, end }) => text.slice(start, end).at(-1) ?? ''))
  const isBySentence = [...ends].every(end => /[.!?:;,…)”"]/.test(end))
  const width = Math.max(MIN_WIDTH, ...lines.map(({ start, end }) => end - start))
  const wrapped: string[] = []
  let open = ''
  for (const word of splitWords(value)) {
    const isFull = isBySentence ? ends.has(open.at(-1) ?? '') : open.length + 1 + word.length > width
    if (open !== '' && isFull && !open.endsWith('\\') && !STARTS_BLOCK.test(word)) {
      wrapped.push(open)
      open = word
    } else open = open === '' ? word : `${open} ${word}`
  }
  return [...wrapped, open]
}

/** Splits a text at single spaces outside code, tags and link targets. */
function splitWords(value: string): readonly string[] {
  const words: string[] = []
  const tokens = markupTokens(value)
  let from = 0
  let next = 0
  for (const { index } of value.matchAll(/(?<=\S) (?=\S)/g)) {
    while ((tokens[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1
    if ((tokens[next]?.start ?? Number.POSITIVE_INFINITY) < index) continue
    words.push(value.slice(from, index))
    from = index + 1
  }
  words.push(value.slice(from))
  return words
}

type Texts<Key = string> = ReadonlyMap<Key, string>

/** Renders a target file, see `format.ts`. */
export function writeMarkdown(request: WriteRequest, dialect: Dialect): string {
  const source = readSegments(request.source, dialect)
  const texts = toTexts(request.values)
  const base = request.base === undefined ? undefined : readSegments(request.base, dialect)
  if (base !== undefined && !isBlank(base.file)) return merge(source, base, texts, request)
  const sibling = request.sibling === undefined ? undefined : readSegments(request.sibling, dialect)
  return createFile(source, sibling, texts)
}

/** Whether a file has comments alone. */
const isBlank = ({ front, blocks }: MarkdownFile): boolean =>
  front === 0 && blocks.every(({ kind }) => kind === 'html' || kind === 'mdxFlowExpression')

/** Of a plural message, which no text of Markdown is, the form `other`. */
function toTexts(values: ReadonlyMap<string, Message>): Texts {
  const texts = new Map<string, string>()
  for (const [key, value] of values) {
    const text = typeof value === 'string' ? value : (value['other'] ?? '')
    if (text.trim() !== '') texts.set(key, text)
  }
  return texts
}

/** Renders the source with its translations. Imports are those of the sibling, because their paths depend on the folder. */
function createFile(source: Segments, sibling: Segments | undefined, texts: Texts): string {
  const { text, bom, blocks } = source.file
  const eol = detectEol(text)
  const context = toContext([source.file], eol)
  const imports = new Map<Block, string>()
  for (const [one, other] of sibling === undefined ? [] : alignSegments(source.file, sibling.file).pairs) {
    const [block, theirs] = [blocks[one], sibling?.file.blocks[other]]
    if (block?.kind !== 'mdxjsEsm' || theirs === undefined) continue
    imports.set(block, sibling?.file.text.slice(theirs.start, theirs.end).replace(/\r?\n/g, eol) ?? '')
  }
  return (
    bom +
    translateHead(source, texts, eol) +
    blocks.map(block => imports.get(block) ?? renderBlock(source, block, texts, context)).join('')
  )
}

/** Texts may have the code of these files. It is read only if a text has code. */
function toContext(files: readonly [MarkdownFile, ...MarkdownFile[]], eol: string): RenderContext {
  let known: ReadonlySet<string> | undefined
  const codes = (): ReadonlySet<string> => {
    known ??= new Set(files.flatMap(({ text, dialect }) => listMarkdownCode(text, dialect).map(({ code }) => code)))
    return known
  }
  return { dialect: files[0].dialect, codes, eol }
}

/** Renders a block of the source with the texts that have a translation. */
function renderBlock({ file, keys }: Segments, block: Block, texts: Texts, context: RenderContext): string {
  const edits = new Map<Slot, string>()
  for (const slot of block.slots) {
    const value = texts.get(keys.get(slot) ?? '')
    if (value !== undefined && value !== slot.value) edits.set(slot, value)
  }
  return spliceBlock(file, block, edits, context)
}

/** Renders a block with its changed texts. */
function spliceBlock(file: MarkdownFile, block: Block, changed: Texts<Slot>, context: RenderContext): string {
  const { start, end, slots } = block
  const inline = slots.filter(({ kind }) => kind === 'lines' || kind === 'line')
  const isOpen = inline.some(slot => !changed.has(slot) && closeCode(slot.value) !== slot.value)
  const edits = slots.flatMap((slot): Edit[] => {
    const value = changed.get(slot)
    if (value === undefined) return []
    // Code that opens in one text of a paragraph, such as the title of an aside, must not close in another one.
    const closed = inline.length < 2 || !inline.includes(slot) ? value : isOpen ? withoutCode(value) : closeCode(value)
    return [{ start: slot.start - start, end: slot.end - start, text: renderText(file, slot, closed, context) }]
  })
  return splice(file.text.slice(start, end), edits)
}

/** Renders the imported file with its changed texts, and with the translated parts of the source that it lacks. */
function merge(source: Segments, base: Segments, texts: Texts, request: WriteRequest): string {
  const { withdrawn } = request
  const known = new Set([...source.keys.values(), ...source.fields.map(({ key }) => key)])
  const removed = new Set([...(request.removed ?? [])].filter(key => !known.has(key)))
  const eol = detectEol(base.file.text)
  const context = toContext([source.file, base.file], eol)
  const contexts = [context, toContext([source.file], eol)]
  const translate = (slot: Slot): string => texts.get(source.keys.get(slot) ?? '') ?? slot.value
  const { pairs, slots } = alignSegments(source.file, base.file, translate)
  const changed = new Map<Slot, string>()
  for (const [slot, there] of slots) {
    const key = source.keys.get(slot)
    if (key === undefined) continue
    // A former text of the source is not a translation.
    const isGone = withdrawn?.has(key) === true || removed.has(keyOfText(there.value))
    const value = texts.get(key) ?? (isGone ? slot.value : there.value)
    // A text that needed escapes is the same, too.
    if (value === there.value || isWrittenAs(there, value, contexts)) continue
    changed.set(there, value)
  }
  const { text, bom, front, blocks } = base.file
  const fields = editFrontMatter(source, base, texts, { removed, withdrawn }, eol)
  const head =
    front === 0 && source.fields.some(({ key, isText }) => isText && texts.has(key))
      ? `${translateHead(source, texts, eol).replace(/\r?\n/g, eol)}${eol}`
      : splice(text.slice(0, front), fields)
  const render = ({ file, at }: Part): string => {
    const block = file.blocks[at]
    if (block === undefined) return ''
    if (file === base.file) return spliceBlock(file, block, changed, context)
    return renderBlock(source, block, texts, context).replace(/\r?\n/g, eol)
  }
  const parts = listParts(source.file, base.file, pairs, gap => takesSource(gap, source, base, texts, removed.size))
  const body = parts && joinParts(parts, source.file, base.file, render, eol)
  const isSound = parts !== undefined && body !== undefined && hasBlocks(head + body, parts, base.file.dialect)
  return bom + head + (isSound ? body : blocks.map((_, at) => render({ file: base.file, at })).join(''))
}

/** Whether a text of a file is what a write makes of this value, with the code of one of these contexts: a new file has that of the source alone. */
function isWrittenAs({ kind, value: written }: Slot, value: string, contexts: readonly RenderContext[]): boolean {
  const forms = new Set([value, kind === 'attribute' ? value : closeCode(value)])
  return contexts.some(context => [...forms].some(form => escapeText(form, kind, context) === written))
}

/** Renders the front matter of the source with its translations. */
const translateHead = (source: Segments, texts: Texts, eol: string): string =>
  splice(source.file.text.slice(0, source.file.front), editFrontMatter(source, source, texts, {}, eol))

/**
 * Decides which blocks stand in a gap. Blocks that only the source has are inserted once one of them is translated. They replace others once all of them are.
 * Blocks that only the imported file has are deleted if as many texts left the source.
 */
function takesSource({ ours, theirs }: Gap, source: Segments, base: Segments, texts: Texts, gone: number): boolean {
  const keys = ours.flatMap(({ slots }) => slots.flatMap(slot => source.keys.get(slot) ?? []))
  const translated = keys.filter(key => texts.has(key)).length
  if (theirs.length === 0) return translated > 0
  if (ours.length > 0) return translated > 0 && translated === keys.length
  const left = theirs.flatMap(({ slots }) => slots.filter(slot => base.keys.has(slot))).length
  return left > 0 && left <= gone
}

/** Whether a file has these blocks, so that none of them changed another one. */
function hasBlocks(content: string, parts: readonly Part[], dialect: Dialect): boolean {
  const blocks = readIfValid(() => readBlocks(content, dialect).blocks)
  return (
    blocks?.length === parts.length &&
    parts.every(({ file, at }, index) => blocks[index]?.kind === file.blocks[at]?.kind)
  )
}

/** A block of the result: one of the source, or of the imported file. */
interface Part {
  readonly file: MarkdownFile
  readonly at: number
}

/** What stands between two pairs of aligned blocks, in one of the files or in both. */
interface Gap {
  readonly ours: readonly Block[]
  readonly theirs: readonly Block[]
}

/**
 * Lists the blocks of a target file: those of the imported file, except in gaps whose blocks are those of the source.
 * @returns undefined if all are those of the imported file
 */
function listParts(
  source: MarkdownFile,
  base: MarkdownFile,
  pairs: readonly Pair[],
  isFromSource: (gap: Gap) => boolean,
): readonly Part[] | undefined {
  const parts: Part[] = []
  let isChanged = false
  let [a, b] = [0, 0]
  for (const [one, other] of [...pairs, [source.blocks.length, base.blocks.length] as const]) {
    if (a < one || b < other) {
      const isOurs = isFromSource({ ours: source.blocks.slice(a, one), theirs: base.blocks.slice(b, other) })
      isChanged ||= isOurs
      const [file, from, to] = isOurs ? ([source, a, one] as const) : ([base, b, other] as const)
      for (let at = from; at < to; at += 1) parts.push({ file, at })
    }
    if (other < base.blocks.length) parts.push({ file: base, at: other })
    ;[a, b] = [one + 1, other + 1]
  }
  return isChanged ? parts : undefined
}

/**
 * Joins the rendered blocks. Blocks that were not neighbours are separated as the source separates one of them, and the last one ends as the last one of `base`.
 */
function joinParts(
  parts: readonly Part[],
  source: MarkdownFile,
  base: MarkdownFile,
  render: (part: Part) => string,
  eol: string,
): string {
  return parts
    .map((part, index) => {
      const next = parts[index + 1]
      const chunk = render(part)
      if (next === undefined) {
        const isLast = part.file === base && part.at === base.blocks.length - 1
        return isLast ? chunk : chunk.trimEnd() + (base.text.endsWith('\n') ? eol : '')
      }
      if (next.file === part.file && next.at === part.at + 1) return chunk
      const model = next.file === source && next.at > 0 ? next.at - 1 : part.file === source ? part.at : undefined
      const lines = model === undefined || model === source.blocks.length - 1 ? 2 : countBreaks(source, model)
      return chunk.trimEnd() + eol.repeat(lines)
    })
    .join('')
}

/** Counts the line breaks at the end of a block. */
function countBreaks({ text, blocks }: MarkdownFile, at: number): number {
  const block = blocks[at]
  const chunk = block === undefined ? '' : text.slice(block.start, block.end)
  return Math.max(1, chunk.slice(chunk.trimEnd().length).split('\n').length - 1)
}
