import { t } from '../../i18n/t.ts'

type TranslationState = 'untranslated' | 'needs_review' | 'translated' | 'approved'

interface StateMarkProps {
  readonly state: TranslationState
  readonly isStale?: boolean
  /** Whether only screen readers get the words, because the mark is beside others. */
  readonly isBrief?: boolean
}

/** A translation state: its shape and its words say the same. */
export function StateMark({ state, isStale = false, isBrief = false }: StateMarkProps) {
  const words = t(isStale ? `project.stale_state.${state}` : `project.state.${state}`)
  return (
    <span class={`state ${state.replace('_', '-')}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <Shape state={state} />
      </svg>
      {isStale && (
        <svg class="stale" viewBox="0 0 16 16" aria-hidden="true">
          <path
            d="M12.5 8a4.5 4.5 0 1 1-1.6-3.4M11.5 1.5v3.4H8.1"
            fill="none"
            stroke="currentColor"
            stroke-width="1.6"
          />
        </svg>
      )}
      <span class={isBrief ? 'unseen' : undefined}>{words}</span>
    </span>
  )
}

function Shape({ state }: Pick<StateMarkProps, 'state'>) {
  if (state === 'approved') {
    return (
      <>
        <circle cx="8" cy="8" r="7" fill="currentColor" />
        <path class="tick" d="M4.8 8.3l2.2 2.2 4.2-4.6" fill="none" stroke-width="1.8" />
      </>
    )
  }
  return (
    <>
      <circle
        cx="8"
        cy="8"
        r="6"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-dasharray={state === 'needs_review' ? '2.4 1.8' : undefined}
      />
      {state === 'needs_review' && <circle cx="8" cy="8" r="1.8" fill="currentColor" />}
      {state === 'translated' && <path d="M8 4.2a3.8 3.8 0 0 1 0 7.6z" fill="currentColor" />}
    </>
  )
}
