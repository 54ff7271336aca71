import type { SignedIn } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import { createSignInLink, type SignInLink } from '../../operator/users/sign-in-link.ts'
import { escapeInvisible } from '../../text/escape.ts'
import { attempt, type FormFailure } from '../forms/attempt.ts'
import { isExpiredForm, submitOnce } from '../forms/submit-once.ts'
import { t } from '../i18n/t.ts'
import { expiredFormError } from '../layout/page-error.ts'
import { sendPage } from '../layout/send-page.tsx'
import type { PageRequest, Route } from '../requests/page-request.ts'
import { pendingAction } from '../sessions/pending-action.ts'
import { requireFreshSession, withSession } from '../sessions/require.ts'
import { assertVisitorOperates } from './assert-visitor-operates.ts'
import { NEW_SIGN_IN_LINK_PATH } from './paths.ts'
import { runOperatorAction } from './run-action.ts'
import { SignInLinkCreatedPage, SignInLinkPage } from './sign-in-link-page.tsx'

/** Sign-in links that an operator creates for other users. Only the response to the form has the URL of the link. */
export const newSignInLinkRoute: Route = {
  path: NEW_SIGN_IN_LINK_PATH,
  get: withSession(async request => {
    await assertVisitorOperates(request)
    const form = pendingAction(request)?.form
    sendFormPage(
      request,
      form === undefined ? { user: request.query.get('user') ?? '', isCreate: false } : parseForm(form),
    )
  }),
  post: async request => {
    await assertVisitorOperates(request)
    const typed = parseForm(request.form)
    const pressed = {
      button: t('operator.sign_in_link.button', { user: escapeInvisible(typed.user) }),
      fields: ['user', 'create'],
      page: NEW_SIGN_IN_LINK_PATH,
    }
    const signedIn = requireFreshSession(request, pressed)
    if (signedIn === undefined) return
    if (isExpiredForm(request))
      throw expiredFormError({ nextLink: { href: NEW_SIGN_IN_LINK_PATH, text: t('operator.sign_in_link.reload') } })
    await submitForm(request, signedIn, typed)
  },
}

interface SignInLinkForm {
  readonly user: string
  readonly isCreate: boolean
}

const parseForm = (form: URLSearchParams): SignInLinkForm => ({
  user: (form.get('user') ?? '').trim().slice(0, 60),
  isCreate: form.has('create'),
})

/** Each form creates one link: otherwise, every reload of the response would create another one. */
async function submitForm(request: PageRequest, signedIn: SignedIn, typed: SignInLinkForm): Promise<void> {
  const input = { user: typed.user, create: typed.isCreate }
  let link: SignInLink | undefined
  const failure = await attempt(request, ['user'], async () => {
    const outcome = await submitOnce(request, signedIn, () =>
      runOperatorAction(request, signedIn, createSignInLink, input).catch(toFormError),
    )
    link = 'done' in outcome ? outcome.done : undefined
  })
  if (link === undefined) return sendFormPage(request, { ...typed, failure, wasSent: failure === undefined })
  const title = t('operator.sign_in_link.created.title', { user: link.user })
  sendPage(request, { title, body: <SignInLinkCreatedPage request={request} link={link} /> })
}

/** Converts an unknown handle into a form error. */
function toFormError(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new AppError('invalid_input', error.message, {
    field: 'user',
    ...(error.pageFix !== undefined && { fix: error.pageFix }),
  })
}

interface FormState extends SignInLinkForm {
  readonly failure?: FormFailure | undefined
  readonly wasSent?: boolean
}

function sendFormPage(request: PageRequest, { user, isCreate, failure, wasSent = false }: FormState): void {
  const title = t(failure === undefined ? 'operator.sign_in_link.page' : 'operator.sign_in_link.page_error')
  const body = <SignInLinkPage {...{ request, user, isCreate, failure, wasSent }} />
  sendPage(request, { title, status: failure?.status ?? 200, body })
}
