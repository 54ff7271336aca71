import type { Message } from '../message/message.ts'
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

/** The finding of a translation with plural forms whose source has none, or the reverse; undefined if both have the same shape. */
export function compareShape(source: Message, target: Message): Finding | undefined {
  if (typeof source === typeof target) return undefined
  return typeof source === 'string'
    ? { id: 'plural_forms', level: 'error', message: 'The source has no plural forms, but the file does.' }
    : { id: 'plural_forms', level: 'error', message: 'The source has plural forms, but the file does not.' }
}
