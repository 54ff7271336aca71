import { AppError } from '../../errors.ts'
import { CHECK_IDS } from '../../l10n/checks/registry.ts'
import { currentIgnores, findOpen } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { echo } from '../../text/escape.ts'
import { findClosestName } from '../closest-name.ts'
import type { Translation } from './records.ts'

/** The findings that a filter can name besides checks. */
const FINDING_GROUPS = ['any', 'error', 'warning', 'info'] as const

/** @throws AppError `invalid_input` with the list of checks. */
export function assertFinding(finding: string | undefined): void {
  const known: readonly string[] = [...FINDING_GROUPS, ...CHECK_IDS]
  if (finding === undefined || known.includes(finding)) return
  const close = findClosestName(finding, known)
  throw new AppError('invalid_input', `finding is "${echo(finding)}", which is no check.`, {
    fix: `${close === undefined ? '' : `Did you mean ${close}? `}Give one of ${known.join(', ')}.`,
  })
}

/** Whether the text that a branch shows has an open finding of a check or group. */
export function hasFinding(wanted: string, translation: Translation | undefined, line: SourceLine): boolean {
  const text = translation && shownText(translation, line).text
  if (translation === undefined || text === undefined) return false
  return findOpen(text.findings, currentIgnores(translation, line)).some(
    ({ id, level }) => wanted === 'any' || wanted === id || wanted === level,
  )
}
