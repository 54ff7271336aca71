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

type Check = (context: CheckContext) => readonly Finding[]

/** Every check, in the order in which findings are reported. */
const CHECKS: readonly Check[] = [
  empty,
  icuSyntax,
  placeholders,
  selectCases,
  pluralForms,
  markup,
  maxLength,
  controlCharacters,
]

/** Repairs a translation, then runs every check over it. */
export function checkText(input: CheckInput): CheckResult {
  const { value, repaired } = repair(input)
  const context = contextOf({ ...input, target: value })
  const isEmpty = empty(context)
  // An empty text lacks everything; one finding says so.
  const findings = isEmpty.length > 0 && typeof value === 'string' ? isEmpty : CHECKS.flatMap(check => check(context))
  return { value, findings, repaired }
}
