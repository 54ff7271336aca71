/** Media type of JSON Lines (https://jsonlines.org). */
export const JSON_LINES = 'application/jsonl'

/** A page of a listing: its rows, under the listing's name, and the next cursor. */
type Page = Readonly<Record<string, unknown>> & { readonly next_cursor?: string | undefined }

/** Streams a whole listing as JSON Lines, one chunk per page. Reads a page only after the previous one was consumed. An empty page is an empty chunk. */
export async function* toJsonLines(
  list: string,
  pageAt: (cursor: string | undefined) => Promise<unknown>,
  start?: string,
): AsyncGenerator<string> {
  let cursor = start
  do {
    const page = (await pageAt(cursor)) as Page
    yield ((page[list] ?? []) as readonly unknown[]).map(row => `${JSON.stringify(row)}\n`).join('')
    cursor = page.next_cursor
  } while (cursor !== undefined)
}
