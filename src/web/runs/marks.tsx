import type { ComponentChildren } from 'preact'
import { StateMark } from '../components/marks/state-mark.tsx'
import { t } from '../i18n/t.ts'
import { type Outcome, outcomeName, type RunState, stateName } from './words.ts'

const RING = <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.8" />
const OCTAGON = (
  <>
    <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
    <path class="tick" d="M5.5 5.5l5 5M10.5 5.5l-5 5" fill="none" stroke-width="1.8" />
  </>
)

const stroke = (d: string) => <path d={d} fill="none" stroke="currentColor" stroke-width="1.6" />

const STATE_SHAPES: Readonly<Record<RunState, ComponentChildren>> = {
  pending: (
    <>
      {RING}
      {stroke('M8 4.6V8l2.2 1.5')}
    </>
  ),
  running: (
    <>
      {RING}
      <path d="M6.4 5.2v5.6L11.2 8z" fill="currentColor" />
    </>
  ),
  paused: (
    <>
      {RING}
      {stroke('M6.5 5.5v5M9.5 5.5v5')}
    </>
  ),
  completed: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path class="tick" d="M4.8 8.3l2.2 2.2 4.2-4.6" fill="none" stroke-width="1.8" />
    </>
  ),
  failed: OCTAGON,
  cancelled: (
    <>
      {RING}
      {stroke('M3.8 12.2l8.4-8.4')}
    </>
  ),
}

interface RunMarkProps {
  readonly state: RunState
  /** Whether only screen readers get the words. */
  readonly isBrief?: boolean
}

/** The state of a run: its shape and its words say the same. */
export function RunMark({ state, isBrief = false }: RunMarkProps) {
  return (
    <span class={`state run-${state}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {STATE_SHAPES[state]}
      </svg>
      <span class={isBrief ? 'unseen' : undefined}>{stateName(state)}</span>
    </span>
  )
}

const OUTCOME_SHAPES: Readonly<Record<Exclude<Outcome, 'translated' | 'needs_review'>, ComponentChildren>> = {
  suggested: stroke('M2.2 3.2h11.6v7.2H8.2l-3 2.8v-2.8h-3z'),
  unchanged: (
    <>
      {RING}
      {stroke('M5.4 6.6h5.2M5.4 9.4h5.2')}
    </>
  ),
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
  if (outcome === undefined) {
    return (
      <span class="state">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {RING}
        </svg>
        <span class={isBrief ? 'unseen' : undefined}>{none}</span>
      </span>
    )
  }
  if (outcome === 'translated' || outcome === 'needs_review') return <StateMark state={outcome} isBrief={isBrief} />
  return (
    <span class={`state outcome-${outcome}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {OUTCOME_SHAPES[outcome]}
      </svg>
      <span class={isBrief ? 'unseen' : undefined}>{outcomeName(outcome)}</span>
    </span>
  )
}
