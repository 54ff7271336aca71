import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = ['.', 'docs', 'docs/decisions'].flatMap(folder =>
  readdirSync(join(ROOT, folder))
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name)),
)

describe('the documents', () => {
  it('link only to what is there', () => {
    const broken = pages.flatMap(page =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, link = '']) => link)
        .filter(link => !existsSync(join(ROOT, dirname(page), link)))
        .map(link => `${page} links to ${link}`),
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
