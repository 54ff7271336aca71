import type { ProviderConfig } from '../../config.ts'
import type { AuthSettings } from '../settings.ts'
import { openGithub } from './github.ts'
import { openOpenid } from './openid.ts'
import type { Provider } from './provider.ts'
import { getRequiredData, parseRules } from './sign-in-rules.ts'
import { DEFAULT_UPSTREAM_LIMITS, type UpstreamLimits } from './upstream.ts'

interface ProviderSettings {
  readonly auth: Pick<AuthSettings, 'providers'>
}

/** The configured provider of `/login/<name>`; undefined if there is none. */
export const findProvider = ({ auth }: ProviderSettings, name: string): ProviderConfig | undefined =>
  auth.providers.find(({ kind }) => kind === name)

/** The label of a provider: `GitHub`, `GitLab`, with the host if it is self-hosted. */
export function providerLabel({ kind, url }: ProviderConfig): string {
  const { host } = new URL(url)
  if (kind === 'github') return host === 'github.com' ? 'GitHub' : `GitHub (${host})`
  if (kind === 'gitlab') return host === 'gitlab.com' ? 'GitLab' : `GitLab (${host})`
  return host
}

/** Returns which data Dragoman reads from the configured providers, besides ID and login. */
export function getRequestedData({ allowed, providers }: Pick<AuthSettings, 'allowed' | 'providers'>): {
  readonly emails: boolean
  readonly groups: boolean
} {
  const rules = parseRules(allowed, 'DRAGOMAN_ALLOWED')
  const needs = providers.map(({ kind }) => getRequiredData(rules, kind))
  return { emails: needs.some(({ emails }) => emails), groups: needs.some(({ groups }) => groups.length > 0) }
}

/** Opens a configured provider for the data that the sign-in rules need. */
export function openProvider(
  config: ProviderConfig,
  { allowed }: Pick<AuthSettings, 'allowed'>,
  patience: UpstreamLimits = DEFAULT_UPSTREAM_LIMITS,
): Provider {
  const rules = parseRules(allowed, 'DRAGOMAN_ALLOWED')
  return config.kind === 'github' ? openGithub(config, rules, patience) : openOpenid(config, rules, patience)
}
