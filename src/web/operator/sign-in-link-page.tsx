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
import { rich, t } from '../i18n/t.ts'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import type { PageRequest } from '../requests/page-request.ts'
import { accountPath, NEW_SIGN_IN_LINK_PATH, signInLinkPath } from './paths.ts'

interface SignInLinkPageProps {
  readonly request: PageRequest
  /** The handle in the form. */
  readonly user: string
  readonly isCreate: boolean
  readonly failure: FormFailure | undefined
  /** Whether the form already created its link. */
  readonly wasSent: boolean
}

/** The form for a sign-in link. It can also create the user. */
export function SignInLinkPage({ request, user, isCreate, failure, wasSent }: SignInLinkPageProps) {
  return (
    <OperatorFrame request={request} here="accounts">
      {failure !== undefined && (
        <FormErrorNotice
          title={t('operator.sign_in_link.not_created')}
          message={failure.message}
          fix={failure.fix}
          field={failure.field}
        />
      )}
      {wasSent && (
        <Notice kind="warning" title={t('operator.sign_in_link.was_sent')} isFirst>
          <p>{t('operator.sign_in_link.was_sent_advice')}</p>
        </Notice>
      )}
      <FreshSignInNotice
        request={request}
        before="sign_in_link"
        back={user === '' ? NEW_SIGN_IN_LINK_PATH : signInLinkPath(user)}
      />
      <Form request={request} action={NEW_SIGN_IN_LINK_PATH} class="card">
        <div class="intro">
          <h2>{t('operator.sign_in_link.title')}</h2>
          <p>{t('operator.sign_in_link.intro')}</p>
        </div>
        <IdempotencyField request={request} />
        <Field
          name="user"
          label={t('operator.sign_in_link.username')}
          hint={t('operator.sign_in_link.username_hint')}
          value={user}
          maxlength={60}
          required
          fault={failure?.message}
        />
        <div class="checklist">
          <label>
            <input type="checkbox" name="create" value="yes" checked={isCreate} />
            <span>
              {t('operator.sign_in_link.create_user')}
              <span class="hint">{t('operator.sign_in_link.create_user_hint')}</span>
            </span>
          </label>
        </div>
        <div class="actions">
          <Button look="primary">{t('operator.sign_in_link.submit')}</Button>
          <ButtonLink href="/operator">{t('operator.sign_in_link.cancel')}</ButtonLink>
        </div>
      </Form>
    </OperatorFrame>
  )
}

/** The response to the form. No other page shows the URL of the link. */
export function SignInLinkCreatedPage({ request, link }: { readonly request: PageRequest; readonly link: SignInLink }) {
  const { user, url, expires_at, person } = link
  return (
    <OperatorFrame request={request} here="accounts">
      <section class="card">
        <h2>{t('operator.sign_in_link.created.title', { user })}</h2>
        <Notice kind="warning" title={t('operator.sign_in_link.created.copy')} isFirst>
          <p>{t('operator.sign_in_link.created.send', { user })}</p>
        </Notice>
        {person.new && <p>{t('operator.sign_in_link.created.new_user', { user })}</p>}
        <CopyBlock label={t('operator.sign_in_link.created.label')} text={url} />
        <p class="hint">
          {rich('operator.sign_in_link.created.expires', {
            time: <Time at={expires_at} now={request.services.now()} />,
          })}
        </p>
        <div class="actions">
          <ButtonLink href="/operator" look="primary">
            {t('operator.sign_in_link.created.done')}
          </ButtonLink>
          <ButtonLink href={accountPath(user)}>{t('operator.sign_in_link.created.manage', { user })}</ButtonLink>
        </div>
      </section>
    </OperatorFrame>
  )
}
