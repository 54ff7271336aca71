interface ProgressBarProps {
  /** Done of `total`; both are counts. */
  readonly done: number
  readonly total: number
  /** Says what is counted, such as "12 of 40 strings translated". */
  readonly label: string
}

/** How much is done, as a bar. The style policy allows no style attribute, so the bar is drawn (SVG). */
export function ProgressBar({ done, total, label }: ProgressBarProps) {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  return (
    <span class="progress">
      <svg role="img" aria-label={label}>
        <rect class="rest" width="100%" height="100%" rx="4" />
        <rect class="done" width={`${percent}%`} height="100%" rx="4" />
      </svg>
      <span aria-hidden="true">{percent}%</span>
    </span>
  )
}
