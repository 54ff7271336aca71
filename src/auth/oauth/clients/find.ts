import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { parseSecretKind } from '../../secrets.ts'
import { CAPABILITIES } from '../capabilities.ts'
import { OAuthFailure } from '../failure.ts'
import { type DocumentClient, documentAddressFault, readDocument } from './document-rules.ts'
import { dropOldestDocument } from './limit.ts'
import type { ClientContext, ClientFault, ClientLookup, DocumentFault, Fetched } from './lookup.ts'
import { pinnedDocument } from './pinned-documents.ts'

type Client = Frozen<ClientRecord>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Maximum age of a document for new authorization requests. */
const DAY_MS = 24 * HOUR_MS
/** Time that the fallback is used after a failed fetch. */
const FALLBACK_MS = 5 * MINUTE_MS

/**
 * Finds a client by the URL of its metadata document (draft-ietf-oauth-client-id-metadata-document): cached, or fetched now. If the fetch fails, uses
 * the pinned document of this URL, or one fetched within a day. A client that returns for its existing grant gets the last fetched document of any
 * age, even after the operator turned documents off.
 */
async function findDocumentClient(url: string, context: ClientContext): Promise<ClientLookup> {
  const { clientDocuments } = context.services.auth
  if (clientDocuments === 'off') return findReturningClient(url, clientDocuments, context)
  const problem = documentAddressFault(url)
  if (problem !== undefined) return { fault: { why: 'address', problem: `The client_id ${problem}.` } }
  if (clientDocuments === 'known')
    return (await savePinnedClient(url, context)) ?? findReturningClient(url, clientDocuments, context)
  // Concurrent requests share one lookup, so its result can be older than this request may use.
  const lookup = await context.services.fetchDocument(url, context.address, read =>
    findFetchedClient(url, read, context),
  )
  const isTooOld = 'client' in lookup && getStaleTime(lookup.client) <= context.services.now().getTime()
  return isTooOld && context.isReturning !== true ? { fault: UNREACHABLE } : lookup
}

/** Finds a client whose document the operator does not accept: existing grants work until they expire, and no new ones start. */
async function findReturningClient(
  url: string,
  setting: 'known' | 'off',
  { services, isReturning }: ClientContext,
): Promise<ClientLookup> {
  const known = isReturning === true ? await services.store.read.clients.get(url) : undefined
  return known === undefined || known.last_used_at === null
    ? { fault: { why: 'not_taken', setting } }
    : { client: known }
}

/** Without the reason, which would reveal the network of this machine. */
const UNREACHABLE: ClientFault = { why: 'unreachable' }

const getStaleTime = ({ fetched_at }: Client): number =>
  fetched_at === undefined ? 0 : Date.parse(fetched_at) + DAY_MS

async function findFetchedClient(
  url: string,
  read: () => Promise<Fetched>,
  context: ClientContext,
): Promise<ClientLookup> {
  const { store, now } = context.services
  const known = await store.read.clients.get(url)
  if (known?.fresh_until !== undefined && now().getTime() < Date.parse(known.fresh_until)) return { client: known }
  const lookup = await fetchClient(url, read, context)
  if (!('fault' in lookup)) return lookup
  return (await savePinnedClient(url, context)) ?? (await extendFreshness(known, lookup.fault, context)) ?? lookup
}

async function fetchClient(url: string, read: () => Promise<Fetched>, context: ClientContext): Promise<ClientLookup> {
  const { log, now } = context.services
  const readAt = now()
  const fetched = await read()
  if ('fault' in fetched) {
    const { why, detail } = fetched.fault
    log.info({ url, why, detail }, 'client metadata document not read')
    return { fault: UNREACHABLE }
  }
  const document = readDocument(fetched.text, url)
  if ('fault' in document) {
    return { fault: { why: 'document', problem: `The client metadata document at client_id ${document.fault}.` } }
  }
  return {
    client: await saveClient(document.client, { readAt, freshMs: parseFreshness(fetched.cacheControl) }, context),
  }
}

/** The cache lifetime of a document: `max-age` between 5 minutes and a day; default an hour. */
function parseFreshness(cacheControl = ''): number {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return FALLBACK_MS
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl)?.[1]
  return seconds === undefined ? HOUR_MS : Math.min(Math.max(Number(seconds) * 1000, FALLBACK_MS), DAY_MS)
}

async function savePinnedClient(url: string, context: ClientContext): Promise<ClientLookup | undefined> {
  const pinned = pinnedDocument(url)
  if (pinned === undefined) return undefined
  const document = readDocument(JSON.stringify(pinned), url)
  if ('fault' in document) throw new Error(`the pinned document ${url} ${document.fault}`)
  const { store, now } = context.services
  const known = await store.read.clients.get(url)
  const readAt = now()
  if (
    known !== undefined &&
    isSameClient(known, document.client) &&
    known.fresh_until !== undefined &&
    readAt.getTime() < Date.parse(known.fresh_until)
  ) {
    return { client: known }
  }
  return { client: await saveClient(document.client, { readAt, freshMs: HOUR_MS }, context) }
}

/** Extends the last fetched document: up to a day after its fetch, or for a used client until its site is readable again. */
async function extendFreshness(
  known: Client | undefined,
  { why }: ClientFault,
  { services }: ClientContext,
): Promise<ClientLookup | undefined> {
  if (known === undefined) return undefined
  const now = services.now().getTime()
  const end = known.last_used_at !== null && why === 'unreachable' ? Number.POSITIVE_INFINITY : getStaleTime(known)
  if (now >= end) return undefined
  const fresh_until = new Date(Math.min(now + FALLBACK_MS, end)).toISOString()
  return services.store.transaction(async tx => {
    const current = await tx.clients.get(known.id)
    if (current === undefined) return undefined
    const client = { ...current, fresh_until }
    await tx.clients.put(client)
    return { client }
  })
}

interface FetchTime {
  readonly readAt: Date
  readonly freshMs: number
}

/** Stores a fetched document and keeps the times of creation and last use. */
function saveClient(
  document: DocumentClient,
  { readAt, freshMs }: FetchTime,
  { services }: ClientContext,
): Promise<Client> {
  const times = { fetched_at: readAt.toISOString(), fresh_until: new Date(readAt.getTime() + freshMs).toISOString() }
  return services.store.transaction(async tx => {
    const known = await tx.clients.get(document.id)
    if (known === undefined) {
      const client: Client = { ...document, ...times, created_at: times.fetched_at, last_used_at: null }
      await dropOldestDocument(tx)
      await tx.clients.insert(client)
      return client
    }
    const client: Client = { ...document, ...times, created_at: known.created_at, last_used_at: known.last_used_at }
    await tx.clients.put(client)
    return client
  })
}

const isSameClient = (one: Client, other: DocumentClient): boolean =>
  one.name === other.name && one.redirect_uris.join(' ') === other.redirect_uris.join(' ')

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
