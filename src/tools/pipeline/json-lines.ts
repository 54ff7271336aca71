/** JSON lines: one value to a line (https://jsonlines.org). */
export const JSON_LINES = 'application/jsonl'

/** A page of a listing: what is listed under its name, and where it goes on. */
type Page = Readonly<Record<string, unknown>> & { readonly next_cursor?: string | undefined }

/** The whole of a listing as JSON lines, page after page; each is asked for when the one before was taken. A page without rows is an empty piece. */
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
