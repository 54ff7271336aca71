import { StateMark } from '../../components/marks/state-mark.tsx'
import { t } from '../../i18n/t.ts'
import { type Around, excerpt, type ListRow, rowText } from '../list/list-row.ts'
import { languageAttributes } from '../message-text.tsx'
import { shortenKey } from '../string-frame.tsx'

interface NeighborsProps {
  readonly around: Around
  readonly locale: string
  readonly sourceLocale: string
  readonly toHref: (row: ListRow) => string
}

/** The strings before and after in the same file: what a reader of the application sees beside this one. */
export function Neighbors({ around: { before, after }, locale, sourceLocale, toHref }: NeighborsProps) {
  if (before.length + after.length === 0) return null
  return (
    <section aria-labelledby="near-heading" class="se-section se-near">
      <h2 id="near-heading">{t('strings.near.title')}</h2>
      <ul>
        {[...before, ...after].map(row => {
          const { text, isSource } = rowText(row)
          return (
            <li key={row.id}>
              <StateMark state={row.state} isStale={row.stale !== undefined} isBrief />
              <a class="se-mono" dir="ltr" href={toHref(row)}>
                {shortenKey(row.key)}
              </a>
              <span class={isSource ? 'quiet' : undefined} {...languageAttributes(isSource ? sourceLocale : locale)}>
                {excerpt(text)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
