import type { TokenView } from '../../tools/tokens/view.ts'
import { Time } from '../format/time.tsx'
import { END_OF_DAY } from './regenerate.ts'

const EXPIRES_SOON_MS = 7 * 24 * 60 * 60 * 1000

/** A list shows so many scopes of a token; the others unfold. */
const MAX_LISTED_SCOPES = 4

interface ExpiryProps {
  readonly at: string | null
  readonly now: Date
}

/** Whether a token expires within a week. */
export const expiresSoon = ({ expires_at }: Pick<TokenView, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) - now.getTime() <= EXPIRES_SOON_MS

/** When a token expires; marked only where that is near or past. */
export function Expiry({ at, now }: ExpiryProps) {
  if (at === null) return <>Never</>
  if (!expiresSoon({ expires_at: at }, now)) return <Time at={at} now={countsFrom(at, now)} isDated />
  const isOver = Date.parse(at) <= now.getTime()
  return (
    <span class={`badge ${isOver ? 'danger' : 'warning'}`}>
      {isOver && 'Expired '}
      <Time at={at} now={now} isDated />
    </span>
  )
}

/** The same in the first column of a list, where a phone leaves out the others. */
export const ExpiryOnPhone = (props: ExpiryProps) => (
  <span class="hint phone-only">
    Expires: <Expiry {...props} />
  </span>
)

/** A token of 30 days works until its last day ends: whole days count from the end of today. */
const countsFrom = (at: string, now: Date): Date =>
  at.endsWith(END_OF_DAY) ? new Date(`${now.toISOString().slice(0, 10)}${END_OF_DAY}`) : now

interface LastUseProps {
  readonly token: Pick<TokenView, 'last_used_at' | 'last_used_from'>
  readonly now: Date
}

/** When and from where a token was last used (spec 2.2: "Never" for one that was not). */
export function LastUse({ token: { last_used_at, last_used_from: from }, now }: LastUseProps) {
  if (last_used_at === null) return <>Never</>
  return (
    <>
      <Time at={last_used_at} now={now} />
      {from !== undefined && (
        <span class="hint">
          {' '}
          {from.address !== undefined && `from ${from.address}`}
          {from.user_agent !== undefined && (
            <>
              {' '}
              by <bdi>{from.user_agent}</bdi>
            </>
          )}
        </span>
      )}
    </>
  )
}

interface ScopeNamesProps {
  readonly scopes: readonly string[]
}

/** Scopes by name, side by side. */
export function ScopeNames({ scopes }: ScopeNamesProps) {
  return (
    <span class="badges">
      {scopes.map(scope => (
        <code key={scope}>{scope}</code>
      ))}
    </span>
  )
}

/** The same in a cell: many scopes unfold. */
export function ListedScopes({ scopes }: ScopeNamesProps) {
  if (scopes.length <= MAX_LISTED_SCOPES) return <ScopeNames scopes={scopes} />
  return (
    <details class="scopes">
      <summary>{scopes.length} permissions</summary>
      {scopes.join(', ')}
    </details>
  )
}
