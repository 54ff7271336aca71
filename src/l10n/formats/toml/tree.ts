import { commentAfter, commentsAbove, findFirstLine, joinNotes } from '../tree/comments.ts'
import { findRepetitions, type Repetitions } from '../tree/conflicts.ts'
import type { FixedNode, MapNode, Member, TreeNode } from '../tree/node.ts'
import { Scanner, type Segment } from './scan.ts'

/**
 * How a table is written: by its header `[a]`, by the headers of tables in it alone, by keys with dots, or in braces. `array` is an element of `[[a]]`, which
 * is not read.
 */
export type TableForm = 'root' | 'header' | 'implicit' | 'dotted' | 'inline' | 'array'

export interface TableInfo {
  readonly form: TableForm
  /** The names on the way, as they are written: `a."b c"`. */
  readonly path: string
  /** The start of the line with the header, and of the line after it. */
  readonly headerStart: number
  readonly bodyStart: number
}

export interface TomlTree extends Repetitions {
  readonly text: string
  readonly root: MapNode
  readonly tables: ReadonlyMap<MapNode, TableInfo>
  /** Whether the root contains tables or arrays, which decides how keys are written. */
  readonly isNested: boolean
}

interface Table {
  node: { -readonly [K in keyof MapNode]: MapNode[K] } & { readonly members: Member[] }
  info: TableInfo
  /** By name: the place of the member, and the table that it stands for; of an array of tables the last one. */
  readonly byName: Map<string, { readonly index: number; readonly table?: Table | undefined }>
  /** The array of tables that the table is in. */
  readonly array?: ArrayNode | undefined
}

type ArrayNode = { -readonly [K in keyof FixedNode]: FixedNode[K] }

/**
 * Parses a file.
 * @throws AppError `invalid_input` with line and column
 */
export function parseToml(text: string): TomlTree {
  return new TreeBuilder(text).build()
}

class TreeBuilder {
  readonly #text: string
  readonly #scanner: Scanner
  readonly #tables = new Map<MapNode, TableInfo>()
  /** The end of the last value or header. */
  #floor = 0
  readonly #root: Table
  /** The tables that are read. */
  readonly #all: Table[]

  constructor(text: string) {
    this.#text = text
    this.#scanner = new Scanner(text, (members, start, end) => {
      const node: MapNode = { kind: 'map', members, isInline: true, start, end }
      this.#tables.set(node, { form: 'inline', path: '', headerStart: start, bodyStart: start })
      return node
    })
    const { at } = this.#scanner
    this.#root = createTable({ form: 'root', path: '', headerStart: at, bodyStart: at })
    this.#all = [this.#root]
  }

  build(): TomlTree {
    const scanner = this.#scanner
    let current = this.#root
    for (scanner.skipLines(); scanner.at < this.#text.length; scanner.skipLines()) {
      if (this.#text[scanner.at] === '[') current = this.#readHeader()
      else this.#readPair(current)
      scanner.readLineEnd()
    }
    for (const { node, info } of this.#all) this.#tables.set(node, info)
    const { node: root } = this.#root
    const isNested = root.members.some(({ value }) => value.kind === 'map' || value.kind === 'list')
    return { text: this.#text, root, tables: this.#tables, isNested, ...findRepetitions(this.#text, root) }
  }

  #readHeader(): Table {
    const scanner = this.#scanner
    const start = scanner.at
    const isArray = this.#text.startsWith('[[', start)
    scanner.at += isArray ? 2 : 1
    const segments = scanner.readKey()
    const close = isArray ? ']]' : ']'
    if (!this.#text.startsWith(close, scanner.at))
      throw scanner.fault('the header of a table is not closed', `Close it with ${close}.`)
    scanner.at += close.length
    const lead = scanner.at
    const newline = this.#text.indexOf('\n', lead)
    const last = segments.at(-1)
    if (last === undefined) return this.#root
    const info: TableInfo = {
      form: isArray ? 'array' : 'header',
      path: this.#text.slice(segments[0]?.start ?? start, last.end),
      headerStart: this.#text.lastIndexOf('\n', start - 1) + 1,
      bodyStart: newline === -1 ? this.#text.length : newline + 1,
    }
    const parent = this.#descend(this.#root, segments.slice(0, -1), 'implicit', start)
    const before = parent.byName.get(last.name)
    const firstLine = this.#findFirstLine(start)
    const nothing: TreeNode = { kind: 'fixed', isNull: true, isScalar: true, start: lead, end: lead }
    const note = this.#readNote(start, nothing, lead)
    this.#floor = lead
    if (parent.array !== undefined) parent.array.end = lead
    if (isArray && before?.table?.info.form === 'array') {
      const { table } = before
      // Further elements are kept with the first one.
      const element = createTable(info, table.array)
      if (table.array !== undefined) table.array.end = lead
      parent.byName.set(last.name, { ...before, table: element })
      return element
    }
    if (isArray || before?.table?.info.form !== 'implicit') {
      return this.#addTable(parent, last, lead, info, firstLine, note)
    }
    const { table, index } = before
    table.info = info
    table.node.start = start
    const { name, start: keyStart, end: keyEnd } = last
    const member: Member = { name, keyStart, keyEnd, firstLine, lead, value: table.node, note }
    parent.node.members[index] = member
    return table
  }

  #readPair(current: Table): void {
    const scanner = this.#scanner
    const start = scanner.at
    const segments = scanner.readKey()
    const last = segments.at(-1)
    if (last === undefined) return
    const parent = this.#descend(current, segments.slice(0, -1), 'dotted', start)
    const firstLine = this.#findFirstLine(start)
    const lead = scanner.readEquals()
    const value = scanner.readValue()
    const note = this.#readNote(start, value, lead)
    this.#floor = value.end
    if (parent.array !== undefined) parent.array.end = value.end
    if (!parent.byName.has(last.name)) parent.byName.set(last.name, { index: parent.node.members.length })
    const member: Member = { name: last.name, keyStart: last.start, keyEnd: last.end, firstLine, lead, value, note }
    parent.node.members.push(member)
  }

  #findFirstLine(start: number): number {
    return findFirstLine(this.#text, start, this.#floor)
  }

  #readNote(start: number, value: TreeNode, lead: number): string | undefined {
    return joinNotes(commentsAbove(this.#text, start, this.#floor), commentAfter(this.#text, value, lead))
  }

  /** Goes down by names; creates the tables on the way. */
  #descend(from: Table, segments: readonly Segment[], form: 'implicit' | 'dotted', start: number): Table {
    let table = from
    for (const segment of segments) {
      const known = table.byName.get(segment.name)?.table
      // Keys with dots can't add to a table with a header, and nothing can add to braces: a table of that name is another one.
      if (known !== undefined && (form === 'implicit' || known.info.form === 'dotted')) table = known
      else {
        const path = form === 'dotted' ? '' : this.#text.slice(segments[0]?.start ?? start, segment.end)
        const info = { form, path, headerStart: start, bodyStart: start }
        table = this.#addTable(table, segment, segment.end, info, this.#findFirstLine(start))
      }
    }
    return table
  }

  #addTable(
    parent: Table,
    { name, start: keyStart, end: keyEnd }: Segment,
    lead: number,
    info: TableInfo,
    firstLine: number,
    note?: string,
  ): Table {
    const array: ArrayNode | undefined =
      info.form === 'array' ? { kind: 'fixed', isNull: false, isScalar: false, start: lead, end: lead } : undefined
    const table = createTable(info, parent.array ?? array)
    parent.byName.set(name, { index: parent.node.members.length, table })
    const member: Member = { name, keyStart, keyEnd, firstLine, lead, value: array ?? table.node, note }
    parent.node.members.push(member)
    if (array === undefined) this.#all.push(table)
    return table
  }
}

const createTable = (info: TableInfo, array?: ArrayNode): Table => ({
  node: { kind: 'map', members: [], isInline: false, start: info.headerStart, end: info.bodyStart },
  info,
  byName: new Map(),
  array,
})
