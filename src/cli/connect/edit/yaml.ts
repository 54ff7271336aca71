import { isMap, isScalar, type Pair, parseDocument, stringify } from 'yaml'
import { appendBlock, cutBlock, lineStart, nextLine } from './blocks.ts'
import { type ConfigFormat, type EntryPlace, invalidFile, lineBreakOf, unexpectedContent } from './config-format.ts'
import { inlineJson } from './print-json.ts'

/** YAML with servers in block style, or an empty `{}`. */
export const yamlFormat: ConfigFormat = {
  read: (text, place) => findEntry(text, place).value,

  add(text, place, entry) {
    const { firstServer, flow } = findEntry(text, place)
    const server = { [place.name]: entry }
    // JSON is YAML in flow style.
    if (flow !== undefined) return `${text.slice(0, flow.start)}${inlineJson(server)}${text.slice(flow.end)}`
    if (firstServer === undefined) return appendBlock(text, printBlock({ [place.section]: server }, '', text))
    const line = lineStart(text, firstServer)
    const indent = text.slice(line, firstServer)
    return text.slice(0, line) + printBlock(server, indent, text) + text.slice(line)
  },

  replace: (text, place, entry) => yamlFormat.add(yamlFormat.remove(text, place), place, entry),

  remove(text, place) {
    const { sectionKey, server, flow, servers } = findEntry(text, place)
    if (server === undefined || sectionKey === undefined) return text
    if (flow !== undefined) {
      if (servers > 1) throw unexpectedContent(place.file, `"${place.section}" is on one line.`)
      return `${text.slice(0, flow.start)}{}${text.slice(flow.end)}`
    }
    const start = lineStart(text, servers === 1 ? sectionKey : server)
    return cutBlock(text, start, endOfBlock(text, start))
  },
}

interface Found {
  readonly sectionKey?: number | undefined
  readonly servers: number
  /** Offset of the first key in block style. */
  readonly firstServer?: number | undefined
  /** The braces of a section in flow style. */
  readonly flow?: { readonly start: number; readonly end: number } | undefined
  /** Offset of the key of our server. */
  readonly server?: number | undefined
  readonly value?: unknown
}

function findEntry(text: string, { section, name, file }: EntryPlace): Found {
  const document = parseDocument(text)
  const [fault] = document.errors
  if (fault !== undefined) throw invalidFile(file, text, fault.pos[0], fault.message.split('\n')[0] ?? '')
  const { contents } = document
  if (contents === null) return { servers: 0 }
  if (!isMap(contents) || contents.flow === true)
    throw unexpectedContent(file, 'The file is not a mapping in block style.')
  const pair = contents.items.find(item => nameOf(item) === section)
  if (pair === undefined) return { servers: 0 }
  const map: unknown = pair.value
  if (!isMap(map)) throw unexpectedContent(file, `"${section}" is not a mapping.`)
  const own = map.items.find(item => nameOf(item) === name)
  const isFlow = map.flow === true
  if (isFlow && own === undefined && map.items.length > 0) throw unexpectedContent(file, `"${section}" is on one line.`)
  const [start = 0, end = 0] = map.range ?? []
  return {
    sectionKey: keyOffset(pair),
    servers: map.items.length,
    firstServer: isFlow ? undefined : keyOffset(map.items[0]),
    flow: isFlow ? { start, end } : undefined,
    server: keyOffset(own),
    value:
      own === undefined ? undefined : (document.toJS() as Record<string, Record<string, unknown>>)[section]?.[name],
  }
}

const nameOf = ({ key }: Pair): unknown => (isScalar(key) ? key.value : undefined)

const keyOffset = (pair: Pair | undefined): number | undefined =>
  isScalar(pair?.key) ? pair.key.range?.[0] : undefined

function printBlock(value: object, indent: string, text: string): string {
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split('\n')
  const eol = lineBreakOf(text)
  return lines.map(line => `${indent}${line}${eol}`).join('')
}

/** The end of the lines that are indented more than the line at `start`, without blank lines at their end. */
function endOfBlock(text: string, start: number): number {
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0
  let end = nextLine(text, start)
  for (let at = end; at < text.length; at = nextLine(text, at)) {
    const line = text.slice(at, nextLine(text, at))
    if (line.trim() === '') continue
    if ((/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent) break
    end = nextLine(text, at)
  }
  return end
}
