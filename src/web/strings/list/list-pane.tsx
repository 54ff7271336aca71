import type { ComponentChildren } from 'preact'
import { FindingMark } from '../../components/marks/finding-mark.tsx'
import { StateMark } from '../../components/marks/state-mark.tsx'
import { t } from '../../i18n/t.ts'
import { languageAttributes } from '../message-text.tsx'
import { shortenKey } from '../string-frame.tsx'
import { excerpt, type ListRow, NARROW_EXCERPT, rowText, WIDE_EXCERPT } from './list-row.ts'

interface ListPaneProps {
  readonly rows: readonly ListRow[]
  readonly label: string
  readonly head: ComponentChildren
  readonly locale: string
  readonly sourceLocale: string
  /** The open string. */
  readonly here: string | undefined
  readonly toHref: (row: ListRow) => string
  /** Whether the list has the whole page: source and translation stand side by side. */
  readonly isWide?: boolean
  /** Below the rows. */
  readonly children?: ComponentChildren
}

/** The strings of a list, each with its state, its key and the beginning of its translation. */
export function ListPane(props: ListPaneProps) {
  const { rows, label, head, locale, sourceLocale, here, isWide = false, toHref, children } = props
  return (
    <nav class="se-pane se-list" aria-label={label}>
      <div class="se-list-head">{head}</div>
      {rows.length > 0 && (
        <ul class="se-keys">
          {rows.map(row => (
            <li key={`${row.id} ${row.locale ?? ''}`}>
              <Row
                row={row}
                href={toHref(row)}
                isHere={row.id === here}
                isWide={isWide}
                locale={row.locale ?? locale}
                sourceLocale={sourceLocale}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
    </nav>
  )
}

interface RowProps {
  readonly row: ListRow
  readonly href: string
  readonly isHere: boolean
  readonly isWide: boolean
  readonly locale: string
  readonly sourceLocale: string
}

function Row({ row, href, isHere, isWide, locale, sourceLocale }: RowProps) {
  const { text, source, isSource } = rowText(row)
  return (
    <a href={href} aria-current={isHere ? 'true' : undefined}>
      <StateMark state={row.state} isStale={row.stale !== undefined} isBrief />
      <span class="se-mono" dir="ltr">
        {shortenKey(row.key)}
      </span>
      <span class="se-flags">
        {row.locale !== undefined && <bdi class="quiet">{row.locale}</bdi>}
        {row.level !== undefined && (
          <>
            <FindingMark level={row.level} isMute />
            <span class="unseen">{t('strings.list.findings', { count: row.findings.length })}</span>
          </>
        )}
        {row.request !== undefined && <span class="se-flag">{t(`strings.list.request.${row.request}`)}</span>}
        {row.conflict && <span class="se-flag">{t('strings.list.conflict')}</span>}
      </span>
      {isWide && (
        <span class="se-excerpt quiet" {...languageAttributes(sourceLocale)}>
          {excerpt(source)}
        </span>
      )}
      {isWide && isSource ? (
        <span class="se-excerpt quiet">{t('strings.list.no_translation')}</span>
      ) : (
        <span
          class={isSource ? 'se-excerpt quiet' : 'se-excerpt'}
          {...languageAttributes(isSource ? sourceLocale : locale)}
        >
          {excerpt(text, isWide ? WIDE_EXCERPT : NARROW_EXCERPT)}
        </span>
      )}
    </a>
  )
}
