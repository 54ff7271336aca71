import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { MCP_TOOLS, TOOLS } from '../src/tools/registry.ts'
import { PROGRAM } from './docs/command-check.ts'

const SKILL = resolve(import.meta.dirname, '../skills/dragoman')
const files = readdirSync(SKILL, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.md'))
const read = (path: string): string => readFileSync(join(SKILL, path), 'utf8')

/** Code of a page, in lines and in blocks. */
const codeOf = (path: string): readonly string[] => [
  ...[...read(path).matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, text = '']) => text.split('\n')),
  ...[
    ...read(path)
      .replaceAll(/^```.*?^```/gms, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = '']) => text),
]

describe('the skill', () => {
  const [, frontMatter = '', body = ''] = /^---\n(.*?)^---\n(.*)$/ms.exec(read('SKILL.md')) ?? []

  it('has the front matter that agents read first, within its limits', () => {
    const { name, description } = parse(frontMatter) as { name: string; description: string }
    expect(name).toBe('dragoman')
    expect(description.length).toBeGreaterThan(200)
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(body.split('\n').length).toBeLessThan(500)
  })

  it('links only to files that are installed with it, and to each of them', () => {
    const links = files.flatMap(path =>
      [...read(path).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, to = '']) => join(dirname(path), to)),
    )
    expect(links.filter(to => !files.includes(to))).toEqual([])
    expect(files.filter(path => path !== 'SKILL.md' && !links.includes(path))).toEqual([])
  })

  it('names only options of the command line', () => {
    const all = (command: Command): readonly string[] => [
      ...command.options.flatMap(({ long }) => long ?? []),
      ...command.commands.flatMap(all),
    ]
    const known = new Set(all(PROGRAM))
    const flags = files.flatMap(codeOf).flatMap(code => code.match(/--[a-z][a-z-]*/g) ?? [])
    expect(flags.filter(flag => !known.has(flag))).toEqual([])
  })

  it('names only tools that exist', () => {
    const tools = new Set([...TOOLS, ...MCP_TOOLS].map(({ name }) => name))
    const verbs = new Set([...tools].map(name => name.split('_')[0]))
    const named = files.flatMap(codeOf).filter(code => /^[a-z]+(_[a-z]+)+$/.test(code) && verbs.has(code.split('_')[0]))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(name => !tools.has(name))).toEqual([])
  })
})
