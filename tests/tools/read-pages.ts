/** Far more pages than any listing of a test has. */
const MAX_PAGES = 300

/** Reads every page of a listing, each with the cursor of the page before. */
export async function readPages<Page extends { readonly next_cursor?: string | undefined }>(
  read: (at: { readonly cursor?: string }) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages = [await read({})]
  for (let cursor = pages[0]?.next_cursor; cursor !== undefined; cursor = pages.at(-1)?.next_cursor) {
    if (pages.length === MAX_PAGES) throw new Error(`the listing has no end after ${MAX_PAGES} pages`)
    pages.push(await read({ cursor }))
  }
  return pages
}
