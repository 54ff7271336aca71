import type { Frozen } from '../../store/frozen.ts'
import type { IdentityRecord } from '../../store/records/sign-in.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'

interface RemoveLastIdentityPageProps {
  readonly visit: Visit
  readonly identity: Frozen<IdentityRecord>
}

/** Asks before a user removes their last sign-in method. */
export function RemoveLastIdentityPage({ visit, identity: { id, login, issuer } }: RemoveLastIdentityPageProps) {
  return (
    <section class="card">
      <h1>Remove your last sign-in method?</h1>
      <p>
        Without {login} at {new URL(issuer).host}, you can sign in only with links that an operator creates. Other
        browsers that signed in with it are signed out.
      </p>
      <Form visit={visit} action={`/account/identities/${id}/remove`}>
        <input type="hidden" name="sure" value="1" />
        <div class="actions">
          <Button look="danger">Remove</Button>
          <ButtonLink href="/account">Cancel</ButtonLink>
        </div>
      </Form>
    </section>
  )
}
