import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOCUMENTS, listCode, listOddBlocks, listShellBlocks, ROOT, type ShellBlock } from './blocks.ts'
import { findCommands, findFault } from './command-check.ts'

/** Why a block is not run, and what it then contains. */
const REASONS: Readonly<Record<string, RegExp>> = {
  'needs root': /^ *sudo |\| sudo |^apt-get install /m,
  'needs Docker': /^docker /m,
  'needs another checkout': /^git clone ADDRESS |^git checkout VERSION/m,
  'needs a browser': /^dragoman login\b/m,
  'needs a database': /postgres:\/\//,
  'needs the clients': /^(?:claude|codex) mcp add /m,
}
const OTHER_TEST = /^(?<path>\.ci\/run|tests\/[\w/-]+\.test\.ts) runs it$/

/** What is wrong with the mark of a block. */
function findMarkFault({ text, reason = '' }: ShellBlock): string | undefined {
  const path = OTHER_TEST.exec(reason)?.groups?.['path']
  if (path !== undefined)
    return existsSync(join(ROOT, path)) && /^npm ci && npm /m.test(text) ? undefined : 'nothing runs it'
  const pattern = REASONS[reason]
  if (pattern === undefined) return `no such reason: ${reason}`
  return pattern.test(text) ? undefined : `it could run: nothing in it ${reason}`
}

describe('the documents', () => {
  const blocks = DOCUMENTS.flatMap(listShellBlocks)

  it('say of each shell block that no test runs why', () => {
    const marked = blocks.filter(({ reason }) => reason !== undefined)
    expect(marked.length).toBeGreaterThan(10)
    expect(marked.flatMap(block => findMarkFault(block)?.replace(/^/, `${block.place}: `) ?? [])).toEqual([])
    const block = { place: 'a.md:1', text: 'dragoman status\n' }
    expect(findMarkFault({ ...block, reason: '' })).toBe('no such reason: ')
    expect(findMarkFault({ ...block, reason: 'is slow' })).toBe('no such reason: is slow')
    expect(findMarkFault({ ...block, reason: 'needs root' })).toBe('it could run: nothing in it needs root')
    expect(findMarkFault({ ...block, reason: '.ci/run runs it' })).toBe('nothing runs it')
  })

  it('have commands for a shell in blocks named sh', () => {
    expect(DOCUMENTS.flatMap(listOddBlocks)).toEqual([])
  })

  it('name only commands and options of the command line that exist', () => {
    const faults = DOCUMENTS.filter(path => path !== 'CHANGELOG.md').flatMap(path =>
      listCode(path)
        .flatMap(findCommands)
        .flatMap(command => {
          const fault = findFault(command)
          return fault === undefined ? [] : [`${path}: dragoman ${command}: ${fault}`]
        }),
    )
    expect(faults).toEqual([])
  })
})

describe('the check of commands', () => {
  it.each([
    ['dragoman pusj', 'no such command'],
    ['dragoman push --forced', 'no such option: --forced'],
    ['dragoman token craete --name ci', 'no such subcommand'],
    ['A=b dragoman call get_work --json \'{"a": 1}\' --bogus | cat', 'no such option: --bogus'],
    ['npm run --silent dragoman -- serve --port', 'no such option: --port'],
    ['export T=$(dragoman token creat)', 'no such subcommand'],
    ['docker exec dragoman dragoman bakup -', 'no such command'],
    ['docker run --rm --volume a:/data dragoman restor /data/a', 'no such command'],
  ])('finds the fault of %s', (line, fault) => {
    expect(findCommands(line).map(findFault)).toEqual([fault])
  })

  it.each([
    'dragoman push --create   # --bogus',
    'dragoman call get_work --json \'{"--bogus": 1}\'',
    'dragoman pull de > --bogus',
    'docker run --detach --name dragoman --read-only dragoman',
    'dragoman quota set acme [--strings 1000000]',
    'dragoman --help',
  ])('finds no fault in %s', line => {
    expect(findCommands(line).flatMap(command => findFault(command) ?? [])).toEqual([])
  })
})
