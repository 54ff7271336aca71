import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** Every page for people and agents. Those of packages are not ours. */
export const DOCUMENTS = ['', 'action', 'bench', 'deploy', 'docs', 'skills'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '', encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name))
    .toSorted(),
)

const readDocument = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** A fenced block of shell commands. */
export interface ShellBlock {
  /** Document and line. */
  readonly place: string
  readonly text: string
  /** Why no test of documents runs it. */
  readonly reason?: string
}

/** The language and the text of each fenced block of a document, with its line and the mark before it. */
function* readBlocks(text: string) {
  const fence = /^(?<indent> *)```(?<language>\w*)\n(?<body>.*?)^ *```$/gms
  for (const { index, groups: { indent = '', language = '', body = '' } = {} } of text.matchAll(fence)) {
    const before = text.slice(0, index)
    const mark = /<!-- not run:(?<reason>.*)-->\s*$/.exec(before)?.groups?.['reason']
    yield {
      line: before.split('\n').length,
      language,
      body: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      ...(mark !== undefined && { reason: mark.trim() }),
    }
  }
}

export const listShellBlocks = (path: string): readonly ShellBlock[] =>
  [...readBlocks(readDocument(path))]
    .filter(({ language }) => language === 'sh')
    .map(({ line, body, reason }) => ({
      place: `${path}:${line}`,
      text: body,
      ...(reason !== undefined && { reason }),
    }))

/** What a document calls a shell block in another way, and what it only indents. */
export function listOddBlocks(path: string): readonly string[] {
  const text = readDocument(path)
  const odd = [...readBlocks(text)].filter(({ language }) => /^(?:bash|console|fish|shell|zsh)$/.test(language))
  const indented = text.split('\n').flatMap((line, at) => (/^ {4}(?:curl|dragoman|npm) /.test(line) ? [at + 1] : []))
  return [...odd.map(({ line }) => `${path}:${line}`), ...indented.map(line => `${path}:${line}`)]
}

/** What a document says about earlier versions. */
const FORMER = /^## Breaking changes$.*/ms

/** Everything in a document that may be a command: inline code, and the lines of blocks that have no language or are for a shell, a program or CI. */
export function listCode(path: string): readonly string[] {
  const text = readDocument(path).replace(FORMER, '')
  const blocks = [...readBlocks(text)].filter(({ language }) => /^(?:sh|yaml|text|)$/.test(language))
  const inline = text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/`([^`\n]+)`/g)
  return [
    ...blocks.flatMap(({ body }) => body.replaceAll(/\\\n\s*/g, '').split('\n')),
    ...[...inline].map(([, code = '']) => code.replaceAll('\\|', '|')),
  ]
}
