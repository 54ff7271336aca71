import { AppError } from '../../errors.ts'
import type { VerifiedIdentity } from './provider.ts'

type ProviderKind = VerifiedIdentity['provider']

/** One entry of `DRAGOMAN_ALLOWED`. */
export type Rule =
  | { readonly by: 'id'; readonly provider: ProviderKind; readonly subject: string }
  | { readonly by: 'group'; readonly provider: ProviderKind; readonly group: string }
  | { readonly by: 'domain'; readonly domain: string }

/**
 * Reads `github-org:acme`, `gitlab-group:acme/web`, `domain:example.org`, `github:123`, `gitlab:45`, `oidc:abc`.
 * @throws AppError `bad_config` that names the variable and the entry.
 */
export function parseRules(entries: readonly string[], variable: string): readonly Rule[] {
  return entries.map(entry => {
    const rule = parseRule(entry)
    if (rule !== undefined) return rule
    throw new AppError('bad_config', `${variable} has ${JSON.stringify(entry)}, which is not a valid entry.`, {
      fix: 'Use github-org:acme, gitlab-group:acme/web, domain:example.org, github:<number>, gitlab:<number> or oidc:<sub>.',
    })
  })
}

/**
 * Reads `DRAGOMAN_OPERATORS`. Only single users are allowed: an administrator of a group elsewhere must not become an operator here.
 * @throws AppError `bad_config`
 */
export function parseOperators(entries: readonly string[]): readonly Rule[] {
  const rules = parseRules(entries, 'DRAGOMAN_OPERATORS')
  const wrong = entries[rules.findIndex(({ by }) => by !== 'id')]
  if (wrong === undefined) return rules
  throw new AppError('bad_config', `DRAGOMAN_OPERATORS has ${JSON.stringify(wrong)}, which does not name one user.`, {
    fix: 'Name each operator by provider and ID, such as github:123. Look up the ID at https://api.github.com/users/<login>.',
  })
}

export function matchesRule(rule: Rule, identity: VerifiedIdentity): boolean {
  switch (rule.by) {
    case 'id':
      return rule.provider === identity.provider && rule.subject === identity.subject
    case 'group':
      return rule.provider === identity.provider && identity.groups.includes(rule.group)
    case 'domain':
      return identity.domains.includes(rule.domain)
  }
}

/** The data beyond the ID that the rules need from a provider. Nothing else is requested. */
export function getRequiredData(
  rules: readonly Rule[],
  provider: ProviderKind,
): { groups: readonly string[]; emails: boolean } {
  const groups = rules.flatMap(rule => (rule.by === 'group' && rule.provider === provider ? [rule.group] : []))
  return { groups, emails: rules.some(({ by }) => by === 'domain') }
}

/** The domain of a plain e-mail address, in lower case; undefined for quotes, comments or display names. */
export const parseEmailDomain = (email: string): string | undefined =>
  /^[^\s\p{C}@"(),:;<>[\\\]]+@([\w-]+(?:\.[\w-]+)+)$/u.exec(email)?.[1]?.toLowerCase()

function parseRule(entry: string): Rule | undefined {
  const [, name = '', value = ''] = /^([a-z-]+):(.+)$/.exec(entry) ?? []
  switch (name) {
    case 'github':
    case 'gitlab':
      return /^[1-9]\d*$/.test(value) ? { by: 'id', provider: name, subject: value } : undefined
    case 'oidc':
      return { by: 'id', provider: name, subject: value }
    case 'github-org':
      return /^[\w-]+$/.test(value) ? { by: 'group', provider: 'github', group: value.toLowerCase() } : undefined
    case 'gitlab-group':
      return /^[\w.-]+(\/[\w.-]+)*$/.test(value)
        ? { by: 'group', provider: 'gitlab', group: value.toLowerCase() }
        : undefined
    case 'domain':
      return /^[\w-]+(\.[\w-]+)+$/.test(value) ? { by: 'domain', domain: value.toLowerCase() } : undefined
    default:
      return undefined
  }
}
