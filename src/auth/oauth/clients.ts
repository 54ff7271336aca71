import type { Log } from '../../log.ts'
import type { ClientRecord } from '../../store/records/authorization.ts'
import type { Frozen, Store } from '../../store/store.ts'
import { kindOf } from '../secrets.ts'
import type { AuthSettings } from '../settings.ts'
import { CAPABILITIES } from './capabilities.ts'
import { findDocumentClient } from './client-documents.ts'
import { OAuthFailure } from './failure.ts'
import type { FetchDocument } from './fetch-document.ts'

/** Why there is no client. */
export type ClientFault =
  | { readonly why: 'unknown' }
  /** The operator takes no metadata documents, or not this one. */
  | { readonly why: 'not_taken' }
  /** The id is an address that cannot be that of a metadata document. */
  | { readonly why: 'address'; readonly problem: string }
  /** There is something at the address, which is not a document that can be taken. */
  | { readonly why: 'document'; readonly problem: string }
  /** Nothing could be read there at this moment. */
  | { readonly why: 'unreachable'; readonly problem: string }

export type ClientLookup = { readonly client: Frozen<ClientRecord> } | { readonly fault: ClientFault }

export interface ClientContext {
  readonly services: {
    readonly store: Store
    readonly log: Pick<Log, 'info'>
    readonly now: () => Date
    readonly auth: Pick<AuthSettings, 'clientDocuments'>
    readonly fetchDocument: FetchDocument
  }
  /** The client address of the request. */
  readonly address: string
  /**
   * Whether the request is about what a person allowed before. A client that was used then goes on as it was last read, however long its site has not
   * been readable: what was allowed is for its person to end, and not for a site that is down.
   */
  readonly isReturning?: boolean
}

/** Finds the client behind a `client_id`: one that registered, or one whose id is the address of its metadata document. */
export async function findClient(clientId: string, context: ClientContext): Promise<ClientLookup> {
  if (/^https?:/i.test(clientId)) return findDocumentClient(clientId, context)
  const client = kindOf(clientId) === 'svcc' ? await context.services.store.read.clients.get(clientId) : undefined
  return client === undefined ? { fault: { why: 'unknown' } } : { client }
}

/** What a client that asks for tokens is told: 401 `invalid_client`, on which clients register again, or 503 when its document may be readable later. */
export function clientFailure(fault: ClientFault): OAuthFailure {
  switch (fault.why) {
    case 'unknown':
      return new OAuthFailure('invalid_client', 'No client has this client_id here. Register again.', { status: 401 })
    case 'not_taken':
      return new OAuthFailure(
        'invalid_client',
        `This server does not take this client metadata document as client_id. Register at ${CAPABILITIES.paths.register}.`,
        { status: 401 },
      )
    case 'address':
    case 'document':
      return new OAuthFailure('invalid_client', fault.problem, { status: 401 })
    case 'unreachable':
      return new OAuthFailure('temporarily_unavailable', fault.problem, { status: 503, retryAfter: 30 })
  }
}
