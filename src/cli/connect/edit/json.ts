import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { type ConfigFormat, type EntryPlace, invalidFile, lineBreakOf, unexpectedContent } from './config-format.ts'
import { cutMember, indentAt, indentUnit, insertMember } from './json-members.ts'
import { inlineJson, prettyJson } from './print-json.ts'

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
