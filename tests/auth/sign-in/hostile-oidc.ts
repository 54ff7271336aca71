import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ProviderConfig } from '../../../src/config.ts'
import { openStandIn, type SeenRequest, type StandIn } from './fake-provider.ts'
import { sendJson } from './provider-faults.ts'

/** What an id_token is made of before it is signed. */
interface IdToken {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  key: KeyObject | undefined
}

export interface HostileOpenid extends StandIn {
  readonly config: ProviderConfig
  /** What a test tampers with; by default everything is correct. */
  readonly tamper: {
    idToken: (token: IdToken) => void
    tokens: (answer: Record<string, unknown>) => void
    description: (answer: Record<string, unknown>) => void
    userinfo: (answer: Record<string, unknown>) => void
    callback: (parameters: URLSearchParams) => void
  }
  /** A key that the provider does not publish. */
  readonly foreignKey: KeyObject
}

// Keys take long to make, and are the same for every test.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** An OpenID provider that returns whatever a test wants. */
export async function openHostileOpenid(): Promise<HostileOpenid> {
  const client = { clientId: 'application-id', clientSecret: 'secret-of-the-application' }
  const leave = () => {}
  const tamper: HostileOpenid['tamper'] = {
    idToken: leave,
    tokens: leave,
    description: leave,
    userinfo: leave,
    callback: leave,
  }
  let nonce = ''
  const standIn = await openStandIn(url => {
    const answers: Record<string, (request: SeenRequest, response: ServerResponse) => void> = {
      '/.well-known/openid-configuration': (_request, response) => {
        const answer = {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          userinfo_endpoint: `${url}/userinfo`,
          // A careless server says that it signs nothing, which OpenID Connect Core 3.1.3.7 lets nobody accept here.
          id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        }
        tamper.description(answer)
        sendJson(response, 200, answer)
      },
      '/authorize': ({ url: { searchParams: asked } }, response) => {
        nonce = asked.get('nonce') ?? ''
        const back = new URL(asked.get('redirect_uri') ?? '')
        back.searchParams.set('code', 'a-code')
        back.searchParams.set('state', asked.get('state') ?? '')
        tamper.callback(back.searchParams)
        response.writeHead(302, { location: back.href }).end()
      },
      '/keys': (_request, response) => {
        sendJson(response, 200, {
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }],
        })
      },
      '/token': (_request, response) => {
        const now = Math.floor(Date.now() / 1000)
        const token: IdToken = {
          header: { alg: 'RS256', kid: 'k' },
          claims: { iss: url, aud: client.clientId, sub: 'eve', iat: now, exp: now + 300, nonce },
          key: privateKey,
        }
        tamper.idToken(token)
        const answer = { access_token: 'an-upstream-token', token_type: 'Bearer', id_token: serialize(token) }
        tamper.tokens(answer)
        sendJson(response, 200, answer)
      },
      '/userinfo': (_request, response) => {
        const answer = { sub: 'eve', preferred_username: 'eve' }
        tamper.userinfo(answer)
        sendJson(response, 200, answer)
      },
    }
    return (request, response) => {
      const give = answers[request.url.pathname]
      if (give === undefined) sendJson(response, 404, { error: 'not_found' })
      else give(request, response)
    }
  })
  return { ...standIn, config: { kind: 'oidc', url: standIn.url, ...client }, tamper, foreignKey }
}

function serialize({ header, claims, key }: IdToken): string {
  const body = [header, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = key === undefined ? '' : sign('sha256', Buffer.from(body), key).toString('base64url')
  return `${body}.${signature}`
}
