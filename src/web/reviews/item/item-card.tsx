import { StateMark } from '../../components/marks/state-mark.tsx'
import { languageOf } from '../../findings/translate.ts'
import { t } from '../../i18n/t.ts'
import { Marked } from '../../strings/editor/highlighted.tsx'
import { Icon, type IconName } from '../marks.tsx'
import type { LocalText, MessageRow, PageItem } from '../model/page-data.ts'

interface ItemProps {
  readonly item: PageItem
}

const BANNER_ICONS = { danger: 'error', warning: 'warning', info: 'info' } as const satisfies Record<string, IconName>
const SIGNS: Partial<Record<MessageRow['kind'], string>> = { old: '−', new: '+' }

/** A translation with all that a reader needs to decide about it. `review-elements.js` builds the same elements. */
export function ItemCard({ item }: ItemProps) {
  return (
    <article class="rv-item" id="item" data-n={item.n}>
      <header class="rv-item-head">
        <h2 id="item-key" tabIndex={-1}>
          <bdi>{item.key}</bdi>
        </h2>
        <a class="rv-file" href={item.href}>
          <bdi>{item.file}</bdi>
        </a>
        <span class="rv-place">{item.place}</span>
      </header>
      <div class="rv-box">
        {item.banner.map(({ kind, title, text }) => (
          <p key={title} class={`rv-because ${kind}`}>
            <Icon name={BANNER_ICONS[kind]} />
            <span>
              <b>{title}</b> {text}
            </span>
          </p>
        ))}
        {item.rows.map(row => (
          <Row key={row.kind} row={row} />
        ))}
        <ul class="rv-facts">
          {item.findings.length === 0 ? (
            <li>
              <Icon name="check" />
              <span>{t('review.item.no_findings')}</span>
            </li>
          ) : (
            item.findings.map((finding, at) => (
              <li key={at} class={`rv-finding ${finding.kind}`}>
                <Icon name={finding.kind} />
                <span {...languageOf(finding)}>{finding.text}</span>
                {finding.fix !== undefined && (
                  <span class="quiet" {...languageOf(finding)}>
                    {finding.fix}
                  </span>
                )}
                <small>{finding.check}</small>
              </li>
            ))
          )}
          {item.note !== undefined && (
            <li class="rv-note" dir="auto">
              {item.note}
            </li>
          )}
          {item.facts.map(fact => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
    </article>
  )
}

function Row({ row: { kind, label, by, forms } }: { readonly row: MessageRow }) {
  return (
    <div class={`rv-row ${kind}`}>
      <div class="rv-label">
        {SIGNS[kind] !== undefined && (
          <span class="rv-sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
        )}
        <b>{label}</b>
        {by !== undefined && (
          <span class="rv-by">
            <bdi>{by}</bdi>
          </span>
        )}
      </div>
      <div class="rv-texts">
        {forms.map(form => (
          <div key={form.name}>
            {form.name !== undefined && (
              <span class="rv-form">
                <bdi>{form.name}</bdi>
                {form.examples !== undefined && <small>{form.examples}</small>}
              </span>
            )}
            <Text text={form} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** A text with its placeholders as chips, its changed words and its terms marked. */
function Text({ text: { lang, dir, pieces } }: { readonly text: LocalText }) {
  if (pieces.length === 0) return <p class="rv-text rv-none">{t('review.item.empty')}</p>
  return (
    <p class="rv-text" lang={lang} dir={dir}>
      {pieces.map((piece, at) =>
        typeof piece === 'string' ? piece : <Marked key={at} text={piece[0]} marks={piece[1]} page="rv" />,
      )}
    </p>
  )
}

/** The strings before and after it in the file. */
export function Neighbors({ item }: ItemProps) {
  return (
    <section class="rv-near" id="near" aria-labelledby="near-heading" hidden={item.near.length === 0}>
      <h3 id="near-heading">{t('review.near.title')}</h3>
      <ul>
        {item.near.map(({ key, state, text }) => (
          <li key={key}>
            <StateMark state={state} isBrief />
            <span class="rv-key">
              <bdi>{key}</bdi>
            </span>
            <Text text={text} />
          </li>
        ))}
      </ul>
    </section>
  )
}
