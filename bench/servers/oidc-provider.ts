import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { type Authorization, CHALLENGE, onCodes, REDIRECT } from './authorization.ts'
import { listen, report } from './peer.ts'

/**
 * oidc-provider as an authorization server for one confidential client: opaque tokens, rotation, PKCE. It keeps everything in memory, with the
 * adapter that it brings; no `openid` scope, so that it signs nothing.
 */
const CLIENT = { id: 'bench', secret: 'a-secret-of-the-benchmark-00000000' }

const server = createServer()
const port = await listen(server)
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'native',
    },
  ],
  features: {
    devInteractions: { enabled: false },
    introspection: { enabled: true },
    registration: { enabled: true },
    revocation: { enabled: true },
  },
  scopes: ['offline_access', 'project:read', 'project:write'],
  findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  ttl: { AccessToken: 3600, AuthorizationCode: 600, RefreshToken: 3600, Grant: 3600 },
})
const handle = provider.callback()
server.on('request', (request, response) => void handle(request, response))

onCodes(async count => {
  const client = await provider.Client.find(CLIENT.id)
  if (client === undefined) throw new Error('the client is not there')
  return Promise.all(
    Array.from({ length: count }, async () => {
      const grant = new provider.Grant({ accountId: 'ada', clientId: CLIENT.id })
      grant.addOIDCScope('offline_access project:read project:write')
      const code = new provider.AuthorizationCode({
        accountId: 'ada',
        client,
        grantId: await grant.save(),
        redirectUri: REDIRECT,
        scope: 'offline_access project:read project:write',
        codeChallenge: CHALLENGE,
        codeChallengeMethod: 'S256',
        gty: 'authorization_code',
      })
      return code.save()
    }),
  )
})

const authorization: Authorization = {
  token: '/token',
  introspect: '/token/introspection',
  register: '/reg',
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
}
report({ port, path: '/token', authorization })
