import { Panel } from '../../components/panel.tsx'
import { daysBefore, formatDay } from '../../format/day.ts'
import { formatCount } from '../../format/numbers.ts'
import { compactFormat } from '../../i18n/formats.ts'
import { t } from '../../i18n/t.ts'
import type { Overview } from './read-overview.ts'

const DAYS = 30
/** The plot, in units of the SVG. */
const LEFT = 44
const RIGHT = 296
const WIDTH = RIGHT - LEFT - 2
const HEIGHT = 96
const STEP = WIDTH / DAYS
const BAR = STEP - 2

interface Day {
  readonly day: string
  readonly users: number
  readonly agents: number
}

/** The words translated on each of the last 30 days, by users and by agents. */
export function WordsChart({ days: known, now }: { readonly days: Overview['days']; readonly now: Date }) {
  const days = Array.from({ length: DAYS }, (_, at): Day => {
    const day = daysBefore(now, DAYS - 1 - at)
    return known.find(one => one.day === day) ?? { day, users: 0, agents: 0 }
  })
  const total = days.reduce((sum, { users, agents }) => sum + users + agents, 0)
  return (
    <Panel
      id="words-title"
      title={t('overview.words.title')}
      class="words"
      link={<span class="hint">{t('overview.words.period', { count: DAYS })}</span>}
    >
      {total === 0 ? (
        <p class="panel-body quiet">{t('overview.words.none')}</p>
      ) : (
        <div class="chart">
          <p class="chart-head">
            <strong class="chart-total">{formatCount(total)}</strong>
            <span class="legend">
              <span class="tag">
                <span class="swatch agents" />
                {t('overview.words.agents')}
              </span>
              <span class="tag">
                <span class="swatch users" />
                {t('overview.words.users')}
              </span>
            </span>
          </p>
          <Bars days={days} />
          <DayTable days={days.filter(({ users, agents }) => users + agents > 0)} />
        </div>
      )}
    </Panel>
  )
}

function Bars({ days }: { readonly days: readonly Day[] }) {
  const highest = Math.max(...days.map(({ users, agents }) => users + agents))
  const tick = roundUp(highest / 2)
  const top = tick * 2
  const height = (words: number) => Math.round((HEIGHT * 10 * words) / top) / 10
  const y = (words: number) => Math.round((HEIGHT - height(words) + 8) * 10) / 10
  const first = days[0]?.day ?? ''
  return (
    <svg viewBox="0 0 300 124" aria-hidden="true" direction="ltr">
      {[tick, top].map(words => (
        <g key={words}>
          <line class="grid" x1={LEFT} x2={RIGHT} y1={y(words)} y2={y(words)} />
          <text x={LEFT - 6} y={y(words) + 4} text-anchor="end">
            {compactFormat().format(words)}
          </text>
        </g>
      ))}
      {days.map(({ day, users, agents }, at) => {
        const x = Math.round((LEFT + 1 + at * STEP) * 10) / 10
        return (
          <g key={day}>
            {users > 0 && <rect class="users" x={x} y={y(users)} width={round(BAR)} height={height(users)} />}
            {agents > 0 && (
              <rect class="agents" x={x} y={y(users + agents)} width={round(BAR)} height={height(agents)} />
            )}
          </g>
        )
      })}
      <line class="grid" x1={LEFT} x2={RIGHT} y1={HEIGHT + 8.5} y2={HEIGHT + 8.5} />
      <text x={LEFT} y="121">
        {formatDay(first)}
      </text>
      <text x={RIGHT} y="121" text-anchor="end">
        {t('format.today')}
      </text>
    </svg>
  )
}

const round = (length: number): number => Math.round(length * 10) / 10

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundUp(words: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(words, 1)))
  return power * (STEPS.find(step => step * power >= words) ?? 10)
}
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10]

/** The same numbers for screen readers. */
function DayTable({ days }: { readonly days: readonly Day[] }) {
  return (
    <div class="unseen">
      <table>
        <caption>{t('overview.words.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('overview.words.day')}</th>
            <th scope="col">{t('overview.words.agents')}</th>
            <th scope="col">{t('overview.words.users')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, users, agents }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>{formatCount(agents)}</td>
              <td>{formatCount(users)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
