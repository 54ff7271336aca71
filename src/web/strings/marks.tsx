const PATHS = {
  error: 'M5 1.2h6L14.8 5v6L11 14.8H5L1.2 11V5z',
  warning: 'M8 2.2L14.4 13.4H1.6z',
} as const

export type FindingLevel = 'error' | 'warning' | 'info'

/** The mark of a finding: errors are octagons, warnings triangles, infos circles. */
export function FindingMark({ level = 'warning', label }: { readonly level?: FindingLevel; readonly label?: string }) {
  return (
    <svg
      class={`se-mark ${level}`}
      viewBox="0 0 16 16"
      {...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label })}
    >
      {level === 'error' && (
        <>
          <path d={PATHS.error} fill="currentColor" />
          <path class="knock" d="M5.5 5.5l5 5m0-5l-5 5" stroke-width="1.8" stroke-linecap="round" />
        </>
      )}
      {level === 'warning' && (
        <>
          <path d={PATHS.warning} fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" />
          <path d="M8 6.4v3.2M8 11.4v.1" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" />
        </>
      )}
      {level === 'info' && (
        <>
          <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6" />
          <path d="M8 7.4v3.6M8 5v.1" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" />
        </>
      )}
    </svg>
  )
}

const ICONS = {
  up: 'M4.5 9.5L8 6l3.5 3.5',
  down: 'M4.5 6.5L8 10l3.5-3.5',
  back: 'M9.5 4L5.5 8l4 4',
  close: 'M4.5 4.5l7 7m0-7l-7 7',
  search: 'M10.4 10.4L14 14M11.4 7A4.4 4.4 0 1 1 2.6 7a4.4 4.4 0 0 1 8.8 0z',
} as const

/** A plain line icon beside words, or in a labelled link. */
export function Icon({ name }: { readonly name: keyof typeof ICONS }) {
  return (
    <svg class={`se-icon ${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={ICONS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
