import { stripFlash } from '../requests/flash.ts'
import { requestPath, type Visit } from '../requests/visit.ts'

interface PagingProps {
  readonly visit: Visit
  /** What is listed, in the plural: members. */
  readonly noun: string
  /** Where the listing goes on; undefined at its end. */
  readonly next: string | undefined
}

/** The ways through a listing that is longer than a page; nothing for one that is not. What filters it stays in the address. */
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
