import { ParsedMessage } from '../message/parsed-text.ts'
import type { CheckInput, CheckResult, Finding, Level } from './check.ts'
import { type CheckContext, createCheckContext } from './context.ts'
import { controlCharacters } from './control-characters.ts'
import { empty } from './empty.ts'
import { icuSyntax } from './icu-syntax.ts'
import { markup } from './markup.ts'
import { maxLength } from './max-length.ts'
import { placeholders } from './placeholders.ts'
import { pluralForms } from './plural-forms.ts'
import { repair } from './repair.ts'
import { selectCases } from './select-cases.ts'
import { terms } from './terms.ts'

/** Yields findings one by one, so that callers can stop early. */
type Check = (context: CheckContext) => Iterable<Finding>

/** All checks, in the order of their findings. */
const CHECKS: readonly Check[] = [
  empty,
  icuSyntax,
  placeholders,
  selectCases,
  pluralForms,
  markup,
  terms,
  maxLength,
  controlCharacters,
]

/** A source string, parsed for the checks of all its translations. */
export const parseSource = ({
  source,
  syntax,
  sourceLocale,
}: Pick<CheckInput, 'source' | 'syntax' | 'sourceLocale'>): ParsedMessage =>
  new ParsedMessage(source, syntax, sourceLocale)

/** Repairs a translation, then runs every check on it. */
export function checkText(input: CheckInput, source = parseSource(input)): CheckResult {
  const { value, repaired } = repair(input)
  return { value, findings: inspectText({ ...input, target: value }, source), repaired }
}

/** Runs every check on a translation without repairs. */
export function inspectText(input: CheckInput, source = parseSource(input)): readonly Finding[] {
  const context = createCheckContext(input, source)
  const [blank] = empty(context)
  // An empty translation would fail every check; one finding is enough.
  const checks = blank !== undefined && typeof input.target === 'string' ? [empty] : CHECKS
  return checks.flatMap(check => selectWorst(check(context), input.levels))
}

/** Most findings per check: enough to correct a translation; a hostile one has thousands. */
const MAX_FINDINGS = 20
const LEVELS: readonly Level[] = ['error', 'warning', 'info']

/** The first findings of the highest levels; a check with enough errors is stopped. */
function selectWorst(found: Iterable<Finding>, levels: CheckInput['levels']): readonly Finding[] {
  const kept: Finding[] = []
  const counts: Record<Level, number> = { error: 0, warning: 0, info: 0 }
  for (const finding of found) {
    const level = getLevel(finding, levels)
    if (level === 'off' || counts[level] === MAX_FINDINGS) continue
    counts[level] += 1
    kept.push(level === finding.level ? finding : { ...finding, level })
    if (counts.error === MAX_FINDINGS) break
  }
  return kept.length <= MAX_FINDINGS
    ? kept
    : kept.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)).slice(0, MAX_FINDINGS)
}

function getLevel({ id, level }: Finding, levels: CheckInput['levels']): Level | 'off' {
  return levels !== undefined && Object.hasOwn(levels, id) ? (levels[id] ?? level) : level
}
