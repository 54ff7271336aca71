import { addTo, getOrAdd } from '../groups.ts'
import type { Message } from '../message/message.ts'
import { ParsedMessage } from '../message/parsed-text.ts'
import { isPatternSyntax } from '../message/patterns/find-pattern.ts'
import { type CheckInput, type CheckResult, type Finding, LEVELS, type Level } from './check.ts'
import { type Check, type CheckContext, createCheckContext, type Fault, sourceText } from './define-check.ts'
import { CHECKS, PATTERN_CHECKS, STRUCTURE_CHECKS } from './registry.ts'
import { empty } from './structure/empty.ts'

/** A source string, parsed for the checks of all its translations. */
export const parseSource = (of: Pick<CheckInput, 'source' | 'syntax' | 'sourceLocale' | 'families'>): ParsedMessage =>
  new ParsedMessage(of.source, of.syntax, of.sourceLocale, of.families)

/** Repairs a translation, then runs every check on it. */
export function checkText(input: CheckInput, source = parseSource(input)): CheckResult {
  const { value, repaired } = repair(input)
  return { value, findings: inspectText({ ...input, target: value }, source), repaired }
}

/** Runs every check on a translation without repairs. */
export function inspectText(input: CheckInput, source = parseSource(input)): readonly Finding[] {
  const context = createCheckContext(input, source)
  const findings: Finding[] = []
  for (const check of selectChecks(context)) {
    const level = findLevel(check, input.levels)
    if (level === 'off' || check.isNeeded?.(context) === false) continue
    // Most checks find nothing, so a list for each would cost more than the check.
    const faults = check.find(context)[Symbol.iterator]()
    const first = faults.next()
    if (first.done !== true) findings.push(...selectWorst(check, first.value, faults, level))
  }
  return findings
}

/** The level that a project sets for a check, if any. */
const findLevel = ({ id }: Check, levels: CheckInput['levels']): Level | 'off' | undefined =>
  levels !== undefined && Object.hasOwn(levels, id) ? levels[id] : undefined

/** An empty translation would fail every check, and the words of a message that cannot be parsed are unknown. */
function selectChecks(context: CheckContext): readonly Check[] {
  const { icu, source, target } = context
  const [blank] = empty.find(context)
  if (blank !== undefined && typeof target.value === 'string') return [empty]
  if (isPatternSyntax(source.syntax)) return PATTERN_CHECKS
  const isBroken = target.texts.some(([, text]) => text.isBroken)
  return isBroken || (icu !== undefined && 'fault' in icu.target) ? STRUCTURE_CHECKS : CHECKS
}

/** Most findings per check: enough to correct a translation; a hostile one has thousands. */
const MAX_FINDINGS = 20

/** The first findings of the highest levels; a check with enough errors is stopped. */
function selectWorst(check: Check, first: Fault, others: Iterator<Fault>, set: Level | undefined): readonly Finding[] {
  const { id } = check
  const kept: Finding[] = []
  const counts: Record<Level, number> = { error: 0, warning: 0, info: 0 }
  for (let next: IteratorResult<Fault> = { value: first }; next.done !== true; next = others.next()) {
    const fault: Fault = next.value
    const level = set ?? fault.level ?? check.level
    if (counts[level] === MAX_FINDINGS) {
      // A check with one level cannot find worse.
      if (fault.level === undefined) break
      continue
    }
    counts[level] += 1
    kept.push({ ...fault, id, level })
    if (counts.error === MAX_FINDINGS) break
  }
  return kept.length <= MAX_FINDINGS
    ? kept
    : kept.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)).slice(0, MAX_FINDINGS)
}

/** Writes line endings as the source has them. Other white space is the translator's. */
function repair({ source, target }: Pick<CheckInput, 'source' | 'target'>): Omit<CheckResult, 'findings'> {
  const repaired = new Set<string>()
  const repairText = (text: string, category: string): string => {
    const lines = withLineEndings(text, sourceText(source, category))
    if (lines !== text) repaired.add('line_endings')
    return lines
  }
  const value =
    typeof target === 'string'
      ? repairText(target, 'other')
      : Object.fromEntries(Object.entries(target).map(([category, text]) => [category, repairText(text, category)]))
  return { value, repaired: [...repaired] }
}

/** Says what was repaired, as a sentence; undefined if nothing was. */
export const describeRepairs = (repaired: readonly string[]): string | undefined =>
  repaired.length > 0 ? 'The text was stored with the line endings of its source.' : undefined

function withLineEndings(text: string, source: string): string {
  if (!/[\r\n]/.test(text)) return text
  const eol = source.includes('\r\n') ? '\r\n' : source.includes('\r') && !source.includes('\n') ? '\r' : '\n'
  return text.replace(/\r\n?|\n/g, eol)
}

/** A translation to check; `asIs` = without repairs. */
export interface CheckTask extends CheckInput {
  readonly asIs?: boolean
}

/**
 * Checks many translations; results are in input order. Each source string is parsed once for all its translations, and released after the last.
 * Yields a step with the index before each translation.
 */
export function* checkMany(tasks: readonly CheckTask[]): Generator<number, readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const places of groupBySource(tasks)) {
    let source: ParsedMessage | undefined
    for (const place of places) {
      const task = tasks[place]
      if (task === undefined) continue
      yield place
      source ??= parseSource(task)
      results[place] =
        task.asIs === true
          ? { value: task.target, findings: inspectText(task, source), repaired: [] }
          : checkText(task, source)
    }
  }
  return results
}

/** Groups task indexes by source; plural forms are equal if they are the same object. */
function groupBySource(tasks: readonly CheckTask[]): Iterable<readonly number[]> {
  const groups = new Map<string, Map<Message, number[]>>()
  for (const [place, { source, syntax, sourceLocale, families }] of tasks.entries()) {
    const kind = `${syntax} ${sourceLocale} ${families?.quotes} ${families?.families.join()}`
    addTo(
      getOrAdd(groups, kind, () => new Map<Message, number[]>()),
      source,
      place,
    )
  }
  return [...groups.values()].flatMap(ofKind => [...ofKind.values()])
}
