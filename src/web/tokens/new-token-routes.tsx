import { z } from 'zod'
import { needsFreshSignIn } from '../../auth/policy/scope-groups.ts'
import { isFresh, type SignedIn, sessionPrincipal } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, TokenRecord } from '../../store/records/identity.ts'
import { listVisibleAccounts } from '../../tools/pipeline/resources.ts'
import { createToken } from '../../tools/tokens/create-token.ts'
import { revokeToken } from '../../tools/tokens/revoke-token.ts'
import {
  findPriorSubmission,
  isExpiredForm,
  type PriorSubmission,
  REPLACED_ID_FIELD,
  submitOnce,
} from '../forms/idempotency.ts'
import { sendPage } from '../layout/send-page.tsx'
import { callTool } from '../requests/call-tool.ts'
import type { Route, Visit } from '../requests/visit.ts'
import { reauthenticationPath } from '../sessions/reauthentication.ts'
import { withSession } from '../sessions/require.ts'
import { SAVED_CHOICE_PARAM, savedChoice, savedChoicePath } from '../sessions/saved-choice.ts'
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
import { NewTokenPage } from './new-token-page.tsx'
import { TokenAlreadyCreatedPage } from './token-already-created-page.tsx'
import { TokenCreatedPage } from './token-created-page.tsx'
import { TokenReviewPage } from './token-review-page.tsx'

const PATH = '/account/tokens/new'

/** Where a person makes an account token: fill in, review, and see its value once. */
export const newTokenRoute: Route = {
  path: PATH,
  get: withSession(async (visit, signedIn) => {
    const { own, accounts } = await listTokenAccounts(visit, signedIn)
    const kept = savedChoice(visit, PATH, visit.query.get(SAVED_CHOICE_PARAM))
    const draft = kept === undefined ? createDraft(visit.query, own) : parseDraft(kept, own)
    const fault = validateAccount(draft, toHandles(accounts))
    sendFormPage(visit, { signedIn, accounts, draft, faults: fault === undefined ? {} : { account: fault } })
  }),
  post: withSession(async (visit, signedIn) => {
    const { own, accounts } = await listTokenAccounts(visit, signedIn)
    const now = visit.services.now()
    const draft = parseDraft(visit.form, own)
    const scene = { signedIn, accounts, draft }
    const step = visit.form.get('step')
    if (step === 'edit') return sendFormPage(visit, scene)
    const preset = parsePreset(visit.form)
    if (preset !== undefined)
      return sendFormPage(visit, { ...scene, draft: { ...draft, scopes: PRESETS[preset].scopes } })
    const spent = step === 'create' ? await findPriorSubmission(visit, signedIn) : undefined
    if (spent !== undefined) return sendAlreadyCreatedPage(visit, scene, spent)
    const faults = validateDraft(draft, toHandles(accounts), now)
    if (Object.keys(faults).length > 0) return sendFormPage(visit, { ...scene, faults })
    if (needsReauthentication(scene, now)) return sendFormPage(visit, { ...scene, isStale: true })
    if (step !== 'create' || isExpiredForm(visit)) return sendReviewPage(visit, scene)
    await submitDraft(visit, scene)
  }),
}

const toHandles = (accounts: Scene['accounts']): readonly string[] => accounts.map(({ handle }) => handle)

interface Scene {
  readonly signedIn: SignedIn
  /** Where the token may be made. */
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly draft: TokenDraft
}

/** Whether the person has to prove again who they are before they make this. */
const needsReauthentication = ({ signedIn, draft }: Scene, now: Date): boolean =>
  draft.scopes.some(needsFreshSignIn) && !isFresh(signedIn.session, now)

/** The person's own account, and the organizations where they are a member. */
async function listTokenAccounts(
  { services }: Visit,
  signedIn: SignedIn,
): Promise<{ readonly own: string; readonly accounts: readonly Frozen<AccountRecord>[] }> {
  const { read } = services.store
  const own = await read.accounts.get(signedIn.user.account_id)
  if (own === undefined) throw new Error(`user ${signedIn.user.id} has no personal account`)
  const visible = await listVisibleAccounts({ principal: sessionPrincipal(signedIn), read }, 'organization:read')
  return { own: own.handle, accounts: [own, ...visible.filter(({ kind }) => kind === 'organization')] }
}

interface FormState extends Scene {
  readonly faults?: DraftFaults
  readonly refusal?: Pick<AppError, 'message' | 'fix'>
  readonly isStale?: boolean
}

function sendFormPage(
  visit: Visit,
  { signedIn, accounts, draft, faults = {}, refusal, isStale: isSentBack = false }: FormState,
) {
  const isFine = Object.keys(faults).length === 0 && refusal === undefined && !isSentBack
  const back = isSentBack
    ? savedChoicePath(visit, PATH, { fields: DRAFT_FIELDS, spare: ['description', 'name'] })
    : PATH
  const signInAgain = isFresh(signedIn.session, visit.services.now()) ? undefined : reauthenticationPath(back)
  const preset = parsePreset(visit.query) ?? parsePreset(visit.form)
  const props = { visit, draft, accounts, preset, faults, refusal, signInAgain, isStale: isSentBack }
  const title = `${isFine ? '' : 'Error: '}New account token`
  sendPage(visit, { title, status: isFine ? 200 : 400, body: <NewTokenPage {...props} /> })
}

function sendReviewPage(visit: Visit, { accounts, draft }: Scene): void {
  const isOnOrganization = accounts.find(({ handle }) => handle === draft.account)?.kind === 'organization'
  const props = { visit, draft, isOnOrganization }
  sendPage(visit, { title: 'Create this token?', body: <TokenReviewPage {...props} /> })
}

const CreatedTokenShape = z.object({ id: z.string(), name: z.string(), token: z.string() })

async function submitDraft(visit: Visit, scene: Scene): Promise<void> {
  const { signedIn, draft } = scene
  const { name, description, scopes, account } = draft
  // The day that was shown for review, also when midnight has passed since.
  const expires_at = visit.form.get('until') ?? getExpirationDay(draft, visit.services.now())
  const input = { name, description, scopes, account, expires_at }
  try {
    const made = await submitOnce(visit, signedIn, async () => {
      await revokeReplaced(visit, signedIn)
      return callTool(visit, signedIn, { tool: createToken, input, shape: CreatedTokenShape })
    })
    if ('spent' in made) return sendAlreadyCreatedPage(visit, scene, made.spent)
    const { name: shownName, token: value } = made.done
    const props = { baseUrl: visit.services.baseUrl, name: shownName, value }
    sendPage(visit, { title: 'Your new token', body: <TokenCreatedPage {...props} /> })
  } catch (error) {
    if (!(error instanceof AppError) || !CORRECTABLE.includes(error.code)) throw error
    sendFormPage(visit, { ...scene, refusal: error })
  }
}

/** What the person can change in the form. */
const CORRECTABLE: readonly AppError['code'][] = ['invalid_input', 'not_found', 'forbidden']

async function sendAlreadyCreatedPage(
  visit: Visit,
  { signedIn, draft }: Scene,
  { id }: PriorSubmission,
): Promise<void> {
  const props = { visit, draft, made: await findActiveToken(visit, signedIn, id) }
  sendPage(visit, { title: 'This token is made already', body: <TokenAlreadyCreatedPage {...props} /> })
}

/** Ends the token whose value nobody saw, before another takes its place. */
async function revokeReplaced(visit: Visit, signedIn: SignedIn): Promise<void> {
  const lost = await findActiveToken(visit, signedIn, visit.form.get(REPLACED_ID_FIELD))
  if (lost === undefined) return
  await callTool(visit, signedIn, { tool: revokeToken, input: { id: lost.id }, shape: z.object({}) })
}

async function findActiveToken(
  { services }: Visit,
  { user }: SignedIn,
  id: string | null = '',
): Promise<Frozen<TokenRecord> | undefined> {
  const token = await services.store.read.tokens.get(id ?? '')
  return token?.user_id === user.id && token.revoked_at === null ? token : undefined
}
