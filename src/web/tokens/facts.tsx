import type { ComponentChildren } from 'preact'
import type { TokenView } from '../../tools/tokens/view.ts'
import { Time } from '../format/time.tsx'
import { unitListFormat } from '../i18n/formats.ts'
import { rich, t } from '../i18n/t.ts'
import { END_OF_DAY } from './own-token.ts'

const EXPIRES_SOON_MS = 7 * 24 * 60 * 60 * 1000

/** Maximum scopes of a token in a list; the others are collapsed. */
const MAX_LISTED_SCOPES = 4

interface ExpiryProps {
  readonly at: string | null
  readonly now: Date
}

/** Returns whether a token expires within a week. */
export const expiresSoon = ({ expires_at }: Pick<TokenView, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) - now.getTime() <= EXPIRES_SOON_MS

/** The expiration of a token; highlighted if it is near or past. */
export function Expiry({ at, now }: ExpiryProps) {
  if (at === null) return <>{t('tokens.never')}</>
  if (!expiresSoon({ expires_at: at }, now)) return <Time at={at} from={countsFrom(at, now)} isDated />
  const isOver = Date.parse(at) <= now.getTime()
  return (
    <span class={`badge ${isOver ? 'danger' : 'warning'}`}>
      {isOver ? rich('tokens.expired', { time: <Time at={at} isDated /> }) : <Time at={at} isDated />}
    </span>
  )
}

/** The expiration for the first column of a list on phones, where the other columns are hidden. */
export const ExpiryOnPhone = (props: ExpiryProps) => (
  <span class="hint phone-only">{rich('tokens.expires', { time: <Expiry {...props} /> })}</span>
)

/** Returns the time to count from. A token of 30 days works until the end of its last day, so whole days count from the end of today. */
const countsFrom = (at: string, now: Date): Date =>
  at.endsWith(END_OF_DAY) ? new Date(`${now.toISOString().slice(0, 10)}${END_OF_DAY}`) : now

interface LastUseProps {
  readonly token: Pick<TokenView, 'last_used_at' | 'last_used_from'>
}

/** Time and origin of a token's last use (`2.2.last-used-never-shown`). */
export function LastUse({ token: { last_used_at, last_used_from: from } }: LastUseProps) {
  if (last_used_at === null) return <>{t('tokens.never')}</>
  return (
    <>
      <Time at={last_used_at} />
      {from !== undefined && <span class="hint"> {describeOrigin(from)}</span>}
    </>
  )
}

function describeOrigin({ address, user_agent }: NonNullable<TokenView['last_used_from']>): ComponentChildren {
  const client = <bdi>{user_agent}</bdi>
  if (user_agent === undefined) return address === undefined ? null : t('tokens.use.from', { address })
  return address === undefined ? rich('tokens.use.by', { client }) : rich('tokens.use.from_by', { address, client })
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

/** Scope names in a table cell; many scopes are collapsed. */
export function ListedScopes({ scopes }: ScopeNamesProps) {
  if (scopes.length <= MAX_LISTED_SCOPES) return <ScopeNames scopes={scopes} />
  return (
    <details class="scopes">
      <summary>{t('tokens.permissions', { count: scopes.length })}</summary>
      {unitListFormat().format(scopes)}
    </details>
  )
}

/** The effect of revoking a token. */
export const RevokeConsequence = () => <p>{t('tokens.revoke.consequence')}</p>
