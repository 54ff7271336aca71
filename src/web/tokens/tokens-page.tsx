import type { TokenView } from '../../tools/tokens/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { DataTable, Paging } from '../components/data-table.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { rich, t } from '../i18n/t.ts'
import { useRequest } from '../requests/page-request.ts'
import { Expiry, ExpiryOnPhone, expiresSoon, LastUse, ListedScopes, RevokeConsequence } from './facts.tsx'
import { canRegenerate } from './own-token.ts'

/** A token in the list, with its creator. */
export interface ListedToken {
  readonly view: TokenView
  readonly creator: string
}

/** A token that was just revoked. */
export interface RevokedToken {
  readonly name: string
  readonly at: string
}

interface TokensPageProps {
  readonly tokens: readonly ListedToken[]
  readonly next: string | undefined
  readonly revoked: RevokedToken | undefined
}

/** The columns of both lists of tokens. */
export const listTokenColumns = () =>
  [
    { heading: t('tokens.columns.name') },
    { heading: t('tokens.columns.permissions'), kind: 'wide' },
    { heading: t('tokens.columns.last_used'), kind: 'wide' },
    { heading: t('tokens.columns.expires'), kind: 'wide' },
    { heading: t('tokens.columns.created'), kind: 'wide' },
    { heading: t('tokens.columns.actions'), kind: 'actions' },
  ] as const

/** The active account tokens of a user. */
export function TokensPage({ tokens, next, revoked }: TokensPageProps) {
  const now = useRequest().services.now()
  return (
    <>
      <div class="split">
        <h1>{t('tokens.title')}</h1>
        {tokens.length > 0 && <CreateToken />}
      </div>
      {revoked !== undefined && <RevokedNotice revoked={revoked} />}
      <ExpiringSoonNotice tokens={tokens} now={now} />
      {tokens.length === 0 ? (
        <NoTokens>{t('tokens.empty')}</NoTokens>
      ) : (
        <section class="card" aria-label={t('tokens.label')}>
          <DataTable label={t('tokens.title')} columns={listTokenColumns()}>
            {tokens.map(token => (
              <Row key={token.view.id} token={token} />
            ))}
          </DataTable>
          <Paging noun="tokens" next={next} />
        </section>
      )}
    </>
  )
}

interface OwnerProps {
  /** The handle of the organization that owns the token; default: the user. */
  readonly account?: string
}

export const CreateToken = ({ account }: OwnerProps) => (
  <ButtonLink
    href={`/account/tokens/new${account === undefined ? '' : `?${new URLSearchParams({ account })}`}`}
    look="primary"
  >
    {t('tokens.create')}
  </ButtonLink>
)

/** An empty list, with the ways to create a token: the form, and a prompt for an agent. */
export function NoTokens({ account, children }: OwnerProps & { readonly children: string }) {
  const input = { name: 'ci', scopes: ['project:read', 'voice:read'], account }
  return (
    <div class="empty">
      <p>{children}</p>
      <div class="actions">
        <CreateToken {...(account !== undefined && { account })} />
      </div>
      <CopyBlock label={t('tokens.ask_agent')} text={t('tokens.prompt', { input: JSON.stringify(input) })} />
    </div>
  )
}

/** Confirms that a token was revoked. */
export function RevokedNotice({ revoked }: { readonly revoked: RevokedToken }) {
  return (
    <Notice kind="good" title={t('tokens.revoked.title', { name: revoked.name })}>
      <p>{rich('tokens.revoked.message', { time: <Time at={revoked.at} /> })}</p>
    </Notice>
  )
}

/** The columns of both lists that say the same of each token. */
export const TokenCells = ({ token, now }: { readonly token: ListedFacts; readonly now: Date }) => (
  <>
    <td class="wide">
      <ListedScopes scopes={token.scopes} />
    </td>
    <td class="wide">
      <LastUse token={token} />
    </td>
    <td class="wide">
      <Expiry at={token.expires_at} now={now} />
    </td>
  </>
)

type ListedFacts = Pick<TokenView, 'scopes' | 'last_used_at' | 'last_used_from' | 'expires_at'>

function ExpiringSoonNotice({ tokens, now }: { readonly tokens: readonly ListedToken[]; readonly now: Date }) {
  const count = tokens.filter(({ view }) => expiresSoon(view, now)).length
  if (count === 0) return null
  return (
    <Notice kind="warning" title={t('tokens.expiring.title', { count })}>
      <p>{t('tokens.expiring.advice', { count })}</p>
    </Notice>
  )
}

function Row({ token: { view, creator } }: { readonly token: ListedToken }) {
  const now = useRequest().services.now()
  const { id, name, prefix, account, expires_at, created_at } = view
  const path = `/account/tokens/${id}`
  return (
    <tr>
      <td>
        <a class="name" id={`name-${id}`} href={path} title={name}>
          <bdi>{name}</bdi>
        </a>
        <span class="hint">
          <code>{prefix}…</code> {account}
        </span>
        <ExpiryOnPhone at={expires_at} now={now} />
      </td>
      <TokenCells token={view} now={now} />
      <td class="wide">
        <Time at={created_at} />
        <span class="hint">
          <bdi>{creator}</bdi>
        </span>
      </td>
      <td class="actions">
        {canRegenerate(view) && (
          <a class="button small" id={`new-${id}`} href={`${path}/regenerate`} aria-labelledby={`new-${id} name-${id}`}>
            {t('tokens.regenerate.open')}
          </a>
        )}
        <Confirm
          id={id}
          open={t('tokens.revoke.open')}
          label={t('tokens.revoke.label', { name, prefix })}
          title={t('tokens.revoke.title', { name })}
          action={`${path}/revoke`}
          small
        >
          <RevokeConsequence />
        </Confirm>
      </td>
    </tr>
  )
}
