import type { Page } from './store.ts'

/** Reads one page of a listing; the first for undefined. */
export type NextPage<R> = (after: string | undefined) => Promise<Page<R>>

/** Yields all records of a listing, page by page. The caller may remove yielded records. */
export async function* eachRecord<R>(page: NextPage<R>): AsyncGenerator<R> {
  let after: string | undefined
  do {
    const { items, next } = await page(after)
    yield* items
    after = next
  } while (after !== undefined)
}
