import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../../components/button.tsx'
import { FindingMark } from '../../components/marks/finding-mark.tsx'
import { formatCount } from '../../format/count.ts'
import { t } from '../../i18n/t.ts'
import type { WaitingItem, WaitingKind } from './waiting.ts'

/** Items that the panel lists. */
const MAX_ITEMS = 8

/** What waits for the user. Only the first item has a button. */
export function WaitingPanel({ items, canAct }: { readonly items: readonly WaitingItem[]; readonly canAct: boolean }) {
  const more = items.slice(MAX_ITEMS)
  return (
    <section class="panel waiting" aria-labelledby="waiting-title">
      <header>
        <h2 id="waiting-title">{canAct ? t('overview.waiting.title') : t('overview.waiting.title_open')}</h2>
        {items.length > 0 && <span class="count">{formatCount(items.length)}</span>}
      </header>
      {items.length === 0 ? (
        <p class="panel-body quiet">{t('overview.waiting.none')}</p>
      ) : (
        <ol class="todo">
          {items.slice(0, MAX_ITEMS).map((item, at) => (
            <li key={`${item.kind} ${item.title}`}>{at === 0 && canAct ? <First {...item} /> : <Item {...item} />}</li>
          ))}
        </ol>
      )}
      {more.length > 0 && (
        <details>
          <summary class="panel-foot quiet">{t('overview.waiting.more', { count: more.length })}</summary>
          <ol class="todo" start={MAX_ITEMS + 1}>
            {more.map(item => (
              <li key={`${item.kind} ${item.title}`}>
                <Item {...item} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}

function First({ kind, title, hint, href, action, progress }: WaitingItem) {
  return (
    <div class="first">
      <p class="item">
        <KindMark kind={kind} />
        <strong>{title}</strong>
        <span class="sub">{hint}</span>
      </p>
      {progress !== undefined && (
        // The hint has the numbers.
        <svg class="thin-bar" aria-hidden="true">
          <rect width={`${(100 * progress.read) / Math.max(1, progress.total)}%`} height="100%" />
        </svg>
      )}
      <ButtonLink href={href} look="primary">
        {action}
      </ButtonLink>
    </div>
  )
}

const Item = ({ kind, title, hint, href }: WaitingItem) => (
  <a class="item" href={href}>
    <KindMark kind={kind} />
    <strong>{title}</strong>
    <span class="sub">{hint}</span>
  </a>
)

function KindMark({ kind }: { readonly kind: WaitingKind }) {
  if (kind === 'errors') return <FindingMark level="error" isMute />
  return (
    <svg class={`mark waiting-${kind}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[kind]}
    </svg>
  )
}

const stroke = (d: string) => <path d={d} fill="none" stroke="currentColor" stroke-width="1.6" />

const DASHED = (
  <>
    <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.8" stroke-dasharray="2.4 1.8" />
    <circle cx="8" cy="8" r="1.8" fill="currentColor" />
  </>
)

const SHAPES: Readonly<Record<Exclude<WaitingKind, 'errors'>, ComponentChildren>> = {
  conflicts: stroke('M3 3v3.5c0 2.5 10 .5 10 4V13M13 3v3.5c0 2.5-10 .5-10 4V13'),
  review: DASHED,
  needs_review: DASHED,
  answered: stroke('M6 3.5L2.5 7 6 10.5M2.5 7H10a3.5 3.5 0 0 1 3.5 3.5v2'),
  suggestions: stroke('M2.2 3.2h11.6v7.2H8.2l-3 2.8v-2.8h-3z'),
  stale: stroke('M12.5 8a4.5 4.5 0 1 1-1.6-3.4M11.5 1.5v3.4H8.1'),
  returned: stroke('M3.5 8a4.5 4.5 0 1 0 1.6-3.4M4.5 1.5v3.4h3.4'),
}
