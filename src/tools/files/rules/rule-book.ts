import { needsOwnApproval } from '../../../l10n/files/tool-files.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ProjectRecord } from '../../../store/records/localization.ts'
export type FileRule = Frozen<ProjectRecord['files'][number]>

/** A rule with its position: the lowest wins. */
interface Placed {
  readonly rule: FileRule
  readonly at: number
}

/** A rule whose source has a `*`. */
interface Pattern extends Placed {
  /** The source, split at each slash, and each name at each `*`. */
  readonly names: readonly (readonly string[])[]
}

/** A rule, and what each `*` of its source stands for; undefined if it has none. */
interface Match {
  readonly rule: FileRule
  readonly pieces: readonly string[] | undefined
}

/** The rules of a project, in order. Finding the rule of a file takes one lookup and a comparison with each pattern. */
export class RuleBook {
  /** Rules without `*`, by source. */
  readonly #names = new Map<string, Placed>()
  /** Rules with `*`, by source. */
  readonly #patterns = new Map<string, Pattern>()
  #first = 0

  constructor(rules: readonly FileRule[]) {
    for (const [at, rule] of rules.entries()) this.#place(rule, at)
  }

  /** The first rule that matches a source file, with each `*` of its target filled in. */
  find(path: string): FileRule | undefined {
    const found = this.#match(path)
    if (found?.pieces === undefined) return found?.rule
    return fillRule(found.rule, path, found.pieces)
  }

  /** The first rule that matches a source file, as it is in the project. */
  findStored(path: string): FileRule | undefined {
    return this.#match(path)?.rule
  }

  #match(path: string): Match | undefined {
    const named = this.#names.get(path)
    let found: Match | undefined = named && { rule: named.rule, pieces: undefined }
    let before = named?.at ?? Number.POSITIVE_INFINITY
    const names = path.split('/')
    for (const pattern of this.#patterns.values()) {
      if (pattern.at > before) continue
      const pieces = matchPattern(pattern, names)
      if (pieces === undefined) continue
      found = { rule: pattern.rule, pieces }
      before = pattern.at
    }
    return found
  }

  /** Adds a rule before all others. */
  put(rule: FileRule): void {
    this.remove(rule.source)
    this.#first -= 1
    this.#place(rule, this.#first)
  }

  remove(source: string): void {
    this.#names.delete(source)
    this.#patterns.delete(source)
  }

  list(): readonly FileRule[] {
    return [...this.#names.values(), ...this.#patterns.values()].sort((a, b) => a.at - b.at).map(({ rule }) => rule)
  }

  /** Of two rules with the same source, the first wins. */
  #place(rule: FileRule, at: number): void {
    const { source } = rule
    if (!source.includes('*')) {
      if (!this.#names.has(source)) this.#names.set(source, { rule, at })
    } else if (!this.#patterns.has(source)) {
      this.#patterns.set(source, { rule, at, names: source.split('/').map(name => name.split('*')) })
    }
  }
}

/** Whether one of the paths or patterns matches a source file; without any list, each file matches. */
export function createSourceMatcher(sources: readonly string[] | undefined): (path: string) => boolean {
  if (sources === undefined) return () => true
  const book = new RuleBook(sources.map(source => ({ source, target: '', aliases: {} })))
  return path => book.findStored(path) !== undefined
}

/** Finds the rule of a source file in an immutable list, as records have it. */
export const findRule = (rules: readonly FileRule[], path: string): FileRule | undefined => getBook(rules).find(path)

/** Like `findRule`, as it is in the project: the same object for all files of a pattern. */
export const findStoredRule = (rules: readonly FileRule[], path: string): FileRule | undefined =>
  getBook(rules).findStored(path)

/** Adds spellings of locales to the rules of source files. Returns the same list if there is nothing to add. */
export function withAliases(
  rules: readonly FileRule[],
  spelled: readonly { readonly source: string; readonly locale: string; readonly alias: string }[],
): readonly FileRule[] {
  const added = new Map<FileRule, Record<string, string>>()
  for (const { source, locale, alias } of spelled) {
    const rule = findStoredRule(rules, source)
    if (rule !== undefined) added.set(rule, { ...(added.get(rule) ?? rule.aliases), [locale]: alias })
  }
  return added.size === 0 ? rules : rules.map(rule => ({ ...rule, aliases: added.get(rule) ?? rule.aliases }))
}

function getBook(rules: readonly FileRule[]): RuleBook {
  let book = ruleBooks.get(rules)
  if (book === undefined) ruleBooks.set(rules, (book = new RuleBook(rules)))
  return book
}

/** Cached, because one call looks up the rules of thousands of files. */
const ruleBooks = new WeakMap<readonly FileRule[], RuleBook>()

/** The rule of a file that matches a pattern. */
function fillRule(rule: FileRule, path: string, pieces: readonly string[]): FileRule {
  let next = 0
  const target = rule.target.replaceAll('*', () => pieces[next++] ?? '')
  const { approved, ...bare } = { ...rule, source: path, target }
  // An approval of a pattern does not approve the name that fills its *.
  const isKept = approved !== undefined && (rule.target === target || !needsOwnApproval(target))
  return isKept ? { ...bare, approved } : bare
}

/** The part of a path that each `*` matches; undefined if the pattern does not match. No regular expression: many `*` could make it slow. */
function matchPattern({ names: wanted }: Pattern, names: readonly string[]): readonly string[] | undefined {
  if (wanted.length !== names.length) return undefined
  const pieces: string[] = []
  for (const [at, literals] of wanted.entries()) {
    const found = matchName(literals, names[at] ?? '')
    if (found === undefined) return undefined
    pieces.push(...found)
  }
  return pieces
}

function matchName([first = '', ...between]: readonly string[], name: string): readonly string[] | undefined {
  const last = between.pop()
  if (last === undefined) return name === first ? [] : undefined
  const end = name.length - last.length
  if (first.length > end || !name.startsWith(first) || !name.endsWith(last)) return undefined
  const pieces: string[] = []
  let at = first.length
  for (const literal of between) {
    const found = name.indexOf(literal, at)
    if (found === -1 || found + literal.length > end) return undefined
    pieces.push(name.slice(at, found))
    at = found + literal.length
  }
  return [...pieces, name.slice(at, end)]
}
