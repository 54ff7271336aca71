import { isAlias, isMap, isNode, isScalar, isSeq, type Pair, type ParsedNode, type Scalar } from 'yaml'
import { echo } from '../../../text/escape.ts'
import { MAX_TEXT_UNITS } from '../../message/message.ts'
import { MAX_KEY_UNITS } from '../faults.ts'
import { commentAfter, commentsAbove, findFirstLine, joinNotes } from '../tree/comments.ts'
import { findRepetitions } from '../tree/conflicts.ts'
import type { FixedNode, MapNode, Member, Place, TreeNode } from '../tree/node.ts'
import { parseYaml, yamlFault } from './parse.ts'
import { isNull, isString, type Schema } from './resolve.ts'

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
}

const MERGE_KEY = '<<'
/** Tags that change nothing. */
const ORDINARY_TAGS: ReadonlySet<string> = new Set(['str', 'map', 'seq'].map(name => `tag:yaml.org,2002:${name}`))
const UNSAFE = /\0|\p{Surrogate}/u

/** Parses a file into a tree; `referenced` has the values that aliases stand for. */
export function parseNodes(text: string, schema: Schema) {
  const contents = parseYaml(text)
  const reader = new TreeReader(text, schema)
  const root = contents && reader.readRoot(contents)
  return { root, ...findRepetitions(text, root), referenced: reader.referenced }
}

/** Parses a file whose root may be any value; undefined if the file has none. */
export function parseYamlValue(text: string, schema: Schema): TreeNode | undefined {
  const contents = parseYaml(text)
  return contents && new TreeReader(text, schema).read(contents)
}

class TreeReader {
  readonly #text: string
  readonly #schema: Schema
  readonly #anchors = new Map<string, TreeNode>()
  /** The end of the last value or key: comments above it belong to others. */
  #floor = 0
  readonly referenced = new Set<TreeNode>()

  constructor(text: string, schema: Schema) {
    this.#text = text
    this.#schema = schema
  }

  /** Reads the root; undefined if the file has no value. */
  readRoot(contents: ParsedNode): MapNode | undefined {
    if (isScalar(contents) && contents.type === 'PLAIN' && isNull(String(contents.value))) return undefined
    const node = this.read(contents)
    if (node.kind === 'map') return node
    const kind = node.kind === 'list' ? 'a list' : 'one value'
    throw yamlFault(this.#text, node.start, `the root is ${kind}, not a mapping`, 'Write "key: text" lines.')
  }

  /** `length` is the length of the names on the way as a key. */
  read(source: ParsedNode, length = -1): TreeNode {
    const [start, end] = source.range
    const anchor = isAlias(source) ? undefined : source.anchor
    const node = this.#toNode(source, length, { start, end: Math.max(start, end), anchor })
    if (anchor !== undefined) this.#anchors.set(anchor, node)
    return node
  }

  #toNode(source: ParsedNode, length: number, span: Place): TreeNode {
    if (isAlias(source)) return this.#toAlias(source.source, span)
    const { tag } = source
    const isTagged = tag !== undefined && !ORDINARY_TAGS.has(tag)
    if (isMap(source)) {
      const members = source.items.map(pair => this.#readMember(pair, span.start, length))
      const isInline = source.flow === true
      const last = members.at(-1)
      const end = isInline || last === undefined ? span.end : Math.max(last.lead, last.value.end)
      return isTagged ? toFixed({ ...span, end }) : { kind: 'map', members, isInline, ...span, end }
    }
    if (isSeq(source)) {
      const items = source.items.map(item => {
        if (isNode(item)) return this.read(item, length)
        const what = 'a list contains a pair without braces'
        throw yamlFault(this.#text, span.start, what, 'Write the pair in braces, or the text in quotes.')
      })
      const isInline = source.flow === true
      const end = isInline ? span.end : (items.at(-1)?.end ?? span.end)
      return isTagged ? toFixed({ ...span, end }) : { kind: 'list', items, isInline, ...span, end }
    }
    this.#floor = span.end
    return isTagged ? toFixed(span) : this.#toScalar(source, span)
  }

  #toAlias(name: string, span: Place): TreeNode {
    this.#floor = span.end
    const of = this.#anchors.get(name)
    if (of === undefined) {
      const what = `the alias *${echo(name)} has no anchor before it`
      throw yamlFault(this.#text, span.start, what, 'Put texts that begin with * in quotes.')
    }
    this.referenced.add(of)
    return { kind: 'alias', name, of, ...span }
  }

  #toScalar(source: Scalar.Parsed, span: Place): TreeNode {
    const style = STYLES[source.type ?? ''] ?? 'plain'
    const value = style === 'literal' || style === 'folded' ? this.#clip(source, span) : String(source.value)
    if (style === 'plain' && source.tag === undefined && !isString(value, this.#schema)) {
      return {
        kind: 'fixed',
        isNull: isNull(value),
        isScalar: !this.#text.slice(span.start, span.end).includes('\n'),
        ...span,
      }
    }
    if (UNSAFE.test(value)) {
      const what = `a text contains ${value.includes('\0') ? 'the null character U+0000' : 'a lone surrogate'}`
      throw yamlFault(this.#text, span.start, what, 'Remove it, or write the character itself.')
    }
    if (value.length > MAX_TEXT_UNITS) {
      const what = `a text has ${value.length} characters; the limit is ${MAX_TEXT_UNITS}`
      throw yamlFault(this.#text, span.start, what, 'Split the text into several entries.')
    }
    return { kind: 'text', value, style, ...span }
  }

  /** The parser adds the line break that a block at the end of the file lacks; programs do not. */
  #clip(source: Scalar.Parsed, { start, end }: Place): string {
    const value = String(source.value)
    const isOpen = end >= this.#text.length && !this.#text.endsWith('\n')
    return isOpen && !this.#text.startsWith('-', start + 1) ? value.replace(/\n$/, '') : value
  }

  #readMember({ key, value, srcToken }: Pair<ParsedNode, ParsedNode | null>, offset: number, length: number): Member {
    const { name, start, end } = this.#readKey(key, offset)
    const whole = length + 1 + name.length
    const prefix = srcToken?.start.find(
      ({ type }) => type === 'explicit-key-ind' || type === 'anchor' || type === 'tag',
    )
    if (prefix?.type === 'explicit-key-ind') {
      throw yamlFault(
        this.#text,
        prefix.offset,
        `the key ${echo(JSON.stringify(name))} begins with a question mark`,
        'Write "key: text".',
      )
    }
    if (whole > MAX_KEY_UNITS) {
      const what = `the key ${echo(name.slice(0, 60))}… has ${whole} characters; the limit is ${MAX_KEY_UNITS}`
      throw yamlFault(this.#text, start, what, 'Use a shorter key.')
    }
    const keyStart = prefix?.offset ?? start
    const firstLine = findFirstLine(this.#text, keyStart, this.#floor)
    const above = commentsAbove(this.#text, keyStart, this.#floor)
    let lead = end
    for (const { type, offset: at, source } of srcToken?.sep ?? []) {
      if (type === 'map-value-ind' || type === 'anchor' || type === 'tag') lead = at + source.length
    }
    this.#floor = lead
    const isEmpty = value === null || (isScalar(value) && isNothing(value))
    const node = isEmpty ? toNothing(lead) : this.#readValue(name, value, whole)
    const note = joinNotes(above, commentAfter(this.#text, node, lead))
    return { name, keyStart, keyEnd: end, firstLine, lead, value: node, note }
  }

  /** Reads a value. What a merge key inserts is not read: it belongs to its own place. */
  #readValue(name: string, value: ParsedNode, length: number): TreeNode {
    const node = this.read(value, length)
    if (name !== MERGE_KEY) return node
    if (node.kind !== 'alias') return toFixed({ start: node.start, end: node.end, anchor: node.anchor })
    return { kind: 'alias', name: node.name, start: node.start, end: node.end }
  }

  #readKey(key: ParsedNode, offset: number): { readonly name: string; readonly start: number; readonly end: number } {
    const [start, end] = isNode(key) ? key.range : [offset, offset]
    const raw = this.#text.slice(start, end)
    if (!isScalar(key) || raw.includes('\n') || raw === '') {
      const what =
        raw === '' ? 'a key is missing' : `the key ${echo(JSON.stringify(raw.slice(0, 40)))} is not a text on one line`
      throw yamlFault(this.#text, start, what, 'Write "key: text".')
    }
    const name = String(key.value)
    if (!UNSAFE.test(name)) return { name, start, end }
    throw yamlFault(this.#text, start, 'a key contains the null character U+0000 or a lone surrogate', 'Remove it.')
  }
}

const isNothing = ({ range: [start, end], anchor, tag }: Scalar.Parsed): boolean =>
  start === end && anchor === undefined && tag === undefined

const toFixed = (span: Place): FixedNode => ({ kind: 'fixed', isNull: false, isScalar: false, ...span })

const toNothing = (offset: number): FixedNode => ({
  kind: 'fixed',
  isNull: true,
  isScalar: true,
  start: offset,
  end: offset,
})
