import type { ComponentChildren } from 'preact'

interface SectionProps {
  /** Whether the page is below the list of tokens. */
  readonly isInner?: boolean
  /** The heading. */
  readonly children: ComponentChildren
}

/** The heading of a page about account tokens, below the section that the page belongs to. */
export function ApiSection({ isInner = false, children }: SectionProps) {
  return (
    <div class="intro">
      <p class="hint">
        API
        {isInner && (
          <>
            {' · '}
            <a href="/account/tokens">Account tokens</a>
          </>
        )}
      </p>
      {children}
    </div>
  )
}
