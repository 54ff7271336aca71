import type { ReviewView } from '../../../tools/reviews/view.ts'
import { Form } from '../../forms/form.tsx'
import { LANGUAGES } from '../../i18n/languages.ts'
import { t } from '../../i18n/t.ts'
import type { PageRequest } from '../../requests/page-request.ts'
import { Live } from '../head/proof.tsx'
import { symbolOf } from '../marks.tsx'
import { formatGoal } from '../model/live.ts'
import type { PageData } from '../model/page-data.ts'
import { markOf } from './must-see.tsx'

interface SampleProps {
  readonly request: PageRequest
  readonly view: ReviewView
  readonly data: PageData
}

/** Squares of a row. `review.js` finds a square by its place in the same way. */
const PER_ROW = 20
const STEP = 14

/** The random sample: a square per translation, and the way to a larger one. */
export function Sample({ request, view, data }: SampleProps) {
  const size = data.toRead - data.must
  const rows = Math.ceil(size / PER_ROW)
  const isRightToLeft = LANGUAGES[request.language].dir === 'rtl'
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
        {data.mayDecide && <Enlarge request={request} view={view} data={data} />}
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
function Enlarge({ request, view: { goal, sample }, data }: SampleProps) {
  const stricter = GOALS.filter(one => one < goal)
  const more = sample.more_needed ?? 0
  const size = sample.read + more
  const isLarger = more > 0 && size > sample.size && size <= sample.population
  if (sample.size >= sample.population || (stricter.length === 0 && !isLarger)) return null
  return (
    <details class="rv-enlarge">
      <summary>{t('review.sample.enlarge')}</summary>
      <Form request={request} action={data.path} class="rv-enlarge-form">
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
