import { t } from '../../i18n/t.ts'

interface FindingMarkProps {
  readonly level: 'error' | 'warning' | 'info'
  /** Whether the words of the level are beside it. */
  readonly isMute?: boolean
}

/** The level of a finding: a shape with corners. An octagon is an error, a triangle a warning, a square an information. */
export function FindingMark({ level, isMute = false }: FindingMarkProps) {
  const label = isMute ? undefined : t(`project.level.${level}`)
  return (
    <svg
      class={`mark finding-${level}`}
      viewBox="0 0 16 16"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? 'true' : undefined}
    >
      {SHAPES[level]}
    </svg>
  )
}

const SHAPES = {
  error: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
      <path class="tick" d="M5.5 5.5l5 5M10.5 5.5l-5 5" fill="none" stroke-width="1.8" />
    </>
  ),
  warning: (
    <path
      d="M8 2L14.6 13.8H1.4zM8 6.4v3.4M8 11.4v.6"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linejoin="round"
    />
  ),
  info: (
    <path
      d="M2.5 2.5h11v11h-11zM8 7v4.2M8 4.6v.8"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linejoin="round"
    />
  ),
} as const
