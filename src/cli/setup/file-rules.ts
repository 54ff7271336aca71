import { RuleBook } from '../../tools/files/rules/rule-book.ts'
import type { DetectedSource } from './detect-sources.ts'

/** A rule as `dragoman.json` has it. */
export interface WrittenRule {
  readonly source: string
  readonly target: string
  readonly aliases?: Readonly<Record<string, string>>
}

/** Files that one rule with a `*` replaces. */
const MIN_FILES = 3

/**
 * Writes one rule for each source file. At least three files whose paths differ in one name, and whose targets differ in the same name, share a rule with
 * `*`, if that matches no other file.
 */
export function writeRules(sources: readonly DetectedSource[], files: readonly string[]): readonly WrittenRule[] {
  let rules: readonly WrittenRule[] = sources.map(({ path, target, aliases }) => ({
    source: path,
    target,
    ...(Object.keys(aliases).length > 0 && { aliases }),
  }))
  const known = new Set(sources.map(({ path }) => path))
  const depth = Math.max(0, ...rules.map(({ source }) => source.split('/').length))
  // From the name of the file to the outermost folder.
  for (let back = 1; back <= depth; back += 1) rules = mergeAt(rules, back, known, files)
  return rules
}

function mergeAt(
  rules: readonly WrittenRule[],
  back: number,
  known: ReadonlySet<string>,
  files: readonly string[],
): readonly WrittenRule[] {
  const groups = new Map<string, { readonly rule: WrittenRule; readonly members: WrittenRule[] }>()
  for (const rule of rules) {
    const pattern = withStar(rule, back)
    const id = JSON.stringify(pattern ?? rule)
    const group = groups.get(id) ?? { rule: pattern ?? rule, members: [] }
    group.members.push(rule)
    groups.set(id, group)
  }
  return [...groups.values()].flatMap(({ rule, members }) =>
    members.length >= MIN_FILES && matchesOnly(rule, known, files) ? [rule] : members,
  )
}

/** The rule with `*` in place of one name, counted from the end; undefined where source and target differ in it. */
function withStar({ source, target, aliases }: WrittenRule, back: number): WrittenRule | undefined {
  const [names, others] = [source.split('/'), target.split('/')]
  const [at, place] = [names.length - back, others.length - back]
  const [name, other] = [names[at] ?? '', others[place] ?? '']
  const ending = back === 1 ? (/\.[^.]+$/.exec(name)?.[0] ?? '') : ''
  if (at < 0 || name !== other || name.includes('*') || name === ending) return undefined
  return {
    source: names.with(at, `*${ending}`).join('/'),
    target: others.with(place, `*${ending}`).join('/'),
    ...(aliases !== undefined && { aliases }),
  }
}

function matchesOnly(rule: WrittenRule, known: ReadonlySet<string>, files: readonly string[]): boolean {
  const book = new RuleBook([{ source: rule.source, target: rule.target, aliases: {} }])
  return files.every(path => known.has(path) || book.findStored(path) === undefined)
}
