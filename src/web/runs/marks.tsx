import type { ComponentChildren } from 'preact'
import type { RunView } from '../../tools/runs/view.ts'
import { StateMark } from '../components/marks/state-mark.tsx'
import { layOutSegments } from '../components/segments.ts'
import { formatCount } from '../format/numbers.ts'
import { unitListFormat } from '../i18n/formats.ts'
import { t } from '../i18n/t.ts'
import { Author, AuthorLine } from '../strings/author-line.tsx'
import { OUTCOMES, type Outcome, outcomeName, type RunState, stateName } from './words.ts'

type Counts = RunView['counts']

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
            data-label={isLive ? describeOutcomes(outcome, '{count}') : undefined}
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

const RING = <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.8" />
const OCTAGON = [
  <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />,
  <path class="tick" d="M5.5 5.5l5 5M10.5 5.5l-5 5" fill="none" stroke-width="1.8" />,
]

const stroke = (d: string) => <path d={d} fill="none" stroke="currentColor" stroke-width="1.6" />

const STATE_SHAPES: Readonly<Record<RunState, ComponentChildren>> = {
  pending: [RING, stroke('M8 4.6V8l2.2 1.5')],
  running: [RING, <path d="M6.4 5.2v5.6L11.2 8z" fill="currentColor" />],
  paused: [RING, stroke('M6.5 5.5v5M9.5 5.5v5')],
  completed: [
    <circle cx="8" cy="8" r="7" fill="currentColor" />,
    <path class="tick" d="M4.8 8.3l2.2 2.2 4.2-4.6" fill="none" stroke-width="1.8" />,
  ],
  failed: OCTAGON,
  cancelled: [RING, stroke('M3.8 12.2l8.4-8.4')],
}

interface RunMarkProps {
  readonly state: RunState
  /** Whether only screen readers get the words. */
  readonly isBrief?: boolean
}

/** The state of a run: its shape and its words say the same. */
export const RunMark = ({ state, isBrief = false }: RunMarkProps) => (
  <Mark name={`run-${state}`} shape={STATE_SHAPES[state]} text={stateName(state)} isBrief={isBrief} />
)

interface MarkProps {
  readonly name?: string
  readonly shape: ComponentChildren
  readonly text: string
  readonly isBrief: boolean
}

const Mark = ({ name, shape, text, isBrief }: MarkProps) => (
  <span class={name === undefined ? 'state' : `state ${name}`}>
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {shape}
    </svg>
    <span class={isBrief ? 'unseen' : undefined}>{text}</span>
  </span>
)

const OUTCOME_SHAPES: Readonly<Record<Exclude<Outcome, 'translated' | 'needs_review'>, ComponentChildren>> = {
  suggested: stroke('M2.2 3.2h11.6v7.2H8.2l-3 2.8v-2.8h-3z'),
  unchanged: [RING, stroke('M5.4 6.6h5.2M5.4 9.4h5.2')],
  skipped: stroke('M3.5 3.5L8 8l-4.5 4.5M8.5 3.5L13 8l-4.5 4.5'),
  unresolved: OCTAGON,
}

interface OutcomeMarkProps {
  /** Undefined for a translation without one. */
  readonly outcome: Outcome | undefined
  /** The word for a translation without an outcome. */
  readonly none?: string
  readonly isBrief?: boolean
}

/** The outcome of a translation. Outcomes that are states of translations have their marks. */
export function OutcomeMark({ outcome, none = t('runs.outcomes.waiting'), isBrief = false }: OutcomeMarkProps) {
  if (outcome === undefined) return <Mark shape={RING} text={none} isBrief={isBrief} />
  if (outcome === 'translated' || outcome === 'needs_review') return <StateMark state={outcome} isBrief={isBrief} />
  const shape = OUTCOME_SHAPES[outcome]
  return <Mark name={`outcome-${outcome}`} shape={shape} text={outcomeName(outcome)} isBrief={isBrief} />
}

interface StarterLineProps {
  readonly run: RunView
  /** Whether the reader does not learn who started it. */
  readonly isAnonymous: boolean
}

export function StarterLine({ run: { by, created_at }, isAnonymous }: StarterLineProps) {
  const starter = isAnonymous ? undefined : Author.safeParse(by).data
  // A browser's name says nothing about a user.
  const author = starter?.kind === 'human' ? { ...starter, client: undefined } : starter
  return <AuthorLine by={author} at={created_at} />
}
