import { t } from '../i18n/t.ts'

interface ProgressBarProps {
  /** How many of `total` are done. */
  readonly done: number
  readonly total: number
  /** Describes the count, such as "12 of 40 strings translated". */
  readonly label: string
}

/** A progress bar. Drawn as SVG, because the content security policy allows no style attributes. */
export function ProgressBar({ done, total, label }: ProgressBarProps) {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  return (
    <span class="progress">
      <svg role="img" aria-label={label}>
        <rect class="rest" width="100%" height="100%" rx="4" />
        <rect class="done" width={`${percent}%`} height="100%" rx="4" />
      </svg>
      <span aria-hidden="true">{t('format.percent', { share: percent / 100 })}</span>
    </span>
  )
}
