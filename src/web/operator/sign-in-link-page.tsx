import type { SignInLink } from '../../operator/users/sign-in-link.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import type { FormFailure } from '../forms/attempt.ts'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { IdempotencyField } from '../forms/submit-once-field.tsx'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import type { Visit } from '../requests/visit.ts'
import { accountPath, NEW_SIGN_IN_LINK_PATH, signInLinkPath } from './paths.ts'

interface SignInLinkPageProps {
  readonly visit: Visit
  /** The handle in the form. */
  readonly user: string
  readonly isCreate: boolean
  readonly failure: FormFailure | undefined
  /** Whether the form already created its link. */
  readonly wasSent: boolean
}

/** The form for a sign-in link. It can also create the user. */
export function SignInLinkPage({ visit, user, isCreate, failure, wasSent }: SignInLinkPageProps) {
  return (
    <OperatorFrame visit={visit} here="accounts">
      {failure !== undefined && (
        <FormErrorNotice
          title="The sign-in link was not created"
          message={failure.message}
          fix={failure.fix}
          field={failure.field}
        />
      )}
      {wasSent && (
        <Notice kind="warning" title="This link was already created" isFirst>
          <p>Its URL can't be shown again. Create a new link if you need one.</p>
        </Notice>
      )}
      <FreshSignInNotice
        visit={visit}
        before="sign_in_link"
        back={user === '' ? NEW_SIGN_IN_LINK_PATH : signInLinkPath(user)}
      />
      <Form visit={visit} action={NEW_SIGN_IN_LINK_PATH} class="card">
        <div class="intro">
          <h2>Create user or sign-in link</h2>
          <p>The link signs its user in once, within 15 minutes. Send it to that user only.</p>
        </div>
        <IdempotencyField visit={visit} />
        <Field
          name="user"
          label="Username"
          hint="For example: ana"
          value={user}
          maxlength={60}
          required
          fault={failure?.message}
        />
        <div class="checklist">
          <label>
            <input type="checkbox" name="create" value="yes" checked={isCreate} />
            <span>
              Create the user
              <span class="hint">For a username that does not exist yet. The user gets a personal account.</span>
            </span>
          </label>
        </div>
        <div class="actions">
          <Button look="primary">Create sign-in link</Button>
          <ButtonLink href="/operator">Cancel</ButtonLink>
        </div>
      </Form>
    </OperatorFrame>
  )
}

/** The response to the form. No other page shows the URL of the link. */
export function SignInLinkCreatedPage({ visit, link }: { readonly visit: Visit; readonly link: SignInLink }) {
  const { user, url, expires_at, person } = link
  return (
    <OperatorFrame visit={visit} here="accounts">
      <section class="card">
        <h2>Sign-in link for {user}</h2>
        <Notice kind="warning" title="Copy the link now. It won't be shown again." isFirst>
          <p>
            Send it to {user} only. Anyone with the link can sign in as {user}.
          </p>
        </Notice>
        {person.new && <p>The user {user} was created.</p>}
        <CopyBlock label="Sign-in link" text={url} />
        <p class="hint">
          It works once and expires <Time at={expires_at} now={visit.services.now()} />.
        </p>
        <div class="actions">
          <ButtonLink href="/operator" look="primary">
            Done
          </ButtonLink>
          <ButtonLink href={accountPath(user)}>Manage {user}</ButtonLink>
        </div>
      </section>
    </OperatorFrame>
  )
}
