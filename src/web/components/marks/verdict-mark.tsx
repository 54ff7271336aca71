import { t } from '../../i18n/t.ts'

/** A verdict of a review; `none` before it, `fix` with a text of the reviewer. */
export type VerdictShape = 'none' | 'good' | 'minor' | 'major' | 'fix' | 'skip'

interface VerdictMarkProps {
  readonly verdict: VerdictShape
  /** Whether the word of the verdict is beside it. */
  readonly isMute?: boolean
}

/** A verdict: a rounded square. Hollow, tick, dash, cross, pen or dashed. */
export function VerdictMark({ verdict, isMute = false }: VerdictMarkProps) {
  const label = isMute ? undefined : t(`project.verdict.${verdict}`)
  return (
    <svg
      class={`mark verdict-${verdict}`}
      viewBox="0 0 16 16"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? 'true' : undefined}
    >
      <rect
        x="1.8"
        y="1.8"
        width="12.4"
        height="12.4"
        rx="3"
        fill={verdict === 'good' || verdict === 'major' ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width="1.6"
        stroke-dasharray={verdict === 'skip' ? '2.4 1.8' : undefined}
      />
      {verdict !== 'none' && verdict !== 'skip' && (
        <path
          class={verdict === 'good' || verdict === 'major' ? 'tick' : undefined}
          d={STROKES[verdict]}
          fill="none"
          stroke={verdict === 'good' || verdict === 'major' ? undefined : 'currentColor'}
          stroke-width="1.8"
        />
      )}
    </svg>
  )
}

const STROKES = {
  good: 'M4.8 8.3l2.2 2.2 4.2-4.6',
  minor: 'M5 8h6',
  major: 'M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2',
  fix: 'M5 11l.6-2.2 4.2-4.2 1.6 1.6-4.2 4.2z',
} as const
