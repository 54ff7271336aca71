import {
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  clockTolerance,
  discoveryRequest,
  getValidatedIdTokenClaims,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import { z } from 'zod'
import type { ProviderConfig } from '../../config.ts'
import type { Provider, VerifiedIdentity } from './provider.ts'
import { orSignInFault, type SignInFault, toSignInFault, UpstreamFailure } from './sign-in-fault.ts'
import { getRequiredData, parseEmailDomain, type Rule } from './sign-in-rules.ts'
import { assertSafe, type UpstreamLimits, upstreamOptions } from './upstream.ts'

/** The part of the provider metadata that this module reads. The library checks the rest. */
const Description = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
})

/** The claims that this module reads. */
const Claims = z.object({
  preferred_username: z.string().min(1).optional().catch(undefined),
  nickname: z.string().min(1).optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  groups: z.array(z.string()).optional().catch(undefined),
})

/** Accepted difference between the clocks of the provider and this server. */
const TOLERANCE_SECONDS = 30

/**
 * Opens GitLab or any other OpenID Connect provider. Reads its metadata at each sign-in, so that a rotated key or a moved endpoint needs no restart.
 */
export function openOpenid(config: ProviderConfig, rules: readonly Rule[], patience: UpstreamLimits): Provider {
  const { kind, url, clientId, clientSecret } = config
  const client: Client = { client_id: clientId, [clockTolerance]: TOLERANCE_SECONDS }
  const options = upstreamOptions(url, patience)
  const needs = getRequiredData(rules, kind)
  // GitLab includes `groups` in the scope `profile`.
  const scope = ['openid', 'profile', ...(needs.emails ? ['email'] : [])].join(' ')

  return {
    check: async () => {
      const found = await orSignInFault(findAuthorizationUrl)
      return 'fault' in found ? found.fault : undefined
    },
    begin: ({ state, nonce, verifier }, redirectUri) =>
      orSignInFault(async () => {
        const location = await findAuthorizationUrl()
        const fields = {
          client_id: clientId,
          response_type: 'code',
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }
        for (const [name, value] of Object.entries(fields)) location.searchParams.set(name, value)
        return { location }
      }),
    finish: ({ state, nonce, verifier }, redirectUri, answer) =>
      orSignInFault(async () => {
        const server = await discover()
        const parameters = validateAuthResponse(server, client, answer, state)
        const authentication = selectAuthMethod(server)(clientSecret)
        const response = await authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          parameters,
          redirectUri,
          verifier,
          options,
        )
        const tokens = await processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        })
        const proven = getValidatedIdTokenClaims(tokens)
        if (proven === undefined) return { fault: untrustedFault('the token response has no id_token') }
        const isSigned = await checkSignature(server, response)
        if (!isSigned) return { fault: untrustedFault('the signature of the id_token is not valid') }
        const { sub, iss } = proven
        const more = Claims.parse(await askMore(server, tokens.access_token, sub))
        return { identity: toVerifiedIdentity({ kind, iss, sub }, [more, Claims.parse(proven)]) }
      }),
  }

  async function findAuthorizationUrl(): Promise<URL> {
    return assertSafe(new URL((await discover()).authorization_endpoint))
  }

  async function discover() {
    const issuer = new URL(url)
    const response = await discoveryRequest(issuer, { ...options, algorithm: 'oidc' })
    const described = Description.safeParse(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    )
    if (!described.success) throw new UpstreamFailure(`${url} has no valid OpenID configuration`)
    const named = new URL(described.data.issuer).href
    // The library refuses it, too, without saying which one it is.
    if (named !== issuer.href) {
      throw new UpstreamFailure(
        `${url} has the OpenID configuration of another issuer, ${described.data.issuer.slice(0, 200)}`,
      )
    }
    try {
      const server = await processDiscoveryResponse(issuer, response)
      return { ...server, authorization_endpoint: described.data.authorization_endpoint }
    } catch (error) {
      // The server at this URL is not the issuer that the operator configured: not a fault of the browser.
      const fault = toSignInFault(error)
      throw new UpstreamFailure(
        `${url} has a wrong OpenID configuration: ${'detail' in fault ? fault.detail : fault.why}`,
      )
    }
  }

  /** TLS alone would suffice (OpenID Connect Core 3.1.3.7), unless a proxy decrypts the connection. */
  async function checkSignature(server: AuthorizationServer, response: Response): Promise<boolean> {
    try {
      await validateApplicationLevelSignature(server, response, options)
      return true
    } catch (error) {
      // Treats a key that cannot be imported like a wrong key.
      if (error instanceof DOMException) return false
      const fault = toSignInFault(error)
      if (fault.why === 'upstream') throw error
      return false
    }
  }

  async function askMore(server: AuthorizationServer, token: string, subject: string): Promise<object> {
    if (server.userinfo_endpoint === undefined) return {}
    const response = await userInfoRequest(server, client, token, options)
    return processUserInfoResponse(server, client, subject, response)
  }
}

const untrustedFault = (detail: string): SignInFault => ({ why: 'untrusted', detail })

/** RFC 8414 2: the default is HTTP Basic. */
function selectAuthMethod({ token_endpoint_auth_methods_supported: methods }: AuthorizationServer) {
  const isBasic = methods === undefined || methods.includes('client_secret_basic')
  return isBasic ? ClientSecretBasic : ClientSecretPost
}

interface VerifiedSubject {
  readonly kind: ProviderConfig['kind']
  readonly iss: string
  readonly sub: string
}

type ClaimSet = z.infer<typeof Claims>

/** `claimSets`: claims of each source, the most reliable first. */
function toVerifiedIdentity({ kind, iss, sub }: VerifiedSubject, claimSets: readonly ClaimSet[]): VerifiedIdentity {
  const first = <K extends keyof ClaimSet>(name: K): ClaimSet[K] =>
    claimSets.find(claims => claims[name] !== undefined)?.[name]
  return {
    provider: kind,
    issuer: iss,
    subject: sub,
    login: stripEmailDomain(first('preferred_username') ?? first('nickname') ?? sub).slice(0, 100),
    groups: (first('groups') ?? []).map(group => group.toLowerCase()),
    domains: verifiedDomains(claimSets),
  }
}

/** OpenID Connect Core 5.1: `email_verified` applies to the `email` of the same source only. */
function verifiedDomains(claimSets: readonly ClaimSet[]): readonly string[] {
  const { email, email_verified } =
    claimSets.find(claims => claims.email !== undefined && claims.email_verified !== undefined) ?? {}
  const domain = email === undefined || email_verified !== true ? undefined : parseEmailDomain(email)
  return domain === undefined ? [] : [domain]
}

/** Some providers use an e-mail address as the username. The domain is not stored. */
const stripEmailDomain = (name: string): string => name.replace(/(?<=.)@.*$/s, '')
