import { generateKeyPairSync } from 'node:crypto'
import { Provider } from 'oidc-provider'
import type { ProviderConfig } from '../../../src/config.ts'
import { openStandIn, type StandIn } from './fake-provider.ts'

/** A user at GitLab. */
interface Account {
  sub: string
  nickname: string
  name: string
  email: string
  email_verified: boolean
  groups: string[]
}

export interface FakeOpenid extends StandIn {
  readonly config: ProviderConfig
  /** The user at the browser; a test changes the fields. */
  readonly account: Account
  readonly manner: { denies: boolean }
  /** Registers the service with this base URL, which must happen first. */
  readonly trust: (base: string) => void
}

const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })

/**
 * A real OpenID provider with the claims of GitLab: `sub` is a number as text, and `groups` come with `profile`, from the userinfo endpoint alone. It
 * insists on PKCE, checks the redirect URI, and signs with RS256.
 */
export async function openFakeOpenid(
  kind: 'gitlab' | 'oidc',
  { methods = ['client_secret_basic', 'client_secret_post'] }: { readonly methods?: readonly string[] } = {},
): Promise<FakeOpenid> {
  const account: Account = {
    sub: '45',
    nickname: 'Grace_H',
    name: 'Grace Hopper',
    email: 'grace@Example.org',
    email_verified: true,
    groups: ['acme', 'acme/web'],
  }
  const manner = { denies: false }
  const client = { clientId: 'application-id', clientSecret: 'secret-of-the-application' }
  let handle: ReturnType<Provider['callback']> | undefined
  const standIn = await openStandIn(
    () => (_request, response) => response.writeHead(404).end(),
    (request, response) => {
      if (handle === undefined) return false
      void handle(request, response)
      return true
    },
  )
  const trust = (base: string): void => {
    const provider = new Provider(standIn.url, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [`${base}/login/${kind}/callback`],
          token_endpoint_auth_method: methods[0],
        },
      ],
      clientAuthMethods: methods,
      claims: {
        openid: ['sub'],
        profile: ['name', 'nickname', 'preferred_username', 'groups'],
        email: ['email', 'email_verified'],
      },
      cookies: { keys: ['a-key-of-the-stand-in'] },
      jwks: { keys: [signingKey] },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: () => ({
        accountId: account.sub,
        claims: () => ({ ...account, preferred_username: account.nickname }),
      }),
      loadExistingGrant: async () => {
        const grant = new provider.Grant({ accountId: account.sub, clientId: client.clientId })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
    const serve = provider.callback()
    handle = async (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) return serve(request, response)
      const result = manner.denies
        ? { error: 'access_denied', error_description: 'The resource owner denied the request.' }
        : { login: { accountId: account.sub } }
      return provider.interactionFinished(request, response, result)
    }
  }
  return { ...standIn, config: { kind, url: standIn.url, ...client }, account, manner, trust }
}
