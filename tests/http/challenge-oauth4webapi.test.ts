import {
  allowInsecureRequests,
  customFetch,
  protectedResourceRequest,
  WWWAuthenticateChallengeError,
  type WWWAuthenticateChallengeParameters,
} from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERYDAY_SCOPES } from '../../src/auth/policy/scopes.ts'
import { verifies } from '../requirements.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** oauth4webapi refuses a challenge that RFC 9110 or RFC 6750 would not read, so it judges ours as a strict client would. */
describe.each([
  ['/mcp', 'mcp'],
  ['/api/projects', 'api'],
])('the challenge of %s, read by oauth4webapi', (path, resource) => {
  let deps: TestApp
  beforeAll(async () => {
    deps = await openTestApp()
  })
  afterAll(() => deps.close())

  const method = path === '/mcp' ? 'POST' : 'GET'
  const send = async (token: string | undefined): Promise<Response> =>
    protectedResourceRequest(token ?? 'removed-below', method, new URL(path, deps.url), undefined, undefined, {
      [allowInsecureRequests]: true,
      [customFetch]: (url, { headers, ...init }) => {
        const { authorization: _, ...bare } = headers
        return fetch(url, { ...init, headers: token === undefined ? bare : headers } as RequestInit)
      },
    })
  const bearerParameters = async (token?: string): Promise<WWWAuthenticateChallengeParameters> => {
    const error: unknown = await send(token).catch((reason: unknown) => reason)
    if (!(error instanceof WWWAuthenticateChallengeError)) throw new Error(`no challenge: ${String(error)}`)
    expect(error.status).toBe(401)
    expect(error.cause.map(({ scheme }) => scheme)).toEqual(['bearer'])
    return error.cause[0]?.parameters ?? {}
  }

  it('invites a client without a credential to sign in, and has no error code', async () => {
    verifies('4.5.every-request')
    const parameters = await bearerParameters()
    expect(Object.keys(parameters).toSorted()).toEqual(['realm', 'resource_metadata', 'scope'])
    expect(parameters.scope?.split(' ')).toEqual(EVERYDAY_SCOPES)
    expect(parameters['resource_metadata']).toBe(
      `${deps.services.baseUrl}/.well-known/oauth-protected-resource/${resource}`,
    )
  })

  it('reports an invalid token after a revocation, and accepts an active one', async () => {
    verifies('5.1.account-token', '3.revoke-immediate', '4.bearer-header')
    const { id, token } = await deps.token('ada', ['project:read'])
    const { status } = await send(token)
    expect(status).not.toBe(401)
    const ada = await deps.world.user('ada')
    await ada.call('revoke_token', { id })
    const parameters = await bearerParameters(token)
    expect(parameters.error).toBe('invalid_token')
    expect(parameters.error_description).toMatch(/revoked/)
    expect(parameters.error_description).not.toContain(token)
  })
})
