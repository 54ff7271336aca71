import type { Log } from '../../../log.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import type { Store } from '../../../store/store.ts'
import type { AuthSettings } from '../../settings.ts'

/** The reason why a client was not found. */
export type ClientFault =
  | { readonly why: 'unknown' }
  /** The operator accepts no metadata documents, or only built-in ones. */
  | { readonly why: 'not_taken'; readonly setting: 'known' | 'off' }
  /** The ID is a URL that can't be that of a metadata document. */
  | { readonly why: 'address'; readonly problem: string }
  /** The document at the URL is not valid. */
  | { readonly why: 'document'; readonly problem: string }
  /** The document can't be fetched at the moment. */
  | { readonly why: 'unreachable' }

/** The reason why the metadata document of a client is not accepted. */
export type DocumentFault = Exclude<ClientFault, { why: 'unknown' }>

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
  /** Whether the request uses an existing grant. The last fetched document is then valid at any age: only the user ends a grant, not a site that is down. */
  readonly isReturning?: boolean
}

/** The result of a fetch. `detail` is for the log. */
export type Fetched =
  | { readonly text: string; readonly cacheControl: string | undefined }
  | { readonly fault: { readonly why: string; readonly detail: string } }

/**
 * Finds a client by the URL of its metadata document, for a request of one client address. `find` gets a function that fetches the document.
 * Concurrent requests for one URL share one lookup, including its writes.
 */
export type FetchDocument = (
  url: string,
  address: string,
  find: (read: () => Promise<Fetched>) => Promise<ClientLookup>,
) => Promise<ClientLookup>
