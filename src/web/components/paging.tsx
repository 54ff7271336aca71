import { stripFlash } from '../requests/flash.ts'
import { requestPath, type Visit } from '../requests/visit.ts'

interface PagingProps {
  readonly visit: Visit
  /** The listed objects, in the plural: members. */
  readonly noun: string
  /** Cursor of the next page; undefined at the end. */
  readonly next: string | undefined
}

/** Links to the other pages of a list; nothing for a single page. Keeps the filters in the URL. */
export function Paging({ visit, noun, next }: PagingProps) {
  const isLater = visit.query.has('cursor')
  if (next === undefined && !isLater) return null
  return (
    <nav class="actions" aria-label={`More ${noun}`}>
      {isLater && (
        <a class="button small" href={pageHref(visit, undefined)}>
          First {noun}
        </a>
      )}
      {next !== undefined && (
        <a class="button small" href={pageHref(visit, next)} rel="next">
          More {noun}
        </a>
      )}
    </nav>
  )
}

function pageHref(visit: Visit, cursor: string | undefined): string {
  const query = stripFlash(visit.query)
  query.delete('cursor')
  if (cursor !== undefined) query.set('cursor', cursor)
  return query.size === 0 ? requestPath(visit) : `${requestPath(visit)}?${query}`
}
