import { CAPABILITIES, DEVICE_GRANT, type GrantType } from '../../auth/oauth/capabilities.ts'
import type { Caller } from '../../auth/oauth/clients/authentication.ts'
import { assertGrantTypeAllowed } from '../../auth/oauth/clients/grant-types.ts'
import { exchangeDeviceCode } from '../../auth/oauth/device/exchange.ts'
import { OAuthFailure } from '../../auth/oauth/failure.ts'
import { parseResources } from '../../auth/oauth/resources.ts'
import { exchangeCode } from '../../auth/oauth/token/exchange-code.ts'
import { type TokenRefusal, tokenFailure } from '../../auth/oauth/token/fault.ts'
import type { TokenContext } from '../../auth/oauth/token/first-tokens.ts'
import type { IssuedTokens } from '../../auth/oauth/token/issue.ts'
import type { RequestedAccess } from '../../auth/oauth/token/narrow.ts'
import { refreshTokens } from '../../auth/oauth/token/refresh.ts'
import type { Transaction } from '../../store/store.ts'
import { requireClient } from './client.ts'
import type { OAuthEndpoint } from './endpoint.ts'
import { type Parameters, readParameters } from './parameters.ts'

type GrantResult = IssuedTokens | TokenRefusal

/** Runs one grant type in the transaction of the request. */
type RunGrant = (tx: Transaction, context: TokenContext) => Promise<GrantResult>

/** Reads the parameters of a grant type from the request, before any lookup. */
type PrepareGrant = (caller: Caller, parameters: Parameters, asked: RequestedAccess) => RunGrant

/** POST /oauth/token (RFC 6749 3.2). */
export const tokenEndpoint: OAuthEndpoint = {
  limit: 'token',
  answer: async call => {
    const { services, exchange } = call
    const parameters = await readParameters(exchange)
    const grantType = parseGrantType(parameters)
    const caller = await requireClient(call, parameters)
    assertGrantTypeAllowed(caller.client, grantType)
    const resources = parameters.resources()
    const work = GRANTS[grantType](caller, parameters, {
      scopes: parameters.scopes(),
      resources: resources && parseResources(resources, exchange.baseUrl),
    })
    const { newId, auth } = services
    const context = { now: services.now(), newId, lifetimes: auth.lifetimes, requestId: exchange.requestId }
    const issued = await services.store.transaction(tx => work(tx, context))
    if ('fault' in issued) {
      if (issued.userId !== undefined) exchange.facts.user_id = issued.userId
      throw tokenFailure(issued.fault)
    }
    return { status: 200, body: toTokenResponse(issued) }
  },
}

const GRANTS: Readonly<Record<GrantType, PrepareGrant>> = {
  authorization_code: (caller, parameters, asked) => {
    const [code, verifier] = [parameters.require('code'), parameters.require('code_verifier')]
    const redirectUri = parameters.get('redirect_uri')
    return (tx, context) => exchangeCode(tx, { caller, code, verifier, redirectUri, ...asked }, context)
  },
  refresh_token: (caller, parameters, asked) => {
    const value = parameters.require('refresh_token')
    return (tx, context) => refreshTokens(tx, { caller, token: value, ...asked }, context)
  },
  [DEVICE_GRANT]: (caller, parameters, asked) => {
    const deviceCode = parameters.require('device_code')
    return (tx, context) => exchangeDeviceCode(tx, { caller, deviceCode, ...asked }, context)
  },
}

function parseGrantType(parameters: Parameters): GrantType {
  const given = parameters.require('grant_type')
  const known = CAPABILITIES.grantTypes.find(type => type === given)
  if (known !== undefined) return known
  throw new OAuthFailure('unsupported_grant_type', `grant_type is not one of ${CAPABILITIES.grantTypes.join(', ')}.`)
}

function toTokenResponse({ accessToken, refreshToken, expiresIn, scope }: IssuedTokens) {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    scope,
  }
}
