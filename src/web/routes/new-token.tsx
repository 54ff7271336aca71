import { z } from 'zod'
import { needsFreshSignIn } from '../../auth/oauth/scope-groups.ts'
import { isFresh, type SignedIn, sessionPrincipal } from '../../auth/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { AccountRecord, TokenRecord } from '../../store/records/identity.ts'
import { visibleAccounts } from '../../tools/resources.ts'
import { createToken } from '../../tools/tokens/create-token.ts'
import { revokeToken } from '../../tools/tokens/revoke-token.ts'
import { callTool } from '../call-tool.ts'
import { KEPT, keepChoice, keptChoice } from '../kept-choice.ts'
import { countOnce, findSpent, isOutdated, LOST, type Spent } from '../once.ts'
import { sendPage } from '../page.tsx'
import { NewToken } from '../pages/new-token.tsx'
import { TokenMade } from '../pages/token-made.tsx'
import { TokenMadeBefore } from '../pages/token-made-before.tsx'
import { TokenReview } from '../pages/token-review.tsx'
import { forSignedIn } from '../require-session.ts'
import { signInAgainPath } from '../sign-in-again.ts'
import {
  accountFault,
  DRAFT_FIELDS,
  type DraftFaults,
  draftOf,
  faultsOf,
  firstDraft,
  lastDay,
  PRESETS,
  presetIn,
  type TokenDraft,
} from '../token-draft.ts'
import type { Route, Visit } from '../visit.ts'

const PATH = '/account/tokens/new'

/** Where a person makes an account token: fill in, review, and see its value once. */
export const newTokenRoute: Route = {
  path: PATH,
  get: forSignedIn(async (visit, signedIn) => {
    const { own, accounts } = await accountsOf(visit, signedIn)
    const kept = keptChoice(visit, PATH, visit.query.get(KEPT))
    const draft = kept === undefined ? firstDraft(visit.query, own) : draftOf(kept, own)
    const fault = accountFault(draft, handlesOf(accounts))
    show(visit, { signedIn, accounts, draft, faults: fault === undefined ? {} : { account: fault } })
  }),
  post: forSignedIn(async (visit, signedIn) => {
    const { own, accounts } = await accountsOf(visit, signedIn)
    const now = visit.services.now()
    const draft = draftOf(visit.form, own)
    const scene = { signedIn, accounts, draft }
    const step = visit.form.get('step')
    if (step === 'edit') return show(visit, scene)
    const preset = presetIn(visit.form)
    if (preset !== undefined) return show(visit, { ...scene, draft: { ...draft, scopes: PRESETS[preset].scopes } })
    const spent = step === 'create' ? await findSpent(visit, signedIn) : undefined
    if (spent !== undefined) return sendMadeBefore(visit, scene, spent)
    const faults = faultsOf(draft, handlesOf(accounts), now)
    if (Object.keys(faults).length > 0) return show(visit, { ...scene, faults })
    if (isStale(scene, now)) return show(visit, { ...scene, isStale: true })
    if (step !== 'create' || isOutdated(visit)) return review(visit, scene)
    await create(visit, scene)
  }),
}

const handlesOf = (accounts: Scene['accounts']): readonly string[] => accounts.map(({ handle }) => handle)

interface Scene {
  readonly signedIn: SignedIn
  /** Where the token may be made. */
  readonly accounts: readonly Frozen<AccountRecord>[]
  readonly draft: TokenDraft
}

/** Whether the person has to prove again who they are before they make this. */
const isStale = ({ signedIn, draft }: Scene, now: Date): boolean =>
  draft.scopes.some(needsFreshSignIn) && !isFresh(signedIn.session, now)

/** The person's own account, and the organizations where they are a member. */
async function accountsOf(
  { services }: Visit,
  signedIn: SignedIn,
): Promise<{ readonly own: string; readonly accounts: readonly Frozen<AccountRecord>[] }> {
  const { read } = services.store
  const own = await read.accounts.get(signedIn.user.account_id)
  if (own === undefined) throw new Error(`user ${signedIn.user.id} has no personal account`)
  const visible = await visibleAccounts({ principal: sessionPrincipal(signedIn), read }, 'organization:read')
  return { own: own.handle, accounts: [own, ...visible.filter(({ kind }) => kind === 'organization')] }
}

interface Return extends Scene {
  readonly faults?: DraftFaults
  readonly refusal?: Pick<AppError, 'message' | 'fix'>
  readonly isStale?: boolean
}

function show(visit: Visit, { signedIn, accounts, draft, faults = {}, refusal, isStale: isSentBack = false }: Return) {
  const isFine = Object.keys(faults).length === 0 && refusal === undefined && !isSentBack
  const back = isSentBack ? keepChoice(visit, PATH, { fields: DRAFT_FIELDS, spare: ['description', 'name'] }) : PATH
  const signInAgain = isFresh(signedIn.session, visit.services.now()) ? undefined : signInAgainPath(back)
  const preset = presetIn(visit.query) ?? presetIn(visit.form)
  const props = { visit, draft, accounts, preset, faults, refusal, signInAgain, isStale: isSentBack }
  const title = `${isFine ? '' : 'Error: '}New account token`
  sendPage(visit, { title, status: isFine ? 200 : 400, body: <NewToken {...props} /> })
}

function review(visit: Visit, { accounts, draft }: Scene): void {
  const isOnOrganization = accounts.find(({ handle }) => handle === draft.account)?.kind === 'organization'
  const props = { visit, draft, isOnOrganization }
  sendPage(visit, { title: 'Create this token?', body: <TokenReview {...props} /> })
}

const Made = z.object({ id: z.string(), name: z.string(), token: z.string() })

async function create(visit: Visit, scene: Scene): Promise<void> {
  const { signedIn, draft } = scene
  const { name, description, scopes, account } = draft
  // The day that was shown for review, also when midnight has passed since.
  const expires_at = visit.form.get('until') ?? lastDay(draft, visit.services.now())
  const input = { name, description, scopes, account, expires_at }
  try {
    const made = await countOnce(visit, signedIn, async () => {
      await revokeLost(visit, signedIn)
      return callTool(visit, signedIn, { tool: createToken, input, shape: Made })
    })
    if ('spent' in made) return sendMadeBefore(visit, scene, made.spent)
    const { name: shownName, token: value } = made.done
    const props = { baseUrl: visit.services.baseUrl, name: shownName, value }
    sendPage(visit, { title: 'Your new token', body: <TokenMade {...props} /> })
  } catch (error) {
    if (!(error instanceof AppError) || !CORRECTABLE.includes(error.code)) throw error
    show(visit, { ...scene, refusal: error })
  }
}

/** What the person can change in the form. */
const CORRECTABLE: readonly AppError['code'][] = ['invalid_input', 'not_found', 'forbidden']

async function sendMadeBefore(visit: Visit, { signedIn, draft }: Scene, { id }: Spent): Promise<void> {
  const props = { visit, draft, made: await activeToken(visit, signedIn, id) }
  sendPage(visit, { title: 'This token is made already', body: <TokenMadeBefore {...props} /> })
}

/** Ends the token whose value nobody saw, before another takes its place. */
async function revokeLost(visit: Visit, signedIn: SignedIn): Promise<void> {
  const lost = await activeToken(visit, signedIn, visit.form.get(LOST))
  if (lost === undefined) return
  await callTool(visit, signedIn, { tool: revokeToken, input: { id: lost.id }, shape: z.object({}) })
}

async function activeToken(
  { services }: Visit,
  { user }: SignedIn,
  id: string | null = '',
): Promise<Frozen<TokenRecord> | undefined> {
  const token = await services.store.read.tokens.get(id ?? '')
  return token?.user_id === user.id && token.revoked_at === null ? token : undefined
}
