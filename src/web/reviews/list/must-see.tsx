import { t } from '../../i18n/t.ts'
import { Live } from '../head/proof.tsx'
import { Icon, VerdictMark } from '../marks.tsx'
import type { PageData, PageItem } from '../model/page-data.ts'

interface MustSeeProps {
  readonly data: PageData
}

/** Most translations that the page lists under a reason; the script lists those that it has. */
const MAX_LISTED = 40

/** The translations that must be seen, by reason. The reason of the current one is open. */
export function MustSee({ data }: MustSeeProps) {
  const current = data.n > 0 && data.n <= data.must ? data.groupOf[data.n - 1] : undefined
  return (
    <nav class="rv-pane" id="must-see" popover="auto" aria-labelledby="must-heading">
      <div class="rv-sect">
        <h2 id="must-heading">
          {t('review.must_see.title')} <Live name="must-count" data={data} />
        </h2>
        <svg class="rv-bar" aria-hidden="true">
          <rect data-bar="must" width={`${data.bars.must}%`} height="4" />
        </svg>
      </div>
      <div class="rv-scroll">
        {data.groups.map(({ reason, label }, at) => (
          <div key={reason} class="rv-group" data-group={at}>
            <a
              class="rv-group-head"
              href={`?n=${firstOf(data, at)}`}
              data-n={firstOf(data, at)}
              aria-expanded={at === current ? 'true' : 'false'}
            >
              <Icon name="chevron" />
              <span>{label}</span>
              <span class="rv-count" data-done={isDone(data, at) ? '' : undefined}>
                <Icon name="check" />
                <Live name={`group-${reason}`} data={data} />
              </span>
            </a>
            <ul class="rv-keys">
              {at === current && listed(data, at).map(item => <Row key={item.n} item={item} data={data} />)}
            </ul>
          </div>
        ))}
        {data.groups.length === 0 && <p class="hint">{t('review.must_see.none')}</p>}
      </div>
    </nav>
  )
}

function Row({ item: { n, key, excerpt, lang, dir }, data }: { readonly item: PageItem; readonly data: PageData }) {
  return (
    <li>
      <a href={`?n=${n}`} data-n={n} aria-current={n === data.n ? 'true' : undefined}>
        <VerdictMark mark={markOf(data, n)} />
        <span class="rv-key">
          <bdi>{key}</bdi>
        </span>
        <span class="rv-excerpt" lang={lang} dir={dir}>
          {excerpt}
        </span>
      </a>
    </li>
  )
}

const listed = ({ items, groupOf }: PageData, group: number): readonly PageItem[] =>
  items.filter(({ n }) => groupOf[n - 1] === group).slice(0, MAX_LISTED)

/** The mark of a translation by its number. */
export const markOf = ({ marks }: Pick<PageData, 'marks'>, n: number) => (marks[n - 1] ?? '.') as PageItem['mark']

/** The first translation of a reason that is not decided, else its first one. */
function firstOf({ groupOf, marks }: PageData, group: number): number {
  const places = groupOf.flatMap((of, at) => (of === group ? [at] : []))
  return (places.find(at => marks[at] === '.') ?? places[0] ?? 0) + 1
}

const isDone = ({ groupOf, marks }: PageData, group: number): boolean =>
  groupOf.every((of, at) => of !== group || (marks[at] !== '.' && marks[at] !== 's'))
