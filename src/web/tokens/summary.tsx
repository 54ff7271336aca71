import type { ComponentChildren } from 'preact'
import type { TokenView } from '../../tools/tokens/view.ts'
import { Expiry, LastUse, ScopeNames } from './facts.tsx'

interface TokenSummaryProps {
  readonly token: TokenView
  readonly title: ComponentChildren
  readonly now: Date
  /** Who made it, where and when. */
  readonly children: ComponentChildren
}

/** What a list says of one token. */
export function TokenSummary({ token, title, now, children }: TokenSummaryProps) {
  return (
    <div class="lines">
      <span class="title">
        {title}
        <code>{token.prefix}…</code>
      </span>
      <ScopeNames scopes={token.scopes} />
      <p class="hint">
        Last used: <LastUse token={token} now={now} /> · <Expiry at={token.expires_at} now={now} />
      </p>
      <p class="hint">{children}</p>
    </div>
  )
}
