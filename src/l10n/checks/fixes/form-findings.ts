import type { CheckInput, Finding } from '../check.ts'
import { inspectText, parseSource } from '../check-text.ts'

/** A finding with the plural form that it is about; without one, it is about the whole message. */
export interface PlacedFinding extends Finding {
  readonly form?: string
}

/** Checks that compare the forms of a message with each other. */
const OF_ALL_FORMS: ReadonlySet<string> = new Set(['plural_forms', 'extra_plural_forms', 'same_plurals'])

/** Assigns the findings of a message to its plural forms: a form has a finding that it has on its own, too. */
export function placeFindings(input: CheckInput, findings: readonly Finding[]): readonly PlacedFinding[] {
  const { target } = input
  if (typeof target === 'string') return findings
  const source = parseSource(input)
  const rest = new Set(findings)
  const placed: PlacedFinding[] = []
  for (const [form, text] of Object.entries(target)) {
    const alone = inspectText({ ...input, target: { [form]: text } }, source)
    for (const one of alone) {
      const whole = findings.filter(({ id }) => id === one.id && !OF_ALL_FORMS.has(id))
      const [first] = whole
      if (first === undefined) continue
      for (const known of whole) rest.delete(known)
      const exact = whole.find(({ message }) => message === one.message) ?? first
      placed.push({ ...one, level: exact.level, form })
    }
  }
  return [...findings.filter(finding => rest.has(finding)), ...placed]
}
