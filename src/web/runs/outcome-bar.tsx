import type { RunView } from '../../tools/runs/view.ts'
import { formatCount } from '../format/count.ts'
import { unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import { OUTCOMES, type Outcome } from './words.ts'

type Counts = RunView['counts']

/** A segment of the bar, in percent of its width. */
interface Segment {
  readonly outcome: Outcome
  readonly x: number
  readonly width: number
}

/** The smallest segment: one translation stays visible. `run.js` lays out the bar in the same way. */
const MIN_WIDTH = 1.2

function layOutBar(counts: Counts): readonly Segment[] {
  const { total } = counts
  const widths = OUTCOMES.map(outcome => {
    const count = counts[outcome] ?? 0
    return count === 0 || total === 0 ? 0 : Math.max(MIN_WIDTH, (100 * count) / total)
  })
  const excess = Math.max(0, widths.reduce((sum, width) => sum + width, 0) - 100)
  const largest = widths.indexOf(Math.max(...widths))
  let x = 0
  return OUTCOMES.map((outcome, at) => {
    const width = (widths[at] ?? 0) - (at === largest ? excess : 0)
    const segment = { outcome, x, width }
    x += width
    return segment
  })
}

/** The number of finished translations, and of each outcome that occurs. */
function describeCounts(counts: Counts): string {
  const each = OUTCOMES.filter(outcome => (counts[outcome] ?? 0) > 0).map(outcome =>
    describeOutcomes(outcome, formatCount(counts[outcome] ?? 0)),
  )
  const values = { done: formatCount(counts.done), total: formatCount(counts.total) }
  return each.length === 0
    ? t('runs.bar.done', values)
    : t('runs.bar.done_by_outcome', { ...values, outcomes: unitListFormat().format(each) })
}

/** The number of translations with an outcome. `run.js` fills in a count for `{count}`. */
const describeOutcomes = (outcome: Outcome, count: string): string => t(`runs.bar.outcomes.${outcome}`, { count })

/** The texts of the label for `run.js`. */
const liveTexts = () => ({
  'data-done': t('runs.bar.done', { done: '{done}', total: '{total}' }),
  'data-by-outcome': t('runs.bar.done_by_outcome', { done: '{done}', total: '{total}', outcomes: '{outcomes}' }),
})

interface OutcomeBarProps {
  readonly counts: Counts
  /** Whether a script changes it: then it has segments without a width. */
  readonly isLive?: boolean
}

/** The progress of a run by outcome. Patterns and their order carry the meaning, with the legend or the words beside it. */
export function OutcomeBar({ counts, isLive = false }: OutcomeBarProps) {
  return (
    <svg
      class="outcome-bar"
      role="img"
      aria-label={describeCounts(counts)}
      data-run={isLive ? 'bar' : undefined}
      {...(isLive && liveTexts())}
    >
      {layOutBar(counts)
        .filter(({ width }) => isLive || width > 0)
        .map(({ outcome, x, width }) => (
          <rect
            key={outcome}
            class={outcome}
            data-outcome={isLive ? outcome : undefined}
            data-label={isLive ? describeOutcomes(outcome, '{count}') : undefined}
            x={`${round(x)}%`}
            width={`${round(width)}%`}
            height="100%"
            fill={FILLS[outcome]}
          />
        ))}
    </svg>
  )
}

/** Fills that are patterns; style.css colors the others. */
const FILLS: Partial<Record<Outcome, string>> = {
  needs_review: 'url(#bar-dots)',
  suggested: 'url(#bar-stripes)',
  skipped: 'url(#bar-lines)',
}

const round = (percent: number): number => Math.round(percent * 100) / 100

/** The patterns of all bars of a page. */
export function BarPatterns() {
  return (
    <svg class="unseen" aria-hidden="true">
      <defs>
        <pattern id="bar-dots" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect class="review-back" width="4" height="4" />
          <circle class="review-dot" cx="2" cy="2" r="1" />
        </pattern>
        <pattern id="bar-stripes" width="5" height="8" patternUnits="userSpaceOnUse" patternTransform="skewX(-20)">
          <rect class="suggested-back" width="5" height="8" />
          <rect class="suggested-stripe" width="2" height="8" />
        </pattern>
        <pattern id="bar-lines" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect class="skipped-back" width="4" height="4" />
          <rect class="skipped-line" width="1.4" height="4" />
        </pattern>
      </defs>
    </svg>
  )
}
