import type { OrganizationTokenView } from '../../tools/organizations/list-organization-tokens.ts'
import type { OrganizationView } from '../../tools/organizations/view.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { Paging } from '../components/paging.tsx'
import { Time } from '../format/time.tsx'
import { Form } from '../forms/form.tsx'
import { OrganizationFrame } from '../layout/organization-frame.tsx'
import type { Visit } from '../requests/visit.ts'
import { TokenSummary } from './summary.tsx'
import { createTokenPrompt, RevokedNotice, type RevokedToken } from './tokens-page.tsx'

interface OrganizationTokensPageProps {
  readonly visit: Visit
  readonly organization: OrganizationView
  readonly tokens: readonly OrganizationTokenView[]
  readonly next: string | undefined
  readonly revoked: RevokedToken | undefined
}

/** The tokens that members made on an organization, for those who administer it. */
export function OrganizationTokensPage({ visit, organization, tokens, next, revoked }: OrganizationTokensPageProps) {
  const now = visit.services.now()
  const handle = organization.organization
  const make = `/account/tokens/new?${new URLSearchParams({ account: handle })}`
  return (
    <OrganizationFrame visit={visit} organization={organization} here="tokens">
      <div class="split">
        <h2>Tokens</h2>
        {tokens.length > 0 && (
          <ButtonLink href={make} look="primary">
            New token
          </ButtonLink>
        )}
      </div>
      {revoked !== undefined && <RevokedNotice revoked={revoked} now={now} />}
      {tokens.length === 0 ? (
        <div class="empty">
          <p>No member has an active token on this organization. Such a token reaches it and nothing else.</p>
          <div class="actions">
            <ButtonLink href={make} look="primary">
              New token
            </ButtonLink>
          </div>
          <CopyBlock label="Or ask your agent" text={createTokenPrompt(handle)} />
        </div>
      ) : (
        <section class="card">
          <p>
            Members made these on the organization. Each reaches it alone, does no more than its member may, and stops
            when they leave. Tokens of personal accounts are not listed.
          </p>
          <ul class="rows">
            {tokens.map(token => (
              <Row key={token.id} visit={visit} token={token} handle={handle} />
            ))}
          </ul>
          <Paging visit={visit} noun="tokens" next={next} />
        </section>
      )}
    </OrganizationFrame>
  )
}

interface RowProps extends Pick<OrganizationTokensPageProps, 'visit'> {
  readonly token: OrganizationTokenView
  readonly handle: string
}

function Row({ visit, token, handle }: RowProps) {
  const now = visit.services.now()
  const { id, name, prefix, user, created_at } = token
  return (
    <li>
      <TokenSummary token={token} title={<bdi class="name">{name}</bdi>} now={now}>
        Of {user}, made <Time at={created_at} now={now} />
      </TokenSummary>
      <details>
        <summary aria-label={`Revoke ${name} of ${user}, ${prefix}`}>Revoke</summary>
        <Form visit={visit} action={`/o/${handle}/tokens/${id}/revoke`}>
          <Button look="danger" small>
            Revoke <bdi>{name}</bdi> of {user}, {prefix}…
          </Button>
        </Form>
      </details>
    </li>
  )
}
