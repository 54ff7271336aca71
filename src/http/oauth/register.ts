import type { IncomingMessage } from 'node:http'
import { recordEvent } from '../../auth/audit/events.ts'
import { makeRoomForClient, toCustomerNetwork } from '../../auth/oauth/clients/limit.ts'
import type { MetadataFault } from '../../auth/oauth/clients/metadata.ts'
import { toRedirectOrigin } from '../../auth/oauth/clients/redirect-uris.ts'
import { register } from '../../auth/oauth/clients/registration.ts'
import { OAuthFailure } from '../../auth/oauth/failure.ts'
import { AppError } from '../../errors.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import { UNLIMITED_LEASE } from '../limits/body-budget.ts'
import { readJson } from '../requests/body.ts'
import { RequestFault } from '../requests/fault.ts'
import type { OAuthEndpoint } from './endpoint.ts'

const MAX_BODY_BYTES = 16 * 1024

/** `POST /oauth/register`: dynamic client registration (RFC 7591). */
export const registerEndpoint: OAuthEndpoint = {
  limit: 'register',
  answer: async ({ services, exchange, address }) => {
    const json = await readMetadata(exchange.request)
    const now = services.now()
    const network = toCustomerNetwork(address)
    const outcome = register(json, { network, now })
    if ('fault' in outcome) throw toRegistrationFailure(outcome.fault)
    const { client, reply } = outcome
    const full = await services.store.transaction(async tx => {
      const wait = await makeRoomForClient(tx, network, now)
      if (wait !== undefined) return wait
      await tx.clients.insert(client)
      await recordEvent(
        tx,
        {
          action: 'client_registered',
          target: client.id,
          detail: {
            name: client.name,
            ...describeRedirects(client),
            auth_method: client.auth_method,
          },
        },
        { surface: 'oauth', requestId: exchange.requestId, now, newId: services.newId },
      )
      return undefined
    })
    if (full !== undefined) {
      throw new OAuthFailure('too_many_requests', 'Too many registered clients are still unused. Try again later.', {
        status: 429,
        retryAfter: full.retryAfter,
      })
    }
    return { status: 201, body: reply }
  },
}

/** Maximum number of redirect origins in the log, because anyone can register clients. */
const MAX_PLACES = 3

/** The origins of a client's redirect URIs. */
function describeRedirects({ redirect_uris }: Pick<ClientRecord, 'redirect_uris'>) {
  const places = [...new Set(redirect_uris.map(toRedirectOrigin))]
  return { redirects: places.slice(0, MAX_PLACES).join(' '), redirect_count: places.length }
}

/** Reports a malformed body as invalid metadata, as RFC 7591 3.2.2 requires. */
async function readMetadata(request: IncomingMessage): Promise<unknown> {
  try {
    return await readJson(request, UNLIMITED_LEASE, { limit: MAX_BODY_BYTES })
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof RequestFault) throw error
    if (error.code === 'too_large') {
      throw new OAuthFailure('invalid_client_metadata', `The body is larger than ${MAX_BODY_BYTES} bytes.`, {
        status: 413,
      })
    }
    throw new OAuthFailure('invalid_client_metadata', `${error.message} ${error.fix ?? ''}`.trim())
  }
}

function toRegistrationFailure({ why, problem }: MetadataFault): OAuthFailure {
  switch (why) {
    case 'redirect_uri':
      return new OAuthFailure('invalid_redirect_uri', problem)
    case 'metadata':
      return new OAuthFailure('invalid_client_metadata', problem)
  }
}
