import { CAPABILITIES, DEVICE_GRANT, type GrantType } from '../../auth/oauth/capabilities.ts'
import type { Caller } from '../../auth/oauth/clients/authentication.ts'
import { toCustomerNetwork } from '../../auth/oauth/clients/limit.ts'
import { assertGrantTypeAllowed } from '../../auth/oauth/clients/negotiate.ts'
import { exchangeDeviceCode } from '../../auth/oauth/device/exchange.ts'
import { createDeviceRequest, DEVICE_LIFETIME_MS, POLL_SECONDS } from '../../auth/oauth/device/request.ts'
import { OAuthFailure } from '../../auth/oauth/failure.ts'
import { readScopes } from '../../auth/oauth/requested-scopes.ts'
import { parseResources } from '../../auth/oauth/resources.ts'
import { exchangeCode } from '../../auth/oauth/token/exchange-code.ts'
import { type TokenRefusal, tokenFailure } from '../../auth/oauth/token/fault.ts'
import type { TokenContext } from '../../auth/oauth/token/first-tokens.ts'
import { introspect } from '../../auth/oauth/token/introspect.ts'
import type { IssuedTokens } from '../../auth/oauth/token/issue.ts'
import type { RequestedAccess } from '../../auth/oauth/token/narrow.ts'
import { refreshTokens } from '../../auth/oauth/token/refresh.ts'
import { findRevocation, isRevocable, type RevocationTables, revoke } from '../../auth/oauth/token/revoke.ts'
import type { Transaction } from '../../store/store.ts'
import { echo } from '../../text/escape.ts'
import { requireClient } from './client.ts'
import type { OAuthEndpoint } from './endpoint.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { registerEndpoint } from './register.ts'

type GrantResult = IssuedTokens | TokenRefusal

/** Runs one grant type in the transaction of the request. */
type RunGrant = (tx: Transaction, context: TokenContext) => Promise<GrantResult>

/** Reads the parameters of a grant type from the request, before any lookup. */
type PrepareGrant = (caller: Caller, parameters: Parameters, access: RequestedAccess) => RunGrant

/** POST /oauth/token (RFC 6749 3.2). */
const tokenEndpoint: OAuthEndpoint = {
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
  authorization_code: (caller, parameters, access) => {
    const [code, verifier] = [parameters.require('code'), parameters.require('code_verifier')]
    const redirectUri = parameters.get('redirect_uri')
    return (tx, context) => exchangeCode(tx, { caller, code, verifier, redirectUri, ...access }, context)
  },
  refresh_token: (caller, parameters, access) => {
    const value = parameters.require('refresh_token')
    return (tx, context) => refreshTokens(tx, { caller, token: value, ...access }, context)
  },
  [DEVICE_GRANT]: (caller, parameters, access) => {
    const deviceCode = parameters.require('device_code')
    return (tx, context) => exchangeDeviceCode(tx, { caller, deviceCode, ...access }, context)
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

/** POST /oauth/device_authorization (RFC 8628 3.1). */
const deviceAuthorizationEndpoint: OAuthEndpoint = {
  limit: 'device_authorization',
  answer: async call => {
    const { services, exchange } = call
    const { store, newId, auth, baseUrl } = services
    const parameters = await readParameters(exchange)
    const { client } = await requireClient(call, parameters, { isNew: true })
    assertGrantTypeAllowed(client, DEVICE_GRANT)
    const { scopes, scope_given } = readScopes(parameters.get('scope') ?? '', auth.challengeScopes)
    const resources = parseResources(parameters.resources() ?? [], exchange.baseUrl)
    const now = services.now()
    const network = toCustomerNetwork(call.address)
    const { deviceCode, userCode } = await store.transaction(tx =>
      createDeviceRequest(
        tx,
        { clientId: client.id, scopes, scopeGiven: scope_given, resources, network },
        { now, newId },
      ),
    )
    const verification = `${baseUrl}${CAPABILITIES.paths.verification}`
    return {
      status: 200,
      body: {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: verification,
        verification_uri_complete: `${verification}?user_code=${userCode}`,
        expires_in: DEVICE_LIFETIME_MS / 1000,
        interval: POLL_SECONDS,
      },
    }
  },
}

/**
 * POST /oauth/revoke (RFC 7009). Ignores `token_type_hint`, because the token shows its type. Unknown tokens and tokens
 * of other clients get the same response as a revoked one; the log tells them apart.
 */
const revokeEndpoint: OAuthEndpoint = {
  limit: 'revoke',
  answer: async call => {
    const { services, exchange } = call
    const { store, newId } = services
    const parameters = await readParameters(exchange)
    const caller = await requireClient(call, parameters, { demand: 'client' })
    const token = parameters.require('token')
    const auditContext = { now: services.now(), newId, requestId: exchange.requestId }
    const find = (read: RevocationTables) => findRevocation(token, caller, read, auditContext.now)
    let found = await find(store.read)
    if (isRevocable(found)) {
      // Looked up again inside the transaction: another request may have changed it.
      found = await store.transaction(
        async tx => {
          const again = await find(tx)
          if (isRevocable(again)) await revoke(tx, again, auditContext)
          return again
        },
        { urgent: true },
      )
    }
    if (found.kind === 'of_other_client') {
      const facts = { client_id: echo(caller.client.id), token_kind: found.token, owner_client_id: echo(found.owner) }
      exchange.log.info(facts, 'token not revoked: it belongs to another client')
    }
    return { status: 200, body: undefined }
  },
}

/**
 * POST /oauth/introspect (RFC 7662). Requires a client secret and reports only the client's own tokens. Writes nothing.
 */
const introspectEndpoint: OAuthEndpoint = {
  limit: 'introspect',
  answer: async call => {
    const { services, exchange } = call
    const parameters = await readParameters(exchange)
    const { client } = await requireClient(call, parameters, { demand: 'secret' })
    const token = parameters.require('token')
    const body = await introspect(token, client, services.store.read, {
      now: services.now(),
      issuer: exchange.baseUrl,
    })
    return { status: 200, body }
  },
}

/** The endpoints that clients call directly, by path. */
export const OAUTH_ENDPOINTS: Readonly<Record<string, OAuthEndpoint>> = {
  [CAPABILITIES.paths.register]: registerEndpoint,
  [CAPABILITIES.paths.token]: tokenEndpoint,
  [CAPABILITIES.paths.revoke]: revokeEndpoint,
  [CAPABILITIES.paths.introspect]: introspectEndpoint,
  [CAPABILITIES.paths.device]: deviceAuthorizationEndpoint,
}
