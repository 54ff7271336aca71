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

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Parses `--expires-in`, such as `30d`. Returns the date as RFC 3339; undefined if it is blank or omitted, which means never. @throws AppError `invalid_input`. */
export function parseExpiration(duration: string | undefined, now: Date): string | undefined {
  if (duration === undefined || duration === '') return undefined
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(duration) ?? []
  const length = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN)
  if (length > 0) return new Date(now.getTime() + length).toISOString()
  throw new AppError('invalid_input', `--expires-in ${JSON.stringify(duration.slice(0, 40))} is not valid.`, {
    fix: 'Use a number and m, h, d or w, such as 30d. Leave it out for a token that never expires.',
  })
}
