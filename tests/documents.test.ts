import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { COLLECTIONS, LOGS } from '../src/store/records.ts'
import type { JsonSchema } from '../src/tools/json-schema.ts'

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

describe('the documents', () => {
  it('link only to what is there', () => {
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

  it('name only npm scripts and variables that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const known = new Set(
      [...Object.keys(scripts), ...read('docs/configuration.md').matchAll(/DRAGOMAN_\w+/g)].map(String),
    )
    const forTests = ['DRAGOMAN_REQUIRE', 'DRAGOMAN_CORPUS', 'DRAGOMAN_NIGHTLY']
    const named = pages.flatMap(page => [
      ...[...read(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name),
      ...[...read(page).matchAll(/DRAGOMAN_\w+/g)].map(String),
    ])
    expect([...new Set(named)].filter(name => !known.has(name) && !forTests.includes(name))).toEqual([])
  })

  it('number each decision once, and say in each what was decided instead of what', () => {
    const decisions = pages.filter(page => page.startsWith('docs/decisions/'))
    const numbers = decisions.map(page => page.slice('docs/decisions/'.length, 'docs/decisions/'.length + 4))
    expect(numbers.toSorted()).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
    for (const page of decisions) {
      for (const part of ['**Context.**', '**Decision.**', '**Consequences.**'])
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

describe('docs/storage.md', () => {
  const [, shared = '', records = ''] = read('docs/storage.md').split(/^### 8\.[23] .*$/m)
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
    const rows = [...(sections.get(name) ?? '').matchAll(/^\| `(\w+)` \| (.*?) \| .*\|$/gm)]
    expect(rows.map(([, field]) => field)).toEqual(Object.keys(properties))
    for (const [row, field = '', type = ''] of rows) {
      const shape = properties[field] ?? {}
      expect(/\boptional\b/.test(type), `${field} is optional`).toBe(!required.includes(field))
      expect(/\bor null\b/.test(type), `${field} may be null`).toBe(isNullable(shape))
      const told = new Set(`${row}${shared}`.match(/`[^`]+`/g)?.flatMap(code => code.match(/\w+/g) ?? []))
      expect(
        namesIn(shape).filter(word => !told.has(word)),
        `inside of ${field}`,
      ).toEqual([])
    }
  })

  it.each(tables)('names the unique keys and the indexes of %s', (name, definition) => {
    const [head = ''] = (sections.get(name) ?? '').split('\n| Field')
    const keys = [...Object.keys('unique' in definition ? definition.unique : {}), ...Object.keys(definition.index)]
    expect(keys.filter(key => !head.includes(`\`${key}\``))).toEqual([])
    expect(/Group: (.*?)\./.exec(head)?.[1]).toBe(groupOf(name, definition))
  })
})

/** What the records of a file have in common, as the fields that its name is made from. */
function groupOf(name: string, definition: object): string | undefined {
  if (!(name in COLLECTIONS)) return undefined
  if (!('shard' in definition) || typeof definition.shard !== 'function') return 'whole collection'
  const fields: unknown = definition.shard(new Proxy({}, { get: (_, field) => field }))
  return String(fields).replaceAll('\u0000', ' + ')
}
