import type { Frozen } from '../../store/frozen.ts'
import type { TokenRecord } from '../../store/records/identity.ts'
import { ButtonLink } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import type { Visit } from '../requests/visit.ts'
import { RevokeConsequence } from './revoke-consequence.tsx'

interface TokenAlreadyCreatedPageProps {
  readonly visit: Visit
  /** The token that the form created; undefined while it is being created, and after it was revoked. */
  readonly created: Frozen<TokenRecord> | undefined
}

/** The response to a form that already created its token. */
export function TokenAlreadyCreatedPage({ visit, created }: TokenAlreadyCreatedPageProps) {
  return (
    <section class="card">
      <h1>Token already created</h1>
      <p>
        This token was already created, and its value can't be shown again.{' '}
        {created === undefined ? 'Find it in your tokens.' : 'If you did not copy its value, regenerate it.'}
      </p>
      {created !== undefined && (
        <>
          <p>
            <bdi>{created.name}</bdi> <code>{created.prefix}…</code>
          </p>
          <div class="actions">
            <ButtonLink href={`/account/tokens/${created.id}/regenerate`} look="primary">
              Regenerate
            </ButtonLink>
            <Confirm
              visit={visit}
              id={created.id}
              open="Revoke"
              title={`Revoke ${created.name}?`}
              action={`/account/tokens/${created.id}/revoke`}
            >
              <RevokeConsequence />
            </Confirm>
          </div>
        </>
      )}
      <div class="actions">
        <ButtonLink href="/account/tokens">Your tokens</ButtonLink>
      </div>
    </section>
  )
}
