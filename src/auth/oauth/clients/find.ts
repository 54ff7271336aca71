import { parseSecretKind } from '../../secrets.ts'
import { CAPABILITIES } from '../capabilities.ts'
import { OAuthFailure } from '../failure.ts'
import { findDocumentClient } from './documents.ts'
import type { ClientContext, ClientFault, ClientLookup, DocumentFault } from './lookup.ts'

/** Finds a client by `client_id`: a registered client, or the URL of a metadata document. */
export async function findClient(clientId: string, context: ClientContext): Promise<ClientLookup> {
  if (/^https?:/i.test(clientId)) return findDocumentClient(clientId, context)
  const client =
    parseSecretKind(clientId) === 'svcc' ? await context.services.store.read.clients.get(clientId) : undefined
  return client === undefined ? { fault: { why: 'unknown' } } : { client }
}

/** Converts a fault to an error: 401 `invalid_client`, after which clients register again, or 503 if the document may be readable later. */
export function clientFailure(fault: ClientFault): OAuthFailure {
  switch (fault.why) {
    case 'unknown':
      return new OAuthFailure('invalid_client', 'The client_id is unknown. Register again.', { status: 401 })
    case 'not_taken':
      return new OAuthFailure(
        'invalid_client',
        `${documentProblem(fault)} Register at ${CAPABILITIES.paths.register} instead.`,
        { status: 401 },
      )
    case 'address':
      return new OAuthFailure('invalid_client', documentProblem(fault), { status: 401 })
    case 'document':
      return new OAuthFailure('invalid_client', `${documentProblem(fault)} ${WITHOUT_DOCUMENTS}`, { status: 401 })
    case 'unreachable':
      return new OAuthFailure(
        'temporarily_unavailable',
        `${documentProblem(fault)} Try again in a minute. If it still fails, ask the operator to allow outgoing HTTPS. ${WITHOUT_DOCUMENTS}`,
        { status: 503, retryAfter: 30 },
      )
  }
}

const WITHOUT_DOCUMENTS = 'With DRAGOMAN_CLIENT_DOCUMENTS=off, clients register instead.'

/** Describes the fault of a metadata document in one sentence. */
export function documentProblem(fault: DocumentFault): string {
  switch (fault.why) {
    case 'not_taken':
      return fault.setting === 'off'
        ? 'This server accepts no client metadata documents (DRAGOMAN_CLIENT_DOCUMENTS=off).'
        : 'This server accepts only built-in client metadata documents (DRAGOMAN_CLIENT_DOCUMENTS=known). This one is not built in.'
    case 'address':
    case 'document':
      return fault.problem
    case 'unreachable':
      return 'The server cannot read the client metadata document at client_id.'
  }
}
