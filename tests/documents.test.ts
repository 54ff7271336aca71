import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { MCP_JSON } from '../scripts/generate/mcp-json.ts'
import { CLIENTS } from '../src/cli/connect/client-list.ts'
import { isFileClient } from '../src/cli/connect/clients.ts'
import { FORMATS } from '../src/l10n/formats/registry.ts'
import { COLLECTIONS, LOGS, SHAPE_VERSION } from '../src/store/records/schema.ts'
import type { JsonSchema } from '../src/tools/schemas/json-schema.ts'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = ['.', 'docs', 'docs/decisions'].flatMap(folder =>
  readdirSync(join(ROOT, folder))
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name)),
)

/** What a link can name in a page: its headings, as forges spell them. */
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

const FOLDERS = ['action', 'bench', 'deploy', 'docs', 'scripts', 'skills', 'src', 'tests']
/** Every file and folder of the checkout that a page can name; folders end with a slash. */
const checkout: readonly string[] = FOLDERS.flatMap(folder => [`${folder}/`, ...listFiles(folder)])

function listFiles(folder: string): readonly string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
  return entries.flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return entry.name === 'node_modules' ? [] : [`${path}/`, ...listFiles(path)]
  })
}

/** The paths in a page, also outside of code: `src/store/`, `docs/{oauth,tokens}.md`, `tests/<folder>`. */
const pathsIn = (page: string): readonly string[] =>
  [...read(page).matchAll(PATH)].map(([path]) => path.replace(/[.,]+$/, ''))
const PATH = new RegExp(
  `(?<![\\w./<>@*-])(?:${FOLDERS.join('|')})/[\\w./*-]*(?:(?:<[\\w-]+>|\\{[\\w,.-]+\\})[\\w./*-]*)*`,
  'g',
)

/** The paths in the tables of docs/architecture.md, which leave out `src/` or a folder before. */
const partsIn = (page: string): readonly string[] =>
  [...read(page).matchAll(/`([\w.*-]*(?:[\w.*/-]|\{[\w,.-]+\})*(?:\/|\.tsx?|\.m?js))`/g)].map(([, path = '']) => path)

/** Whether the checkout has a path. `*` and `<noun>` stand for any name, `{a,b}` for each of several, which must all exist. */
function isInCheckout(path: string, before = ''): boolean {
  const [, head = '', names, tail = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
  if (names !== undefined) return names.split(',').every(name => isInCheckout(`${head}${name}${tail}`, before))
  const pattern = path.replaceAll(/[.+]/g, '\\$&').replaceAll(/\*\*?|<[^>]*>/g, '[^/]+')
  const whole = new RegExp(`^${before}${pattern}/?$`)
  return checkout.some(known => whole.test(known))
}

describe('the documents', () => {
  it('link only to existing targets', () => {
    const broken = pages.flatMap(page =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/g)]
        .filter(([, path = '', anchor]) => {
          const target = path === '' ? page : join(dirname(page), path)
          if (!existsSync(join(ROOT, target))) return true
          return anchor !== undefined && !anchorsOf(target).has(anchor)
        })
        .map(([link]) => `${page}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('show JSON that a client can read', () => {
    const blocks = pages.flatMap(page =>
      [...read(page).matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => text),
    )
    expect(blocks.length).toBeGreaterThan(3)
    for (const block of blocks) expect(() => JSON.parse(block) as unknown).not.toThrow()
  })

  it('count the file formats', () => {
    expect(read('README.md')).toContain(` ${FORMATS.length} [file formats](docs/formats.md)`)
  })

  it('name only existing npm scripts and variables', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const known = new Set(
      [...Object.keys(scripts), ...read('docs/configuration.md').matchAll(/DRAGOMAN_\w+/g)].map(String),
    )
    const forTests = [
      'DRAGOMAN_REQUIRE',
      'DRAGOMAN_CORPUS',
      'DRAGOMAN_NIGHTLY',
      'DRAGOMAN_TEST_DAY',
      'DRAGOMAN_TEST_SEED',
      'DRAGOMAN_TEST_NODE_IMAGE',
      'DRAGOMAN_TEST_POSTGRES_URL',
      'DRAGOMAN_TEST_PROCESSES',
    ]
    const named = pages.flatMap(page => [
      ...[...read(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name),
      ...[...read(page).matchAll(/DRAGOMAN_\w+/g)].map(String),
    ])
    expect([...new Set(named)].filter(name => !known.has(name) && !forTests.includes(name))).toEqual([])
  })

  it('name only existing files and folders of the checkout', () => {
    // docs/formats.md names files of the reader's repository, and docs/self-hosting.md the settings that an operator creates.
    const ours = pages.filter(page => !['docs/formats.md', 'docs/self-hosting.md'].includes(page))
    const named = ours.flatMap(page => pathsIn(page).map(path => `${page}: ${path}`))
    expect(named.length).toBeGreaterThan(300)
    expect(named.filter(path => !isInCheckout(path.slice(path.indexOf(': ') + 2)))).toEqual([])
  })

  it('name only existing parts in the tables of docs/architecture.md', () => {
    const parts = partsIn('docs/architecture.md')
    expect(parts.length).toBeGreaterThan(100)
    expect(parts.filter(path => !isInCheckout(path, '(?:.*/)?'))).toEqual([])
  })

  it('number each decision once, with what was decided, why, and what was rejected', () => {
    const decisions = pages.filter(page => page.startsWith('docs/decisions/'))
    const numbers = decisions.map(page => page.slice('docs/decisions/'.length, 'docs/decisions/'.length + 4))
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const [index, page] of decisions.entries()) {
      for (const part of [`# ${numbers[index]} `, '**Why.**', '**Decided.**', '**Rejected.**'])
        expect(read(page), page).toContain(part)
    }
  })
})

const isNullable = ({ anyOf = [] }: JsonSchema): boolean => anyOf.some(({ type }) => type === 'null')

/** Every field inside a value, and every word that it may be. */
function namesIn({ properties = {}, items, anyOf = [], enum: words = [] }: JsonSchema): readonly string[] {
  const inner = [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf]
  return [...Object.keys(properties), ...words.map(String), ...inner.flatMap(namesIn)]
}

describe('docs/clients.md', () => {
  const clients = read('docs/clients.md')
  const address = (JSON.parse(MCP_JSON) as { mcpServers: { dragoman: { url: string } } }).mcpServers.dragoman.url
  const [, byHand = ''] = clients.split('## By hand\n')
  const rows = byHand.split('\n').filter(line => /^\| (?!Client |---)/.test(line))
  const readers: Record<string, (text: string) => unknown> = { json: JSON.parse, yaml: readYaml }

  it('shows configuration files that clients can read, and each names the default address', () => {
    const blocks = [...clients.matchAll(/^```(json|yaml)\n(.*?)^```/gms)]
    const inRows = rows.flatMap(row => [...row.matchAll(/`(\{.*?\})`/g)].map(([, text = '']) => ['', 'json', text]))
    expect(blocks.length + inRows.length).toBeGreaterThan(5)
    for (const [, language = '', text = ''] of [...blocks, ...inRows])
      expect(JSON.stringify(readers[language]?.(text)), text).toContain(`"${address}"`)
  })

  it('names the default address in every command that adds Dragoman', () => {
    const inRows = rows.flatMap(row => /^\|[^|]*\| `([^{`]+)` \|/.exec(row)?.[1] ?? [])
    const inBlocks = [...byHand.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, text = '']) => text.trim().split('\n'))
    const commands = [...inRows, ...inBlocks]
    expect(commands.length).toBeGreaterThan(15)
    expect(commands.filter(command => !` ${command} `.includes(` ${address} `))).toEqual([])
  })

  it('says for each client whether it was tested, and with which version', () => {
    const tested = rows.map(row => row.split('|')[5]?.trim() ?? '')
    expect(tested.filter(version => !/^(Not run|\d+\.\d+\.\d+)$/.test(version))).toEqual([])
  })

  it('has a line for each client that dragoman connect knows', () => {
    const named = rows.map(row => row.split('|')[1]?.trim())
    const hosted = ['claude.ai', 'Claude Desktop', 'ChatGPT']
    for (const { name } of CLIENTS) expect([...named, ...hosted]).toContain(name)
    for (const name of hosted) expect(byHand).toContain(name)
  })

  it('shows for each client with a file what dragoman connect writes', () => {
    const shown = [
      ...[...byHand.matchAll(/^```(?:json|yaml)\n(.*?)^```/gms)].map(([, text = '']) => text),
      ...rows.flatMap(row => [...row.matchAll(/`(\{.*?\})`/g)].map(([, text = '']) => text)),
    ].map(text => readJsonOrYaml(text))
    for (const id of ['cursor', 'vscode', 'goose', 'zed', 'windsurf']) {
      const client = CLIENTS.find(one => one.id === id)
      if (client === undefined || !isFileClient(client)) throw new Error(`${id} is no client with a file`)
      expect(shown).toContainEqual({ [client.section]: { dragoman: client.http?.(address) } })
    }
  })
})

const readJsonOrYaml = (text: string): unknown => (/^\s*\{/.test(text) ? JSON.parse(text) : parseYaml(text))

type Mapping = { [key: string]: Mapping | string }

/** The YAML that the documents use: mappings in mappings, two spaces deeper each, with plain values. */
function readYaml(text: string): Mapping {
  const open: Mapping[] = [{}]
  for (const line of text.trimEnd().split('\n')) {
    const [, indent = '', key, value] = /^((?: {2})*)([\w-]+):(?: (\S.*))?$/.exec(line) ?? []
    const parent = open[indent.length / 2]
    if (key === undefined || parent === undefined || key in parent) throw new Error(`not a line of a mapping: ${line}`)
    const inner: Mapping = {}
    parent[key] = value ?? inner
    open.splice(indent.length / 2 + 1, open.length, ...(value === undefined ? [inner] : []))
  }
  return open[0] ?? {}
}

describe('docs/stored-records.md', () => {
  const [shared = '', records = ''] = read('docs/stored-records.md').split(/^### 7\.3 .*$/m)
  const sections = new Map(
    records
      .split(/^## /m, 1)
      .join('')
      .split(/^#### /m)
      .slice(1)
      .map(section => [/^`(\w+)`$/m.exec(section)?.[1], section] as const),
  )
  const tables = Object.entries({ ...COLLECTIONS, ...LOGS })

  it('has a section for each collection and log, and no other', () => {
    expect([...sections.keys()]).toEqual(tables.map(([name]) => name))
  })

  it.each(tables)('lists every field of %s with its type, and no other', (name, { schema }) => {
    const { properties = {}, required = [] } = z.toJSONSchema(schema) as JsonSchema
    const rows = [...(sections.get(name) ?? '').matchAll(/^ {4}(\w+)(\??): (.*?)(?: \/\/ .*)?$/gm)]
    expect(rows.map(([, field]) => field)).toEqual(Object.keys(properties))
    for (const [row, field = '', mark, type = ''] of rows) {
      const shape = properties[field] ?? {}
      expect(mark === '?', `${field} is optional`).toBe(!required.includes(field))
      expect(type.endsWith('|null'), `${field} may be null`).toBe(isNullable(shape))
      const named = new Set(`${row}${shared}`.match(/[\w.]*\w/g))
      expect(
        namesIn(shape).filter(word => !named.has(word)),
        `inside of ${field}`,
      ).toEqual([])
    }
  })

  it.each(tables)('names the unique keys and the indexes of %s', (name, definition) => {
    const [head = ''] = (sections.get(name) ?? '').split('\n    ')
    const keys = [...Object.keys('unique' in definition ? definition.unique : {}), ...Object.keys(definition.index)]
    expect(keys.filter(key => !head.includes(`\`${key}\``))).toEqual([])
    expect(/Group: (.*?)\./.exec(head)?.[1]).toBe(groupOf(definition))
  })

  it('has a line for each shape', () => {
    const shapes = [...read('docs/stored-records.md').matchAll(/^\| (\d+) \|/gm)].map(([, shape]) => Number(shape))
    expect(shapes).toEqual(Array.from({ length: SHAPE_VERSION }, (_, index) => index + 1))
    expect(read('docs/stored-records.md')).toContain(`this page describes ${SHAPE_VERSION}`)
  })
})

/** What the records of a file have in common, as the fields that its name is made from. */
function groupOf(definition: object): string | undefined {
  if (!('shard' in definition) || typeof definition.shard !== 'function') return undefined
  const fields: unknown = definition.shard(new Proxy({}, { get: (_, field) => field }))
  return String(fields).replaceAll('\u0000', ' + ')
}
