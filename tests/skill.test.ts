import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { CliContext } from '../src/cli/context.ts'
import { createProgram } from '../src/cli/program.ts'
import { MCP_TOOLS, TOOLS } from '../src/tools/registry.ts'

const SKILL = resolve(import.meta.dirname, '../skills/dragoman')
const files = readdirSync(SKILL, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.md'))
const read = (path: string): string => readFileSync(join(SKILL, path), 'utf8')
const program = createProgram(
  { command: String, commandAnywhere: String, version: '' } as unknown as CliContext,
  () => async () => {},
)

/** Code of a page, in lines and in blocks. */
const codeOf = (path: string): readonly string[] => [
  ...[...read(path).matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, text = '']) => text.split('\n')),
  ...[
    ...read(path)
      .replaceAll(/^```.*?^```/gms, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text = '']) => text),
]

/** The command that a line names, and its flags that do not exist. */
function check(line: string): string | undefined {
  const words =
    line
      .split(/\s+#|\s[<>|]/)[0]
      ?.trim()
      .split(/\s+/)
      .slice(1) ?? []
  let command: Command = program
  let at = 0
  for (; at < words.length; at += 1) {
    const next = command.commands.find(known => known.name() === words[at])
    if (next === undefined) break
    command = next
  }
  // An option of the program itself, or a topic of help, follows no command.
  if (command === program) return words.length === 0 ? undefined : `${line}: no such command`
  const flags = words.slice(at).filter(word => word.startsWith('--'))
  const missing = flags.filter(flag => !command.options.some(({ long }) => long === flag))
  if (missing.length > 0) return `${line}: no such option: ${missing.join(' ')}`
  const hasSubcommand = command.commands.length > 0 && words[at] !== undefined
  return hasSubcommand ? `${line}: no such subcommand` : undefined
}

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

  it('names only commands and options that exist', () => {
    const lines = files.flatMap(codeOf).filter(line => line.startsWith('dragoman '))
    expect(lines.length).toBeGreaterThan(30)
    expect(lines.flatMap(line => check(line) ?? [])).toEqual([])
    expect(check('dragoman pusj')).toBeDefined()
    expect(check('dragoman push --forced')).toBeDefined()
    expect(check('dragoman token craete')).toBeDefined()
  })

  it('names only options of the command line', () => {
    const all = (command: Command): readonly string[] => [
      ...command.options.flatMap(({ long }) => long ?? []),
      ...command.commands.flatMap(all),
    ]
    const known = new Set(all(program))
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
