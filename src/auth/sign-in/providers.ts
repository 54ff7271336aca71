import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  processAuthorizationCodeResponse,
  protectedResourceRequest,
  validateAuthResponse,
} from 'oauth4webapi'
import { z } from 'zod'
import type { ProviderConfig } from '../../config.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'
import type { AuthSettings } from '../settings.ts'
import { openOpenid } from './openid.ts'
import type { Provider } from './provider.ts'
import { orSignInFault, toSignInFault, UpstreamFailure } from './sign-in-fault.ts'
import { getRequiredData, parseEmailDomain, parseRules, type Rule } from './sign-in-rules.ts'
import { DEFAULT_UPSTREAM_LIMITS, fetchPublic, type UpstreamLimits, upstreamOptions } from './upstream.ts'

/** The public facts of a server, or its refusal: a private server, or too many requests without a token. */
const Meta = z.union([z.object({ verifiable_password_authentication: z.boolean() }), z.object({ message: z.string() })])
const User = z.object({ id: z.int().positive(), login: z.string().min(1).max(100) })
const Membership = z.object({ state: z.string() })
const Emails = z.array(z.object({ email: z.string(), verified: z.boolean() }))

/** Opens github.com or a GitHub Enterprise server as a provider. GitHub has no OpenID Connect, so the identity comes from its API. */
function openGithub(config: ProviderConfig, rules: readonly Rule[], patience: UpstreamLimits): Provider {
  const { url, clientId, clientSecret } = config
  const server: AuthorizationServer = {
    // GitHub sends this `iss` (langfuse/langfuse#13091). A response with another one is rejected (RFC 9207 2.4).
    issuer: `${url}/login/oauth`,
    authorization_endpoint: `${url}/login/oauth/authorize`,
    token_endpoint: `${url}/login/oauth/access_token`,
  }
  const client: Client = { client_id: clientId }
  const options = upstreamOptions(url, patience)
  const needs = getRequiredData(rules, 'github')
  const scope = [...(needs.groups.length > 0 ? ['read:org'] : []), ...(needs.emails ? ['user:email'] : [])].join(' ')
  const ask = async (token: string, path: string): Promise<Response> =>
    protectedResourceRequest(token, 'GET', new URL(toApiUrl(url) + path), new Headers(API_HEADERS), undefined, options)

  return {
    check: async () => {
      try {
        const address = `${toApiUrl(url)}/meta`
        const response = await fetchPublic(address, API_HEADERS, patience)
        const isGithub = Meta.safeParse(tryParseJson(await response.text())).success && response.status !== 404
        return isGithub ? undefined : { why: 'upstream', detail: `${address} is not the API of a GitHub server` }
      } catch (error) {
        return toSignInFault(error)
      }
    },
    begin: async ({ state, verifier }, redirectUri) => {
      const location = new URL(`${url}/login/oauth/authorize`)
      location.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(scope !== '' && { scope }),
      }).toString()
      return { location }
    },
    finish: ({ state, verifier }, redirectUri, answer) =>
      orSignInFault(async () => {
        const authentication = ClientSecretPost(clientSecret)
        const { access_token: token } = await processAuthorizationCodeResponse(
          server,
          client,
          await authorizationCodeGrantRequest(
            server,
            client,
            authentication,
            validateAuthResponse(server, client, answer, state),
            redirectUri,
            verifier,
            options,
          ),
        )
        const { id, login } = await parseApiResponse(User, await ask(token, '/user'))
        const groups: string[] = []
        for (const group of needs.groups) if (await isMember(await memberships(token, group))) groups.push(group)
        const domains = needs.emails ? await verifiedDomains(await ask(token, '/user/emails?per_page=100')) : []
        return { identity: { provider: 'github', issuer: url, subject: String(id), login, groups, domains } }
      }),
  }

  function memberships(token: string, organization: string): Promise<Response> {
    return ask(token, `/user/memberships/orgs/${organization}`)
  }
}

const API_HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' }

/** GitHub Enterprise serves its API below its own URL. */
const toApiUrl = (url: string): string => (url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`)

/** 404: not a member; 403: the organization has not approved this OAuth app. */
async function isMember(response: Response): Promise<boolean> {
  if (response.status === 404 || response.status === 403) return false
  return (await parseApiResponse(Membership, response)).state === 'active'
}

async function verifiedDomains(response: Response): Promise<readonly string[]> {
  return (await parseApiResponse(Emails, response)).flatMap(({ email, verified }) =>
    verified ? (parseEmailDomain(email) ?? []) : [],
  )
}

async function parseApiResponse<T>(schema: z.ZodType<T>, response: Response): Promise<T> {
  if (response.status !== 200) throw new UpstreamFailure(`the GitHub API returned status ${response.status}`)
  const text = await response.text()
  const parsed = schema.safeParse(tryParseJson(text))
  if (parsed.success) return parsed.data
  throw new UpstreamFailure('the GitHub API returned an unexpected body')
}

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
