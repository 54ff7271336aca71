import type { ComponentChildren } from 'preact'
import type en from '../../../locales/en.json'
import { t } from '../i18n/t.ts'
import { stripFlash } from '../requests/flash.ts'
import { type PageRequest, requestPath, useRequest } from '../requests/page-request.ts'

/**
 * `wide` columns are hidden on phones; `number` and `actions` columns align to the end. Cells use the same words as
 * their class, and `word` for a word that stays in one line.
 */
export interface Column {
  readonly heading: string
  readonly kind?: 'wide' | 'number' | 'wide number' | 'actions'
}

interface DataTableProps {
  /** Describes the rows for screen readers. */
  readonly label: string
  readonly columns: readonly Column[]
  /** `tr` elements, or `tbody` elements when `isGrouped`. */
  readonly children: ComponentChildren
  readonly isGrouped?: boolean
  /** Whether phones show each row as a block without column headings, so that no cell gets too narrow. */
  readonly isStacked?: boolean
}

/** A table of records with column headings. */
export function DataTable({ label, columns, children, isGrouped = false, isStacked = false }: DataTableProps) {
  return (
    <table class={isStacked ? 'data stacked' : 'data'}>
      <caption class="unseen">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ heading, kind }) => (
            <th key={heading} scope="col" class={kind}>
              {kind === 'actions' ? <span class="unseen">{heading}</span> : heading}
            </th>
          ))}
        </tr>
      </thead>
      {isGrouped ? children : <tbody>{children}</tbody>}
    </table>
  )
}

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
