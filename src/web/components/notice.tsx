import type { ComponentChildren } from 'preact'

const SHAPES = {
  info: 'M10 9v5M10 6.2v.1',
  good: 'M6.2 10.4l2.6 2.6 5-5.4',
  warning: 'M10 5.5v5.5M10 13.9v.1',
  danger: 'M7 7l6 6M13 7l-6 6',
} as const

interface NoticeProps {
  readonly kind: keyof typeof SHAPES
  /** Summary in a few words. */
  readonly title?: string
  readonly children?: ComponentChildren
  /** Whether it takes the focus when the page opens, because it is more important than the rest. */
  readonly isFirst?: boolean
}

/** A prominent box. Its kind is shown by shape and words, not by color alone. */
export function Notice({ kind, title, children, isFirst }: NoticeProps) {
  return (
    <div
      class={`notice ${kind}`}
      role={kind === 'danger' ? 'alert' : undefined}
      {...(isFirst === true && { tabIndex: -1, autofocus: true })}
    >
      <svg
        viewBox="0 -2 20 24"
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        aria-hidden="true"
      >
        {kind === 'warning' ? (
          <path d="M10 1.8 19 17.6H1z" stroke-linejoin="round" />
        ) : (
          <circle cx="10" cy="10" r="8.2" />
        )}
        <path d={SHAPES[kind]} />
      </svg>
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
