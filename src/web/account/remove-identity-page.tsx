import type { Frozen } from '../../store/frozen.ts'
import type { IdentityRecord } from '../../store/records/sign-in.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { Form } from '../forms/form.tsx'
import type { Visit } from '../requests/visit.ts'

interface RemoveLastIdentityPageProps {
  readonly visit: Visit
  readonly identity: Frozen<IdentityRecord>
}

/** Asks before a person gives up the last way to sign in that is their own. */
export function RemoveLastIdentityPage({ visit, identity: { id, login, issuer } }: RemoveLastIdentityPageProps) {
  return (
    <section class="card">
      <h1>Remove your last way to sign in?</h1>
      <p>
        Without {login} at {new URL(issuer).host}, you sign in by links alone, and whoever runs this service has to make
        each of them for you. Other browsers that signed in by it are signed out.
      </p>
      <Form visit={visit} action={`/account/identities/${id}/remove`}>
        <input type="hidden" name="sure" value="1" />
        <div class="actions">
          <Button look="danger">Remove it</Button>
          <ButtonLink href="/account">Keep it</ButtonLink>
        </div>
      </Form>
    </section>
  )
}
