import type { Log } from '../../../log.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { ClientRecord } from '../../../store/records/authorization.ts'
import type { Store } from '../../../store/store.ts'
import type { AuthSettings } from '../../settings.ts'

/** Why there is no client. */
export type ClientFault =
  | { readonly why: 'unknown' }
  /** The operator accepts no metadata documents, or only those that are built in. */
  | { readonly why: 'not_taken'; readonly setting: 'known' | 'off' }
  /** The id is an address that cannot be that of a metadata document. */
  | { readonly why: 'address'; readonly problem: string }
  /** There is something at the address, which is not a document that can be taken. */
  | { readonly why: 'document'; readonly problem: string }
  /** Nothing could be read there at this moment. */
  | { readonly why: 'unreachable' }

/** Why the metadata document of a client does not count. */
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
  /**
   * Whether the request is about what a person allowed before. A client that was used then goes on as it was last read, however long its site has not
   * been readable: what was allowed is for its person to end, and not for a site that is down.
   */
  readonly isReturning?: boolean
}

/** What came of reading an address on the network. `detail` is for the log. */
export type Fetched =
  | { readonly text: string; readonly cacheControl: string | undefined }
  | { readonly fault: { readonly why: string; readonly detail: string } }

/**
 * Finds a client by the address of its metadata document, on behalf of the request of one client address. `find` is given the means to read the
 * document; requests that want the same address at the same time share one finding, to the end of what it writes.
 */
export type FetchDocument = (
  url: string,
  address: string,
  find: (read: () => Promise<Fetched>) => Promise<ClientLookup>,
) => Promise<ClientLookup>
