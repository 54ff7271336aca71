import { openProvider, providerLabel } from '../../../auth/sign-in/providers.ts'
import type { UpstreamLimits } from '../../../auth/sign-in/upstream.ts'
import type { ProviderConfig } from '../../../config.ts'
import { type Finding, fault, works } from '../finding.ts'

/** The variable with the URL of a provider. */
const URL_VARIABLES = {
  github: 'DRAGOMAN_GITHUB_URL',
  gitlab: 'DRAGOMAN_GITLAB_URL',
  oidc: 'DRAGOMAN_OIDC_ISSUER',
} as const satisfies Record<ProviderConfig['kind'], string>

/** Asks each configured sign-in provider for its metadata, all at once. Returns one finding for each. */
export const checkProviders = (
  providers: readonly ProviderConfig[],
  patience?: UpstreamLimits,
): Promise<readonly Finding[]> => Promise.all(providers.map(provider => checkProvider(provider, patience)))

async function checkProvider(provider: ProviderConfig, patience?: UpstreamLimits): Promise<Finding> {
  const { kind, url } = provider
  const [check, label] = [`sign-in ${kind}`, providerLabel(provider)]
  const found = await openProvider(provider, { allowed: [] }, patience).check()
  if (found === undefined) return works(check, `${label} answers at ${url}.`)
  return fault(
    check,
    `Users cannot sign in with ${label}: ${'detail' in found ? found.detail : found.why}.`,
    `Check ${URL_VARIABLES[kind]}, and that this machine can reach it.`,
  )
}
