import { needsFreshSignIn } from '../../../auth/policy/scope-groups.ts'
import { isFresh, sessionPrincipal } from '../../../auth/users/sessions.ts'
import { AppError } from '../../../errors.ts'
import type { Frozen } from '../../../store/frozen.ts'
import type { AccountRecord } from '../../../store/records/identity.ts'
import { echo } from '../../../text/escape.ts'
import { listVisibleAccounts } from '../../../tools/pipeline/resources.ts'
import { createToken } from '../../../tools/tokens/create-token.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { ScopeSentences } from '../../components/scope-list.tsx'
import { formatDay } from '../../format/day.ts'
import { Form, IdempotencyField } from '../../forms/form.tsx'
import { findPriorSubmission, isExpiredForm, submitOnce } from '../../forms/submit-once.ts'
import { t } from '../../i18n/t.ts'
import { PageError } from '../../layout/page-error.ts'
import { sendPage } from '../../layout/send-page.tsx'
import {
  callTool,
  type PageRequest,
  type Route,
  type SignedInRequest,
  useRequest,
} from '../../requests/page-request.ts'
import { reauthenticationPath } from '../../sessions/reauthentication.ts'
import { withSession } from '../../sessions/require.ts'
import { SAVED_CHOICE_PARAM, savedChoice, savedChoicePath } from '../../sessions/saved-choice.ts'
import { CreatedTokenShape, sendAlreadyCreatedPage, sendCreatedPage } from '../send-created-page.tsx'
import {
  createDraft,
  DRAFT_FIELDS,
  type DraftFaults,
  getExpirationDay,
  PRESETS,
  parseDraft,
  parsePreset,
  type TokenDraft,
  validateAccount,
  validateDraft,
} from './draft.ts'
import { type DraftRefusal, NewTokenPage } from './new-token-page.tsx'

const PATH = '/account/tokens/new'

/** Creates an account token. The response shows its value once. Admin and delete permissions are reviewed first. */
export const newTokenRoute: Route = {
  path: PATH,
  get: withSession(async request => {
    const { own, accounts } = await listTokenAccounts(request)
    const kept = savedChoice(request, PATH, request.query.get(SAVED_CHOICE_PARAM))
    const draft = kept === undefined ? createDraft(request.query, own) : parseDraft(kept, own)
    const fault = validateAccount(draft, toHandles(accounts))
    if (fault !== undefined && kept === undefined) throw unknownAccountError(draft.account)
    sendFormPage(request, { accounts, draft, faults: fault === undefined ? {} : { account: fault } })
  }),
  post: withSession(async request => {
    const { own, accounts } = await listTokenAccounts(request)
    const now = request.services.now()
    const draft = parseDraft(request.form, own)
    const scene = { accounts, draft }
    const step = request.form.get('step')
    if (step === 'edit') return sendFormPage(request, scene)
    const preset = parsePreset(request.form)
    if (preset !== undefined)
      return sendFormPage(request, { ...scene, draft: { ...draft, scopes: PRESETS[preset].scopes } })
    const spent = await findPriorSubmission(request)
    if (spent !== undefined) return sendAlreadyCreatedPage(request, spent)
    const faults = validateDraft(draft, toHandles(accounts), now)
    if (Object.keys(faults).length > 0) return sendFormPage(request, { ...scene, faults })
    if (needsReauthentication(request, draft)) return sendFormPage(request, { ...scene, isStale: true })
    if (draft.scopes.some(needsFreshSignIn) && (step !== 'confirm' || isExpiredForm(request))) {
      return sendReviewPage(request, scene)
    }
    if (isExpiredForm(request)) {
      request.noteError('form_expired')
      return sendFormPage(request, { ...scene, refusal: expiredForm() })
    }
    await submitDraft(request, scene)
  }),
}

const expiredForm = (): DraftRefusal => ({
  message: t('tokens.new.expired.message'),
  fix: t('tokens.new.expired.fix'),
})

const unknownAccountError = (account: string): PageError =>
  new PageError('not_found', t('tokens.new.unknown_account.message', { account: echo(account) }), {
    fix: t('tokens.new.unknown_account.fix'),
    nextLink: { href: PATH, text: t('tokens.new.title') },
  })

const toHandles = (accounts: Scene['accounts']): readonly string[] => accounts.map(({ handle }) => handle)

interface Scene {
  /** The accounts that can own the token. */
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly draft: TokenDraft
}

/** Returns whether the user must sign in again before creating this token. */
const needsReauthentication = ({ signedIn, services }: SignedInRequest, { scopes }: TokenDraft): boolean =>
  scopes.some(needsFreshSignIn) && !isFresh(signedIn.session, services.now())

/** Lists the user's own account, and the organizations of which they are a member. */
async function listTokenAccounts({
  services,
  signedIn,
}: SignedInRequest): Promise<{ readonly own: string; readonly accounts: readonly Frozen<AccountRecord>[] }> {
  const { read } = services.store
  const own = await read.accounts.get(signedIn.user.account_id)
  if (own === undefined) throw new Error(`user ${signedIn.user.id} has no personal account`)
  const visible = await listVisibleAccounts({ principal: sessionPrincipal(signedIn), read }, 'organization:read')
  return { own: own.handle, accounts: [own, ...visible.filter(({ kind }) => kind === 'organization')] }
}

interface FormState extends Scene {
  readonly faults?: DraftFaults
  readonly refusal?: DraftRefusal
  readonly isStale?: boolean
}

function sendFormPage(
  request: SignedInRequest,
  { accounts, draft, faults = {}, refusal, isStale: isSentBack = false }: FormState,
) {
  const isFine = Object.keys(faults).length === 0 && refusal === undefined && !isSentBack
  const back = isSentBack
    ? savedChoicePath(request, PATH, { fields: DRAFT_FIELDS, spare: ['description', 'name'] })
    : PATH
  const signInAgain = isFresh(request.signedIn.session, request.services.now()) ? undefined : reauthenticationPath(back)
  const preset = parsePreset(request.query) ?? parsePreset(request.form)
  const props = { draft, accounts, preset, faults, refusal, signInAgain, isStale: isSentBack }
  const title = isFine ? t('tokens.new.title') : t('common.error_title', { title: t('tokens.new.title') })
  sendPage(request, { title, status: isFine ? 200 : 400, body: <NewTokenPage {...props} /> })
}

function sendReviewPage(request: PageRequest, { accounts, draft }: Scene): void {
  const isOnOrganization = accounts.find(({ handle }) => handle === draft.account)?.kind === 'organization'
  const props = { draft, isOnOrganization }
  sendPage(request, { title: t('tokens.review.title'), body: <TokenReviewPage {...props} /> })
}

async function submitDraft(request: SignedInRequest, scene: Scene): Promise<void> {
  const { draft } = scene
  const { name, description, scopes, account } = draft
  // The day that was shown for review, even if midnight has passed since.
  const expires_at = request.form.get('until') ?? getExpirationDay(draft, request.services.now())
  const input = { name, description, scopes, account, expires_at }
  try {
    const submitted = await submitOnce(request, () =>
      callTool(request, { tool: createToken, input, shape: CreatedTokenShape }),
    )
    if ('spent' in submitted) return sendAlreadyCreatedPage(request, submitted.spent)
    sendCreatedPage(request, submitted.done)
  } catch (error) {
    if (!(error instanceof AppError) || !CORRECTABLE.includes(error.code)) throw error
    const { message, fix } = error
    sendFormPage(request, { ...scene, refusal: { message, isFromTool: true, fix } })
  }
}

/** Errors that the user can correct in the form. */
const CORRECTABLE: readonly AppError['code'][] = ['invalid_input', 'not_found', 'forbidden']

interface TokenReviewPageProps {
  readonly draft: TokenDraft
  readonly isOnOrganization: boolean
}

/** Shows a token with admin or delete permissions before it is created. */
function TokenReviewPage({ draft, isOnOrganization }: TokenReviewPageProps) {
  const { name, description, account, scopes } = draft
  const until = getExpirationDay(draft, useRequest().services.now())
  return (
    <Form action="/account/tokens/new" class="card">
      <h1>{t('tokens.review.title')}</h1>
      <Notice kind="warning" title={t('tokens.review.dangerous')}>
        <p>{t('tokens.review.dangerous_advice')}</p>
      </Notice>
      {until === '' && (
        <Notice kind="warning" title={t('tokens.review.endless')}>
          <p>{t('tokens.review.endless_advice')}</p>
        </Notice>
      )}
      <dl class="facts">
        <dt>{t('tokens.fields.name')}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
        {description !== '' && (
          <>
            <dt>{t('tokens.fields.description')}</dt>
            <dd class="text" dir="auto">
              {description}
            </dd>
          </>
        )}
        <dt>{t('tokens.fields.account')}</dt>
        <dd>{t(isOnOrganization ? 'tokens.review.only_organization' : 'tokens.new.owner.you', { account })}</dd>
        <dt>{t('tokens.fields.expires')}</dt>
        <dd>{until === '' ? t('tokens.never') : t('tokens.review.end_of_day', { day: formatDay(until) })}</dd>
      </dl>
      <div class="stack">
        <h2>{t('tokens.fields.scope')}</h2>
        <ScopeSentences scopes={scopes} />
      </div>
      <DraftFields draft={draft} />
      <div class="actions">
        <Button look="primary" name="step" value="confirm">
          {t('tokens.create')}
        </Button>
        <Button name="step" value="edit">
          {t('common.edit')}
        </Button>
      </div>
    </Form>
  )
}

/** The hidden fields for creating a token from a draft. */
function DraftFields({ draft }: { readonly draft: TokenDraft }) {
  const { scopes, ...others } = draft
  const until = getExpirationDay(draft, useRequest().services.now())
  return (
    <>
      <IdempotencyField />
      {Object.entries({ ...others, until }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {scopes.map(scope => (
        <input key={scope} type="hidden" name="scope" value={scope} />
      ))}
    </>
  )
}
