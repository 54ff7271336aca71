import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RuleBook } from '../../tools/files/rules/rule-book.ts'
import type { ProjectFile } from '../repository/project-file.ts'

/** A source file of the repository, by the rules of `dragoman.json`. */
export interface FoundSource {
  /** Path from the folder of `dragoman.json`. */
  readonly path: string
  /** The target path of its rule, with `{locale}`; undefined if it is to be guessed. */
  readonly target: string | undefined
  readonly aliases: Readonly<Record<string, string>>
}

/**
 * Finds the source files that `dragoman check` reads: those that rules name, and those that rules with `*` match, each once. It lists the disk and not Git:
 * a check needs no Git, and also checks what Git ignores. A push has `sync/source-files.ts`.
 */
export async function findSources(root: string, rules: ProjectFile['files']): Promise<readonly FoundSource[]> {
  const book = new RuleBook(rules.map(({ source, target = '', aliases = {} }) => ({ source, target, aliases })))
  const paths = new Set<string>()
  for (const { source } of rules) {
    const found = source.includes('*') ? await listMatches(root, source.split('/')) : [source]
    for (const path of found) paths.add(path)
  }
  return [...paths].flatMap(path => {
    const rule = book.find(path)
    if (rule === undefined) return []
    return [{ path, target: rule.target === '' ? undefined : rule.target, aliases: rule.aliases }]
  })
}

/** Lists the files whose path may match a pattern: in each folder, only names that its part with `*` matches are followed. */
async function listMatches(root: string, names: readonly string[]): Promise<readonly string[]> {
  let folders = ['']
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1
    if (!name.includes('*') && !isLast) {
      folders = folders.map(folder => `${folder}${name}/`)
      continue
    }
    const next: string[] = []
    for (const folder of folders) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
      for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
        if (!isCandidate(name, entry.name) || (isLast ? !entry.isFile() : !entry.isDirectory())) continue
        next.push(`${folder}${entry.name}${isLast ? '' : '/'}`)
      }
    }
    folders = next
  }
  return folders
}

/** Whether a name has the start and the end of a pattern; the rule book matches what is between. Hidden files are not matched. */
function isCandidate(pattern: string, name: string): boolean {
  const [start = ''] = pattern.split('*')
  const end = pattern.includes('*') ? pattern.slice(pattern.lastIndexOf('*') + 1) : pattern
  return name.startsWith(start) && name.endsWith(end) && (!name.startsWith('.') || pattern.startsWith('.'))
}
