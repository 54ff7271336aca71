import type { TokenView } from '../../tools/tokens/view.ts'
import { ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { Notice } from '../components/notice.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import type { Visit } from '../requests/visit.ts'
import { expiresSoon } from './facts.tsx'
import { TokenSummary } from './summary.tsx'

/** A token of the list, with who made it in words. */
export interface ListedToken {
  readonly view: TokenView
  readonly maker: string
}

/** That a token is revoked, for who has just done it. */
export interface RevokedToken {
  readonly name: string
  readonly at: string
}

interface TokensPageProps {
  readonly visit: Visit
  readonly tokens: readonly ListedToken[]
  /** Where the list goes on. */
  readonly next: string | undefined
  readonly revoked: RevokedToken | undefined
}

/** The active account tokens of a person. */
export function TokensPage({ visit, tokens, next, revoked }: TokensPageProps) {
  const now = visit.services.now()
  return (
    <>
      <div class="split">
        <h1>Account tokens</h1>
        {tokens.length > 0 && (
          <ButtonLink href="/account/tokens/new" look="primary">
            New token
          </ButtonLink>
        )}
      </div>
      {revoked !== undefined && <RevokedNotice revoked={revoked} now={now} />}
      <ExpiringSoonNotice tokens={tokens} now={now} />
      {tokens.length === 0 ? (
        <div class="empty">
          <p>You have no active tokens. Scripts and CI use tokens to sign in.</p>
          <div class="actions">
            <ButtonLink href="/account/tokens/new" look="primary">
              New token
            </ButtonLink>
          </div>
          <CopyBlock label="Or ask your agent" text={createTokenPrompt()} />
        </div>
      ) : (
        <section class="card">
          <p>Tokens never exceed your own permissions.</p>
          <ul class="rows">
            {tokens.map(({ view, maker }) => (
              <Row key={view.id} token={view} maker={maker} now={now} />
            ))}
          </ul>
          <Paging visit={visit} noun="tokens" next={next} />
        </section>
      )}
    </>
  )
}

/** What to say to an agent that shall make a token; on an organization when its handle is given. */
export function createTokenPrompt(organization?: string): string {
  const input = { name: 'ci', scopes: ['project:read', 'voice:read'], ...(organization && { account: organization }) }
  return `Call create_token of dragoman with ${JSON.stringify(input)}, and put the value where the job reads it.`
}

/** What became of a token that was revoked. */
export function RevokedNotice({ revoked, now }: { readonly revoked: RevokedToken; readonly now: Date }) {
  return (
    <Notice kind="good" title={`${revoked.name} is revoked`}>
      <p>
        It stopped working <Time at={revoked.at} now={now} />, with every token that was made with it. That cannot be
        undone.
      </p>
    </Notice>
  )
}

function ExpiringSoonNotice({ tokens, now }: { readonly tokens: readonly ListedToken[]; readonly now: Date }) {
  const ending = tokens.filter(({ view }) => expiresSoon(view, now))
  if (ending.length === 0) return null
  return (
    <Notice
      kind="warning"
      title={ending.length === 1 ? 'A token expires within a week' : `${ending.length} tokens expire within a week`}
    >
      <ul>
        {ending.map(({ view: { id, name, prefix, expires_at } }) => (
          <li key={id}>
            <bdi>{name}</bdi> (<code>{prefix}…</code>) <Time at={expires_at} now={now} isDated />
          </li>
        ))}
      </ul>
      <p>Expirations can't change. Create a new token and replace the old one with it.</p>
    </Notice>
  )
}

function Row({ token, maker, now }: { readonly token: TokenView; readonly maker: string; readonly now: Date }) {
  const { id, name, account, created_at } = token
  const title = (
    <a class="name" href={`/account/tokens/${id}`}>
      <bdi>{name}</bdi>
    </a>
  )
  return (
    <li>
      <TokenSummary token={token} title={title} now={now}>
        Made on {account} <Time at={created_at} now={now} /> by <bdi>{maker}</bdi>
      </TokenSummary>
    </li>
  )
}
