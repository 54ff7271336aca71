import type { RunView } from '../../tools/runs/view.ts'
import { layOutSegments } from '../components/segments.ts'
import { formatCount } from '../format/count.ts'
import { OUTCOME_NAMES, OUTCOMES, type Outcome } from './words.ts'

type Counts = RunView['counts']

/** The number of finished translations, and of each outcome that occurs. */
function describeCounts(counts: Counts): string {
  const each = OUTCOMES.filter(outcome => (counts[outcome] ?? 0) > 0).map(
    outcome => `${formatCount(counts[outcome] ?? 0)} ${OUTCOME_NAMES[outcome].toLowerCase()}`,
  )
  const all = `${formatCount(counts.done)} of ${formatCount(counts.total)} translations done`
  return each.length === 0 ? all : `${all}: ${each.join(', ')}`
}

interface OutcomeBarProps {
  readonly counts: Counts
  /** Whether a script changes it: then it has segments without a width. */
  readonly isLive?: boolean
}

/** The progress of a run by outcome. Patterns and their order carry the meaning, with the legend or the words beside it. */
export function OutcomeBar({ counts, isLive = false }: OutcomeBarProps) {
  return (
    <svg class="outcome-bar" role="img" aria-label={describeCounts(counts)} data-run={isLive ? 'bar' : undefined}>
      {layOutSegments(
        OUTCOMES.map(name => ({ name, count: counts[name] ?? 0 })),
        counts.total,
      )
        .filter(({ width }) => isLive || width > 0)
        .map(({ name: outcome, x, width }) => (
          <rect
            key={outcome}
            class={outcome}
            data-outcome={isLive ? outcome : undefined}
            x={`${x}%`}
            width={`${width}%`}
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
