import type { Finding, Level } from './check.ts'

/** A missing plural form is only a warning on import, because applications fall back to another form; other faults stay errors. */
export function relaxMissingForms(
  findings: readonly Finding[],
  levels: Readonly<Record<string, Level | 'off'>>,
): readonly Finding[] {
  const errors = findings.filter(({ level }) => level === 'error')
  const isForms = errors.every(({ id }) => id === 'plural_forms')
  if (!isForms || Object.hasOwn(levels, 'plural_forms')) return findings
  return findings.map(finding => (finding.id === 'plural_forms' ? { ...finding, level: 'warning' } : finding))
}
