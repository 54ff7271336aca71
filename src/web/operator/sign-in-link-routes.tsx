import { AppError } from '../../errors.ts'
import { createSignInLink, type SignInLink } from '../../operator/users/sign-in-link.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { Button, ButtonLink } from '../components/button.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { FreshSignInNotice } from '../components/fresh-sign-in-notice.tsx'
import { Notice } from '../components/notice.tsx'
import { Time } from '../format/time.tsx'
import { FormErrorNotice } from '../forms/error-notice.tsx'
import { Field, Form, IdempotencyField } from '../forms/form.tsx'
import { type FormFailure, formRoute } from '../forms/form-route.ts'
import { isExpiredForm, submitOnce } from '../forms/submit-once.ts'
import { rich, t } from '../i18n/t.ts'
import { OperatorFrame } from '../layout/operator-frame.tsx'
import { expiredFormError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest } from '../requests/page-request.ts'
import { pendingAction } from '../sessions/pending-action.ts'
import { accountPath, NEW_SIGN_IN_LINK_PATH, signInLinkPath } from './paths.ts'
import { assertVisitorOperates, runOperatorAction } from './run-action.ts'

/** Sign-in links that an operator creates for other users. Only the response to the form has the URL of the link. */
export const newSignInLinkRoute = formRoute({
  path: NEW_SIGN_IN_LINK_PATH,
  read: request => {
    if (!isExpiredForm(request)) return parseForm(request.form)
    throw expiredFormError({ nextLink: { href: NEW_SIGN_IN_LINK_PATH, text: t('operator.sign_in_link.reload') } })
  },
  show: async (request, refused) => {
    if (refused !== undefined) return sendFormPage(request, { ...refused.sent, failure: refused.failure })
    await assertVisitorOperates(request)
    const form = pendingAction(request)?.form
    sendFormPage(
      request,
      form === undefined ? { user: request.query.get('user') ?? '', isCreate: false } : parseForm(form),
    )
  },
  sensitive: async request => {
    await assertVisitorOperates(request)
    const button = t('operator.sign_in_link.button', { user: escapeInvisible(parseForm(request.form).user) })
    return { button, fields: ['user', 'create'], page: NEW_SIGN_IN_LINK_PATH }
  },
  fields: ['user'],
  // Each form creates one link: otherwise, every reload of the response would create another one.
  submit: (request, { user, isCreate }) =>
    submitOnce(request, () =>
      runOperatorAction(request, createSignInLink, { user, create: isCreate }).catch(toFormError),
    ),
  next: (submitted, { request, sent }) => {
    if ('spent' in submitted) return sendFormPage(request, { ...sent, wasSent: true })
    const { done: link } = submitted
    const title = t('operator.sign_in_link.created.title', { user: link.user })
    sendPage(request, { title, body: <SignInLinkCreatedPage link={link} /> })
  },
})

interface SignInLinkForm {
  readonly user: string
  readonly isCreate: boolean
}

const parseForm = (form: URLSearchParams): SignInLinkForm => ({
  user: (form.get('user') ?? '').trim().slice(0, 60),
  isCreate: form.has('create'),
})

function toFormError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new AppError('invalid_input', error.message, { field: 'user', fix: error.pageFix })
}

interface FormState extends SignInLinkForm {
  readonly failure?: FormFailure | undefined
  readonly wasSent?: boolean
}

function sendFormPage(request: PageRequest, { user, isCreate, failure, wasSent = false }: FormState): void {
  const title = t(failure === undefined ? 'operator.sign_in_link.page' : 'operator.sign_in_link.page_error')
  const body = <SignInLinkPage {...{ user, isCreate, failure, wasSent }} />
  sendPage(request, { title, status: failure?.status ?? 200, body })
}

interface SignInLinkPageProps {
  readonly user: string
  readonly isCreate: boolean
  readonly failure: FormFailure | undefined
  /** Whether the form already created its link. */
  readonly wasSent: boolean
}

/** The form for a sign-in link. It can also create the user. */
function SignInLinkPage({ user, isCreate, failure, wasSent }: SignInLinkPageProps) {
  return (
    <OperatorFrame here="accounts">
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
      <FreshSignInNotice before="sign_in_link" back={user === '' ? NEW_SIGN_IN_LINK_PATH : signInLinkPath(user)} />
      <Form action={NEW_SIGN_IN_LINK_PATH} class="card">
        <div class="intro">
          <h2>{t('operator.sign_in_link.title')}</h2>
          <p>{t('operator.sign_in_link.intro')}</p>
        </div>
        <IdempotencyField />
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
function SignInLinkCreatedPage({ link }: { readonly link: SignInLink }) {
  const { user, url, expires_at, person } = link
  return (
    <OperatorFrame here="accounts">
      <section class="card">
        <h2>{t('operator.sign_in_link.created.title', { user })}</h2>
        <Notice kind="warning" title={t('operator.sign_in_link.created.copy')} isFirst>
          <p>{t('operator.sign_in_link.created.send', { user })}</p>
        </Notice>
        {person.new && <p>{t('operator.sign_in_link.created.new_user', { user })}</p>}
        <CopyBlock label={t('operator.sign_in_link.created.label')} text={url} />
        <p class="hint">
          {rich('operator.sign_in_link.created.expires', {
            time: <Time at={expires_at} />,
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
