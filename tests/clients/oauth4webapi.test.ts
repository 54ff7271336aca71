import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'
import { verifies } from '../requirements.ts'
import { openUser } from './user.ts'

/** Stricter than any MCP client, and follows the RFCs to the letter. */
const REDIRECT = 'http://127.0.0.1:59656/callback?own=1'
/** The service is on this machine, without TLS. */
const plain = { [oauth.allowInsecureRequests]: true } as const

const dragoman = allTests(() => startDragoman())
const user = allTests(() => openUser(dragoman))
let server: oauth.AuthorizationServer
let client: oauth.Client

beforeAll(async () => {
  const mcp = new URL(`${dragoman.url}/mcp`)
  const resource = await oauth.processResourceDiscoveryResponse(mcp, await oauth.resourceDiscoveryRequest(mcp, plain))
  const issuer = new URL(resource.authorization_servers?.[0] ?? '')
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plain })
  server = await oauth.processDiscoveryResponse(issuer, discovered)
  client = await register('none')
})

async function register(method: string): Promise<oauth.Client> {
  const metadata = {
    client_name: 'A strict client',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
  }
  const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, plain)
  return oauth.processDynamicClientRegistrationResponse(answer)
}

function secretOf({ client_secret }: oauth.Client): string {
  if (typeof client_secret !== 'string') throw new Error('the registration gave no secret')
  return client_secret
}

/** The whole code flow, up to the token answer. */
async function authorize(
  of = client,
  authentication = oauth.None(),
  scope?: string,
): Promise<oauth.TokenEndpointResponse> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: of.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: `${dragoman.url}/mcp`,
    ...(scope !== undefined && { scope }),
  }).toString()
  const back = await user.answer(url)
  // It refuses an answer whose `iss` is not the issuer, or is missing though the metadata promise it (RFC 9207).
  const parameters = oauth.validateAuthResponse(server, of, back, state)
  const sent = { ...plain, additionalParameters: { resource: `${dragoman.url}/mcp` } }
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    of,
    authentication,
    parameters,
    REDIRECT,
    verifier,
    sent,
  )
  return oauth.processAuthorizationCodeResponse(server, of, answer)
}

async function whoAmI(token: string): Promise<number> {
  const answer = await oauth.protectedResourceRequest(
    token,
    'GET',
    new URL(`${dragoman.url}/api/user`),
    undefined,
    undefined,
    plain,
  )
  await answer.body?.cancel()
  return answer.status
}

const refreshed = async (
  token = '',
  of = client,
  authentication = oauth.None(),
): Promise<oauth.TokenEndpointResponse> => {
  const answer = await oauth.refreshTokenGrantRequest(server, of, authentication, token, plain)
  return oauth.processRefreshTokenResponse(server, of, answer)
}

describe('oauth4webapi', () => {
  it('discovers, registers, authorizes with PKCE, and gets a token that works', async () => {
    verifies('9.oauth-2.1', '5.2.register-none')
    expect(server).toMatchObject({ issuer: dragoman.url, code_challenge_methods_supported: ['S256'] })
    expect(client).toMatchObject({ token_endpoint_auth_method: 'none', client_secret: expect.stringMatching(/^svcs_/) })
    const { access_token, token_type, refresh_token, scope } = await authorize()
    expect(token_type).toBe('bearer')
    expect(refresh_token).toMatch(/^svcr_/)
    expect(scope?.split(' ')).toContain('project:write')
    expect(await whoAmI(access_token)).toBe(200)
  })

  it.each([
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ])('does the same with %s', async (method, authenticate) => {
    const confidential = await register(method)
    const authentication = authenticate(secretOf(confidential))
    const { refresh_token } = await authorize(confidential, authentication)
    const { access_token } = await refreshed(refresh_token, confidential, authentication)
    expect(await whoAmI(access_token)).toBe(200)
    await expect(refreshed(refresh_token, confidential)).rejects.toMatchObject({ status: 401, error: 'invalid_client' })
  })

  it('introspects with the secret that a client without an authentication method received', async () => {
    const { access_token } = await authorize(client, oauth.None(), 'project:read user:read')
    const secret = oauth.ClientSecretBasic(secretOf(client))
    const answer = await oauth.introspectionRequest(server, client, secret, access_token, plain)
    expect(await oauth.processIntrospectionResponse(server, client, answer)).toMatchObject({
      active: true,
      client_id: client.client_id,
      iss: dragoman.url,
      aud: `${dragoman.url}/mcp`,
      scope: 'user:read project:read',
    })
  })

  it('revokes an access token and a refresh token', async () => {
    const revoke = async (token = ''): Promise<void> => {
      const answer = await oauth.revocationRequest(server, client, oauth.None(), token, plain)
      await oauth.processRevocationResponse(answer)
    }
    const { access_token, refresh_token } = await authorize()
    await revoke(access_token)
    await expect(whoAmI(access_token)).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
    await revoke(refresh_token)
    await expect(refreshed(refresh_token)).rejects.toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('receives a denial as an access_denied error', async () => {
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      state: 'of-the-client',
      code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
      code_challenge_method: 'S256',
    }).toString()
    const back = await user.answer(url, { deny: true })
    expect(() => oauth.validateAuthResponse(server, client, back, 'of-the-client')).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    )
  })

  it('signs a device in by its user code', async () => {
    const asked = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), { scope: 'project:read' }, plain)
    const device = await oauth.processDeviceAuthorizationResponse(server, client, asked)
    expect(device.verification_uri).toBe(`${dragoman.url}/device`)
    const poll = async (): Promise<oauth.TokenEndpointResponse> =>
      oauth.processDeviceCodeResponse(
        server,
        client,
        await oauth.deviceCodeGrantRequest(server, client, oauth.None(), device.device_code, plain),
      )
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' })
    await user.allowDevice(device.verification_uri_complete ?? '')
    const { access_token, scope } = await poll()
    expect(scope).toBe('project:read')
    expect(access_token).toMatch(/^svco_/)
  })
})
