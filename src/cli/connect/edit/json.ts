import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type ConfigFormat, type EntryPlace, invalidFile, lineBreakOf, unexpectedContent } from './config-format.ts'
import { inlineJson, prettyJson } from './print-json.ts'

/** Inserts a member at the end of an object, in its style: over several lines or on one, with or without a trailing comma. */
function insertMember(text: string, object: Node, name: string, value: unknown): string {
  const close = endOf(object) - 1
  const last = object.children?.at(-1)
  const from = last === undefined ? object.offset + 1 : endOf(last)
  const end = from + text.slice(from, close).trimEnd().length
  const isMultiline = text.slice(object.offset, close).includes('\n')
  const comma = last === undefined ? undefined : findComma(text, from, close)
  const hasTrailingComma = comma !== undefined
  const member = printMember(text, object, name, value)
  // `{}` becomes `{"name": …}` without blanks, so that `remove` can tell it from a new object.
  const gap = isMultiline
    ? lineBreakOf(text) + memberIndent(text, object)
    : text.slice(from, close) === '' && last === undefined
      ? ''
      : ' '
  const inserted = `${gap}${member}${hasTrailingComma ? ',' : ''}`
  const separator = last === undefined || hasTrailingComma ? '' : ','
  return text.slice(0, from) + separator + text.slice(from, end) + inserted + text.slice(end)
}

/** Cuts a member and its comma. Undoes `insertMember`. */
function cutMember(text: string, object: Node, member: Node): string {
  const members = object.children ?? []
  const at = members.indexOf(member)
  const [before, after] = [members[at - 1], members[at + 1]]
  const start = text.slice(0, member.offset).trimEnd().length
  const comma = findComma(text, endOf(member), after?.offset ?? endOf(object) - 1)
  const rest = text.slice(comma === undefined ? endOf(member) : comma + 1)
  if (after !== undefined || comma !== undefined || before === undefined) return text.slice(0, start) + rest
  // The last member without a trailing comma: the comma behind the member before it goes.
  const separator = findComma(text, endOf(before), member.offset) ?? start
  return text.slice(0, separator) + text.slice(separator + 1, start) + rest
}

function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? ''
}

/** One step of indentation of a file: that of its first member. */
const indentUnit = (text: string): string => /^[^"]*?\{[^\S\n]*\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  '

const endOf = ({ offset, length }: Node): number => offset + length

function printMember(text: string, object: Node, name: string, value: unknown): string {
  const isMultiline = text.slice(object.offset, endOf(object)).includes('\n')
  if (!isMultiline) return `${JSON.stringify(name)}: ${inlineJson(value)}`
  const layout = { unit: indentUnit(text), base: memberIndent(text, object), eol: lineBreakOf(text) }
  return `${JSON.stringify(name)}: ${prettyJson(value, layout)}`
}

function memberIndent(text: string, object: Node): string {
  const last = object.children?.at(-1)
  const isOnOwnLine = last !== undefined && /\n[ \t]*$/.test(text.slice(object.offset, last.offset))
  return isOnOwnLine ? indentAt(text, last.offset) : indentAt(text, object.offset) + indentUnit(text)
}

/** The first comma outside comments. */
function findComma(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, false)
  scanner.setPosition(from)
  for (;;) {
    scanner.scan()
    if (scanner.getTokenOffset() >= to) return undefined
    if (text[scanner.getTokenOffset()] === ',') return scanner.getTokenOffset()
  }
}

/** JSON with comments and trailing commas, as editors write it. */
export const jsonFormat: ConfigFormat = {
  read(text, place) {
    if (text.trim() === '') return undefined
    const value = valueOf(findEntry(text, place).member)
    return value === undefined ? undefined : (getNodeValue(value) as unknown)
  },

  add(text, place, entry) {
    if (text.trim() === '') return createFile(place, entry)
    const { root, section } = findEntry(text, place)
    return section === undefined
      ? insertMember(text, root, place.section, { [place.name]: entry })
      : insertMember(text, section, place.name, entry)
  },

  replace(text, place, entry) {
    const value = valueOf(findEntry(text, place).member)
    if (value === undefined) return text
    const end = value.offset + value.length
    const json = text.slice(value.offset, end).includes('\n')
      ? prettyJson(entry, { unit: indentUnit(text), base: indentAt(text, value.offset), eol: lineBreakOf(text) })
      : inlineJson(entry)
    return text.slice(0, value.offset) + json + text.slice(end)
  },

  remove(text, place) {
    if (text.trim() === '') return text
    const { root, section, member } = findEntry(text, place)
    const value = valueOf(member)
    if (section?.parent === undefined || member === undefined || value === undefined) return text
    if (text === createFile(place, getNodeValue(value))) return ''
    // A section that was there is written as {} and stays; `add` writes white space into those that it creates.
    const [before, after] = [
      text.slice(section.offset + 1, member.offset),
      text.slice(member.offset + member.length, section.offset + section.length - 1),
    ]
    const isCreated = before !== '' && before.trim() === '' && /^\s*,?\s*$/.test(after)
    return isCreated ? cutMember(text, root, section.parent) : cutMember(text, section, member)
  },
}

const createFile = ({ section, name }: EntryPlace, entry: unknown): string =>
  `${JSON.stringify({ [section]: { [name]: entry } }, null, 2)}\n`

interface Found {
  readonly root: Node
  /** The object with all servers. */
  readonly section: Node | undefined
  /** The server with its name. */
  readonly member: Node | undefined
}

function findEntry(text: string, { section: sectionName, name, file }: EntryPlace): Found {
  const root = parse(text, file)
  const section = valueOf(findMember(root, sectionName))
  if (section !== undefined && section.type !== 'object') {
    throw unexpectedContent(file, `"${sectionName}" is not an object.`)
  }
  return { root, section, member: section === undefined ? undefined : findMember(section, name) }
}

function parse(text: string, file: string): Node {
  const errors: ParseError[] = []
  // The parser counts a byte order mark as an error; as a blank, it keeps the offsets.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true })
  const [first] = errors
  if (first !== undefined) throw invalidFile(file, text, first.offset, printParseErrorCode(first.error))
  if (root?.type !== 'object') throw unexpectedContent(file, 'The file is not a JSON object.')
  return root
}

/** The last member with a name: programs read that one. */
const findMember = (object: Node, name: string): Node | undefined =>
  object.children?.findLast(member => member.children?.[0]?.value === name)

const valueOf = (member: Node | undefined): Node | undefined => member?.children?.[1]
