import type { CheckInput, CheckResult, Finding } from './check.ts'
import { type CheckContext, contextOf } from './context.ts'
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

type Check = (context: CheckContext) => readonly Finding[]

/** Every check, in the order in which findings are reported. */
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

/** Repairs a translation, then runs every check over it. */
export function checkText(input: CheckInput): CheckResult {
  const { value, repaired } = repair(input)
  return { value, findings: inspectText({ ...input, target: value }), repaired }
}

/** Runs every check over a text that stays as it is. */
export function inspectText(input: CheckInput): readonly Finding[] {
  const context = contextOf(input)
  const isEmpty = empty(context)
  // An empty text lacks everything; one finding says so.
  const isBlank = isEmpty.length > 0 && typeof input.target === 'string'
  if (isBlank) return atLevels(isEmpty, input.levels)
  return CHECKS.flatMap(check => worst(atLevels(check(context), input.levels)))
}

/** Of one check: enough to repair a text by; a hostile one has thousands. */
const MOST_FINDINGS = 20
const LEVELS: readonly Finding['level'][] = ['error', 'warning', 'info']

const worst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.length <= MOST_FINDINGS
    ? findings
    : findings.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)).slice(0, MOST_FINDINGS)

function atLevels(findings: readonly Finding[], levels: CheckInput['levels']): readonly Finding[] {
  if (levels === undefined) return findings
  return findings.flatMap(finding => {
    const level = Object.hasOwn(levels, finding.id) ? (levels[finding.id] ?? finding.level) : finding.level
    return level === 'off' ? [] : [{ ...finding, level }]
  })
}
