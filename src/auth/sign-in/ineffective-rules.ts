import type { AuthSettings } from '../settings.ts'
import { parseOperators, parseRules, type Rule } from './sign-in-rules.ts'

/** Entries of `DRAGOMAN_ALLOWED` and `DRAGOMAN_OPERATORS` without effect, because their provider is not configured. */
export function findIneffectiveRules({
  allowed,
  operators,
  providers,
}: Pick<AuthSettings, 'allowed' | 'operators' | 'providers'>): readonly { variable: string; entry: string }[] {
  const isIdle = (rule: Rule | undefined): boolean =>
    rule === undefined || rule.by === 'domain'
      ? providers.length === 0
      : !providers.some(({ kind }) => kind === rule.provider)
  const idle = (variable: string, entries: readonly string[], rules: readonly Rule[]) =>
    entries.filter((_entry, at) => isIdle(rules[at])).map(entry => ({ variable, entry }))
  return [
    ...idle('DRAGOMAN_ALLOWED', allowed, parseRules(allowed, 'DRAGOMAN_ALLOWED')),
    ...idle('DRAGOMAN_OPERATORS', operators, parseOperators(operators)),
  ]
}
