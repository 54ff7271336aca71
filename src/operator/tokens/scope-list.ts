import { ALL_SCOPES, EVERYDAY_SCOPES, isScope, type Scope } from '../../auth/policy/scopes.ts'
import { AppError } from '../../errors.ts'
import { echo } from '../../text/escape.ts'
import { findClosestName } from '../../tools/closest-name.ts'

/**
 * Parses `--scopes`: `everyday`, `all`, or a list separated by spaces or commas.
 * @throws AppError `invalid_input`, which suggests the closest scope.
 */
export function parseScopeList(text: string): readonly Scope[] {
  if (text === 'all') return ALL_SCOPES
  if (text === 'everyday') return EVERYDAY_SCOPES
  const names = text.split(/[\s,]+/).filter(Boolean)
  const wrong = names.find(name => !isScope(name))
  if (wrong === undefined && names.length > 0) return names.filter(isScope)
  const close = wrong === undefined ? undefined : findClosestName(wrong, ALL_SCOPES)
  throw new AppError('invalid_input', `Scope ${JSON.stringify(echo(wrong ?? text))} (--scopes) does not exist.`, {
    fix: `${close === undefined ? '' : `Did you mean ${close}? `}Use everyday, all, or some of: ${ALL_SCOPES.join(' ')}.`,
  })
}
