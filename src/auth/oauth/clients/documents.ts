import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import { type DocumentClient, documentAddressFault, readDocument } from './document-rules.ts'
import { dropOldestDocument } from './limit.ts'
import type { ClientContext, ClientFault, ClientLookup, Fetched } from './lookup.ts'
import { pinnedDocument } from './pinned-documents.ts'

type Client = Frozen<ClientRecord>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Nothing that was read is used longer to ask a person for anything. */
const DAY_MS = 24 * HOUR_MS
/** After a reading that failed, what is used instead is used this long before the next. */
const FALLBACK_MS = 5 * MINUTE_MS

/**
 * Finds the client whose id is the address of its metadata document (draft-ietf-oauth-client-id-metadata-document): as it was read lately, or read
 * now. When that fails, the document that is pinned for the address counts, else what was read within a day; of a client that was used and comes
 * back for what it was allowed, what was read last, also after the operator switched documents off.
 */
export async function findDocumentClient(url: string, context: ClientContext): Promise<ClientLookup> {
  const { clientDocuments } = context.services.auth
  if (clientDocuments === 'off') return findReturningClient(url, clientDocuments, context)
  const problem = documentAddressFault(url)
  if (problem !== undefined) return { fault: { why: 'address', problem: `The client_id ${problem}.` } }
  if (clientDocuments === 'known')
    return (await savePinnedClient(url, context)) ?? findReturningClient(url, clientDocuments, context)
  // One finding for all who ask at once, so that it may give more than this one is to have.
  const lookup = await context.services.fetchDocument(url, context.address, read =>
    findFetchedClient(url, read, context),
  )
  const isTooOld = 'client' in lookup && getStaleTime(lookup.client) <= context.services.now().getTime()
  return isTooOld && context.isReturning !== true ? { fault: UNREACHABLE } : lookup
}

/** A document that the operator does not accept: sessions that began by it go on until they expire, and nothing new begins. */
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

/** Not what went wrong: that would tell strangers about the network of this machine. */
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

/** How long a document is good: what its site says, within 5 minutes and a day; an hour when it says nothing. */
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

/** What was read before goes on for a while: for a day after its reading, or for a client that was used, until its site can be read again. */
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

/** Keeps what was read. What the client did before stays: when it came, and when it was used. */
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
