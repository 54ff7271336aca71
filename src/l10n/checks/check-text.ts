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
  const findings = isBlank ? isEmpty : CHECKS.flatMap(check => check(context))
  return input.levels === undefined ? findings : atLevels(findings, input.levels)
}

function atLevels(findings: readonly Finding[], levels: NonNullable<CheckInput['levels']>): readonly Finding[] {
  return findings.flatMap(finding => {
    const level = Object.hasOwn(levels, finding.id) ? (levels[finding.id] ?? finding.level) : finding.level
    return level === 'off' ? [] : [{ ...finding, level }]
  })
}
