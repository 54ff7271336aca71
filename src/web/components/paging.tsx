import type en from '../../../locales/en.json'
import { t } from '../i18n/t.ts'
import { stripFlash } from '../requests/flash.ts'
import { type PageRequest, requestPath } from '../requests/page-request.ts'
import { useRequest } from '../requests/use-request.ts'

type PagedNoun = keyof (typeof en)['components']['paging']

interface PagingProps {
  /** The listed objects, in the plural. */
  readonly noun: PagedNoun
  /** Cursor of the next page; undefined at the end. */
  readonly next: string | undefined
}

/** Links to the other pages of a list; nothing for a single page. Keeps the filters in the URL. */
export function Paging({ noun, next }: PagingProps) {
  const request = useRequest()
  const isLater = request.query.has('cursor')
  if (next === undefined && !isLater) return null
  return (
    <nav class="actions" aria-label={t(`components.paging.${noun}.more`)}>
      {isLater && (
        <a class="button small" href={pageHref(request, undefined)}>
          {t(`components.paging.${noun}.first`)}
        </a>
      )}
      {next !== undefined && (
        <a class="button small" href={pageHref(request, next)} rel="next">
          {t(`components.paging.${noun}.more`)}
        </a>
      )}
    </nav>
  )
}

/** The address of another page of the list. */
export function pageHref(request: PageRequest, cursor: string | undefined): string {
  const query = stripFlash(request.query)
  query.delete('cursor')
  if (cursor !== undefined) query.set('cursor', cursor)
  return query.size === 0 ? requestPath(request) : `${requestPath(request)}?${query}`
}
