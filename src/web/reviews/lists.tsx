import type { ReviewView } from '../../tools/reviews/view.ts'
import { Form } from '../forms/form.tsx'
import { LANGUAGES } from '../i18n/languages.ts'
import { t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { Icon, symbolOf, VerdictMark } from './marks.tsx'
import { formatGoal } from './model/live.ts'
import type { PageData, PageItem } from './model/page-data.ts'
import { Live } from './proof.tsx'

/** Most translations that the page lists under a reason; the script lists those that it has. */
const MAX_LISTED = 40

/** The translations that must be seen, by reason. The reason of the current one is open. */
export function MustSee({ data }: { readonly data: PageData }) {
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
const markOf = ({ marks }: Pick<PageData, 'marks'>, n: number) => (marks[n - 1] ?? '.') as PageItem['mark']

/** The first translation of a reason that is not decided, else its first one. */
function firstOf({ groupOf, marks }: PageData, group: number): number {
  const places = groupOf.flatMap((of, at) => (of === group ? [at] : []))
  return (places.find(at => marks[at] === '.') ?? places[0] ?? 0) + 1
}

const isDone = ({ groupOf, marks }: PageData, group: number): boolean =>
  groupOf.every((of, at) => of !== group || (marks[at] !== '.' && marks[at] !== 's'))

interface SampleProps {
  readonly view: ReviewView
  readonly data: PageData
}

/** Squares of a row. `review.js` finds a square by its place in the same way. */
const PER_ROW = 20
const STEP = 14

/** The random sample: a square per translation, and the way to a larger one. */
export function Sample({ view, data }: SampleProps) {
  const size = data.toRead - data.must
  const rows = Math.ceil(size / PER_ROW)
  const isRightToLeft = LANGUAGES[useRequest().language].dir === 'rtl'
  return (
    <nav class="rv-pane rv-pin" id="sample" popover="auto" aria-labelledby="sample-heading">
      <div class="rv-sect">
        <h2 id="sample-heading">
          {t('review.sample.title')} <Live name="sample-count" data={data} />
        </h2>
        {size > 0 && (
          <svg
            class="rv-cells"
            id="cells"
            viewBox={`-1 -1 ${PER_ROW * STEP} ${rows * STEP}`}
            role="img"
            aria-label={data.live['sample-label']}
          >
            {Array.from({ length: size }, (_, at) => {
              const n = data.must + at + 1
              const column = at % PER_ROW
              return (
                <use
                  key={n}
                  class={n === data.n ? 'here' : undefined}
                  href={`#c-${symbolOf(markOf(data, n))}`}
                  x={(isRightToLeft ? PER_ROW - 1 - column : column) * STEP}
                  y={Math.floor(at / PER_ROW) * STEP}
                />
              )
            })}
          </svg>
        )}
        <p class="rv-tally">
          <Live name="sample-tally" data={data} />
        </p>
        {size > 0 && (
          <a class="rv-first" href={`?n=${firstUnread(data)}`} data-n={firstUnread(data)}>
            {t('review.sample.read')}
          </a>
        )}
        {data.mayDecide && <Enlarge view={view} data={data} />}
      </div>
    </nav>
  )
}

function firstUnread({ marks, must }: PageData): number {
  const at = marks.indexOf('.', must)
  return (at < 0 ? must : at) + 1
}

const GOALS = [2, 1] as const

/** Stricter goals, and what was offered after a fault: the next larger sample that can meet the goal. */
function Enlarge({ view: { goal, sample }, data }: SampleProps) {
  const stricter = GOALS.filter(one => one < goal)
  const more = sample.more_needed ?? 0
  const size = sample.read + more
  const isLarger = more > 0 && size > sample.size && size <= sample.population
  if (sample.size >= sample.population || (stricter.length === 0 && !isLarger)) return null
  return (
    <details class="rv-enlarge">
      <summary>{t('review.sample.enlarge')}</summary>
      <Form action={data.path} class="rv-enlarge-form">
        <p class="hint">{t('review.sample.enlarge_hint')}</p>
        <p class="hint">{t('review.sample.look_again')}</p>
        {isLarger && (
          <button type="submit" class="button small" name="sample" value={size}>
            {t('review.sample.more', { count: size - sample.size })}
          </button>
        )}
        {stricter.map(one => (
          <button key={one} type="submit" class="button small" name="goal" value={one}>
            {t('review.sample.goal', { goal: formatGoal(one) })}
          </button>
        ))}
      </Form>
    </details>
  )
}
