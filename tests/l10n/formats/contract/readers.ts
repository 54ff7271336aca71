import { parse as parseToml } from '@decimalturn/toml-patch'
import { FluentParser, FluentSerializer } from '@fluent/syntax'
import { po } from 'gettext-parser'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Engine } from 'php-parser'
import { getProperties } from 'properties-file'
import { SaxesParser } from 'saxes'
import { parse as parseYaml } from 'yaml'

/** A program that reads a family of files, and shares no code with the reader under test. */
export interface Reader {
  readonly name: string
  /** All texts of a file: its values, decoded. */
  readonly read: (text: string) => readonly string[] | Promise<readonly string[]>
}

const json: Reader = { name: 'JSON.parse of Node.js', read: text => listStrings(JSON.parse(text)) }
const xml = (...elements: readonly string[]): Reader => ({
  name: 'saxes',
  read: text => readElements(text, new Set(elements)),
})
const yaml: Reader = { name: 'yaml (parse)', read: text => listStrings(parseYaml(text)) }
const csv: Reader = { name: 'a reader of RFC 4180', read: readRows }
const markdown: Reader = { name: 'mdast-util-from-markdown', read: text => listNodes(fromMarkdown(text)) }

export const READERS: Readonly<Record<string, Reader>> = {
  'angular-json': json,
  banana: json,
  'go-i18n': json,
  inlang: json,
  'json-messages': json,
  'po-monolingual': { name: 'gettext-parser', read: readPo },
  'properties-xml': xml('entry'),
  'qt-linguist': xml('translation', 'numerusform'),
  android: xml('string', 'item'),
  'apple-strings': { name: 'a reader of old-style property lists', read: readStringTable },
  arb: json,
  compose: xml('string', 'item'),
  csv,
  'csv-multilingual': csv,
  fluent: { name: '@fluent/syntax', read: readFluent },
  i18next: json,
  json,
  markdown,
  mdx: markdown,
  php: { name: 'php-parser', read: readPhp },
  po: { name: 'gettext-parser', read: readPo },
  properties: { name: 'properties-file', read: text => Object.values(getProperties(text)) },
  rails: yaml,
  resjson: json,
  resx: xml('value'),
  stringsdict: xml('string'),
  toml: { name: '@decimalturn/toml-patch', read: text => listStrings(parseToml(text)) },
  typescript: { name: 'the module loader of Node.js', read: runModule },
  xcstrings: json,
  xliff: xml('target'),
  yaml,
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}

/** The text of each element by these names. Fails if the file is not well-formed. */
function readElements(text: string, names: ReadonlySet<string>): string[] {
  const found: string[] = []
  const parser = new SaxesParser()
  let open: string | undefined
  parser.on('opentag', ({ name }) => {
    if (names.has(name)) open = ''
  })
  const add = (piece: string): void => {
    if (open !== undefined) open += piece
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }) => {
    if (open === undefined || !names.has(name)) return
    found.push(open)
    open = undefined
  })
  parser.on('error', error => {
    throw error
  })
  parser.write(text.replace(/^\uFEFF/, '')).close()
  return found
}

function readPo(text: string): string[] {
  const { translations } = po.parse(text)
  return Object.values(translations).flatMap(of =>
    Object.values(of).flatMap(({ msgid, msgstr }) => (msgid === '' ? [] : msgstr)),
  )
}

/** Pairs and comments of an old-style property list, and nothing else. */
function readStringTable(text: string): string[] {
  const pair = /\s*(?:\/\*[\s\S]*?\*\/\s*)*"(?:[^"\\]|\\.)*"\s*=\s*("(?:[^"\\]|\\.)*");/y
  const found: string[] = []
  let end = 0
  for (let match = pair.exec(text); match !== null; match = pair.exec(text)) {
    found.push(JSON.parse(match[1] ?? ''))
    end = pair.lastIndex
  }
  if (text.slice(end).trim() !== '') throw new Error(`not a property list: ${text.slice(end)}`)
  return found
}

function readFluent(text: string): string[] {
  const serializer = new FluentSerializer()
  return new FluentParser({ withSpans: false }).parse(text).body.flatMap(entry => {
    if (entry.type === 'Junk') throw new Error(entry.content)
    if (entry.type !== 'Message' || entry.value === null) return []
    return [
      serializer
        .serializeEntry(entry)
        .replace(/^[^=]*= /, '')
        .trim(),
    ]
  })
}

function readPhp(text: string): string[] {
  const found: string[] = []
  JSON.stringify(new Engine({ parser: { suppressErrors: false } }).parseCode(text, 'file.php'), (key, value) => {
    if (key === 'value' && value?.kind === 'string') found.push(String(value.value))
    return value
  })
  return found
}

async function runModule(text: string): Promise<string[]> {
  return listStrings({ ...(await import(`data:text/javascript,${encodeURIComponent(text)}`)) })
}

function listNodes(tree: unknown): string[] {
  const found: string[] = []
  JSON.stringify(tree, (key, value) => {
    if (key === 'value' && typeof value === 'string') found.push(value)
    return value
  })
  return found
}

/** Rows of a table with commas, whose quoted fields double their quotation marks. */
function readRows(text: string): string[] {
  const fields = [...text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/g)].map(([, field = '']) => field)
  return fields.map(field => (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field))
}
