/** What came of reading an address on the network. */
export type Fetched =
  | { readonly text: string; readonly cacheControl: string | undefined }
  | { readonly fault: { readonly why: string; readonly detail: string } }

/** What came of reading one when not every request may lead to a reading. */
export type GovernedFetch = Fetched | { readonly fault: { readonly why: 'busy'; readonly detail: string } }

/** Reads the metadata document of a client, on behalf of the request of one client address. */
export type FetchDocument = (url: string, address: string) => Promise<GovernedFetch>
