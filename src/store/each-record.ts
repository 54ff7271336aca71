import type { Page } from './store.ts'

/** Reads one page of a listing; undefined = the first. */
export type NextPage<R> = (after: string | undefined) => Promise<Page<R>>

/** All records of a listing, page by page; whoever reads may remove what it was given. */
export async function* eachRecord<R>(page: NextPage<R>): AsyncGenerator<R> {
  let after: string | undefined
  do {
    const { items, next } = await page(after)
    yield* items
    after = next
  } while (after !== undefined)
}
