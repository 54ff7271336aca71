import type { ComponentChildren } from 'preact'

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
