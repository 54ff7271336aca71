import type { Span } from '../splice.ts'
import { hasWords, listLines, type Slot, splitParagraph } from './paragraph.ts'
import { type Dialect, MAX_NESTING, markdownFault, type Node, parseTree, spanOf } from './parse.ts'

/** Lines of the file up to those of the next block. All blocks together are the file after its front matter. */
export interface Block extends Span {
  /** The kind, with its containers: blocks of equal kinds have the same structure. */
  readonly kind: string
  readonly slots: readonly Slot[]
  /** Of a heading. */
  readonly level?: number
}

export interface MarkdownFile {
  /** Without byte order mark. */
  readonly text: string
  readonly bom: string
  readonly dialect: Dialect
  readonly blocks: readonly Block[]
  /** Units of the YAML front matter, with its fences and the line break after it; 0 without. The blocks follow it. */
  readonly front: number
}

/** A block before its lines are known. */
interface Leaf extends Pick<Block, 'kind' | 'start' | 'slots'> {
  readonly level?: number | undefined
}

interface Place {
  /** Kinds of the containers. */
  readonly path: string
  readonly depth: number
  readonly quotes: number
}

/**
 * Splits a file into blocks.
 * @throws AppError `invalid_input` with line and column
 */
export function readBlocks(content: string, dialect: Dialect): MarkdownFile {
  const bom = content.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = content.slice(bom.length)
  const tree = parseTree(text, dialect)
  const [first] = tree.children ?? []
  const front = first?.type === 'yaml' ? endOfLine(text, spanOf(first).end) : 0
  const leaves = [...new Walk(text, dialect).list(tree, { path: '', depth: 0, quotes: 0 })]
  return { text, bom, dialect, blocks: toBlocks(text, front, leaves), front }
}

export function endOfLine(text: string, offset: number): number {
  const eol = text.indexOf('\n', offset)
  return eol === -1 ? text.length : eol + 1
}

class Walk {
  readonly #text: string
  readonly #dialect: Dialect

  constructor(text: string, dialect: Dialect) {
    this.#text = text
    this.#dialect = dialect
  }

  *list(node: Node, place: Place): Generator<Leaf> {
    const { type, children = [] } = node
    const { path } = place
    const { start } = spanOf(node)
    if (place.depth > MAX_NESTING) {
      const what = `blocks are nested deeper than ${MAX_NESTING}`
      throw markdownFault(this.#dialect, this.#text, start, what, 'Nest them less.')
    }
    switch (type) {
      case 'yaml':
        return
      case 'root':
        return yield* this.#listAll(children, place)
      case 'blockquote':
        return yield* this.#listContainer(node, '>', { ...place, quotes: place.quotes + 1 })
      case 'list':
        for (const item of children) yield* this.#listContainer(item, node.ordered === true ? '1' : '-', place)
        return
      case 'footnoteDefinition':
        return yield* this.#listContainer(node, '^', place)
      case 'mdxJsxFlowElement':
        return yield* this.#listComponent(node, place)
      case 'heading':
        return yield { kind: `${path}#${node.depth}`, start, level: node.depth, slots: this.#headingSlots(node, place) }
      case 'paragraph':
        return yield this.#paragraph(node, place)
      case 'table':
        for (const row of children) {
          const slots = (row.children ?? []).map(cell => this.#cell(cell))
          yield { kind: `${path}|${slots.length}`, start: spanOf(row).start, slots }
        }
        return
      default:
        return yield { kind: `${path}${type}`, start, slots: [] }
    }
  }

  *#listAll(nodes: readonly Node[], place: Place): Generator<Leaf> {
    for (const node of nodes) yield* this.list(node, { ...place, depth: place.depth + 1 })
  }

  /** The first block of a container has a mark, so that two items are not one item with two blocks. */
  *#listContainer(node: Node, mark: string, place: Place): Generator<Leaf> {
    const [first, ...others] = node.children ?? []
    const inner = { ...place, depth: place.depth + 1 }
    if (first === undefined) return yield { kind: `${place.path}${mark}.`, start: spanOf(node).start, slots: [] }
    yield* this.list(first, { ...inner, path: `${place.path}${mark}` })
    yield* this.#listAll(others, { ...place, path: `${place.path}${mark}+` })
  }

  *#listComponent(node: Node, place: Place): Generator<Leaf> {
    const { start, end } = spanOf(node)
    const name = node.name ?? ''
    yield { kind: `${place.path}<${name}>`, start, slots: attributeSlots(this.#text, node) }
    if (node.children === undefined || node.children.length === 0) return
    yield* this.#listAll(node.children, { ...place, path: `${place.path}<` })
    yield { kind: `${place.path}</${name}>`, start: this.#text.lastIndexOf('</', end), slots: [] }
  }

  #headingSlots(node: Node, { quotes }: Place): readonly Slot[] {
    const span = contentSpan(node)
    if (span === undefined) return []
    const lines = listLines(this.#text, span.start, span.end, quotes)
    return splitParagraph(this.#text, lines, lines.length > 1 ? 'lines' : 'line').slots
  }

  #paragraph(node: Node, { path, quotes }: Place): Leaf {
    const { start, end } = spanOf(node)
    const { slots, pattern } = splitParagraph(this.#text, listLines(this.#text, start, end, quotes), 'lines')
    const attributes = slots.some(({ isText }) => isText) ? [] : inlineAttributes(this.#text, node)
    return { kind: `${path}p${pattern}`, start, slots: attributes.length > 0 ? attributes : slots }
  }

  #cell(node: Node): Slot {
    const { start, end } = contentSpan(node) ?? { start: spanOf(node).end, end: spanOf(node).end }
    const [slot] = splitParagraph(this.#text, [{ start, end }], 'cell').slots
    return slot ?? { kind: 'cell', start, end, lines: [{ start, end }], value: '', isText: false }
  }
}

/** The span of the inline content of a node; undefined without content. */
function contentSpan({ children = [] }: Node): Span | undefined {
  const [first, last] = [children[0], children.at(-1)]
  return first && last && { start: spanOf(first).start, end: spanOf(last).end }
}

/** The attributes of components in a paragraph without words of its own. */
function inlineAttributes(text: string, node: Node): readonly Slot[] {
  const found: Slot[] = []
  const open: Node[] = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'mdxJsxTextElement') found.push(...attributeSlots(text, next))
    open.push(...(next.children ?? []).toReversed())
  }
  return found
}

/** Marks of containers before the first block of a line. */
const PREFIX = /^(?:[ \t>*+-]|\d{1,9}[.)]|\[\^[^\]]*\]:)*$/

/** Gives each block the lines up to the next one. Blocks that begin on a line of another one are part of it. */
function toBlocks(text: string, front: number, leaves: readonly Leaf[]): readonly Block[] {
  const blocks: { kind: string; start: number; end: number; slots: readonly Slot[]; level?: number; from: number }[] =
    []
  let line = front
  for (const { kind, start, slots, level } of leaves) {
    for (let next = text.indexOf('\n', line); next !== -1 && next < start; next = text.indexOf('\n', line))
      line = next + 1
    const last = blocks.at(-1)
    if (last !== undefined && (last.from >= line || !PREFIX.test(text.slice(line, start)))) {
      last.kind += ` ${kind}`
      last.slots = [...last.slots, ...slots]
      last.from = start
      continue
    }
    if (last !== undefined) last.end = line
    const at = last === undefined ? front : line
    blocks.push({ kind, start: at, end: text.length, slots, from: start, ...(level !== undefined && { level }) })
  }
  return blocks
}

/** Attributes of components that readers see. */
export const TEXT_ATTRIBUTES: readonly string[] =
  'alt aria-label caption description heading label placeholder subtitle summary tagline text title'.split(' ')

/** The string attributes of a component that readers see. */
function attributeSlots(text: string, { attributes = [] }: Node): readonly Slot[] {
  return attributes.flatMap(({ name, value, position }): Slot[] => {
    if (typeof value !== 'string' || !TEXT_ATTRIBUTES.includes(name ?? '')) return []
    const from = position?.start.offset ?? 0
    const end = (position?.end.offset ?? 0) - 1
    const start = text.slice(from, end).search(/["']/) + from + 1
    return [{ kind: 'attribute', start, end, lines: [{ start, end }], value, isText: hasWords(value) }]
  })
}

/** Renders the value of an attribute in the quotation marks that it has. */
export const renderAttribute = (value: string, quote: string): string =>
  value.replace(/&(?=#?\w+;)/g, '&amp;').replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
