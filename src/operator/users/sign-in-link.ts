import { z } from 'zod'
import { mintSignInLink, SIGN_IN_LINK_PATH } from '../../auth/sign-in/sign-in-links.ts'
import { assertActive } from '../../auth/users/active-user.ts'
import type { Transaction } from '../../store/store.ts'
import { defineOperatorAction, type OperatorActionContext } from '../action.ts'
import { type CommandContext, defineOperatorCommand, recordOperatorEvent } from '../command.ts'
import { resolveUser, userInput } from './resolve.ts'
import { summarizeUser, type UserSummary } from './view.ts'

const Input = z.strictObject({
  ...userInput,
  operator: z.boolean().default(false),
})

/** A sign-in link; its URL is shown once. */
export interface SignInLink {
  readonly id: string
  readonly url: string
  readonly user: string
  readonly expires_at: string
  /** Whether signing in with it makes the user an operator. */
  readonly operator: boolean
  readonly person: UserSummary
}

/** A sign-in link created by a command on the machine. */
export interface MachineSignInLink extends Omit<SignInLink, 'id'> {
  /** Whether a server is running, so that the link can be opened. */
  readonly served: boolean
}

/**
 * Creates a one-time sign-in link by a command on the machine. Without any operator, a link for the machine's own user makes that user an operator. A link for
 * another user never does, and asks before it signs in.
 */
export const loginLinkCommand = defineOperatorCommand(
  'login-link',
  Input,
  async (input, context): Promise<MachineSignInLink> => {
    const { services, holder } = context
    const { id: _id, ...link } = await services.store.transaction(tx => issueSignInLink(tx, input, context))
    const { processes = 0 } = await services.store.status()
    return { ...link, served: holder.kind === 'server' || processes > 1 }
  },
)

/** Creates a sign-in link for a user on the operator page. It makes no operator, and asks before it signs in. */
export const createSignInLink = defineOperatorAction(
  'sign-in link',
  z.strictObject({ user: userInput.user, create: userInput.create }),
  ({ user, create }, tx, context): Promise<SignInLink> =>
    issueSignInLink(tx, { user, create, own: false, operator: false }, context),
)

async function issueSignInLink(
  tx: Transaction,
  input: z.output<typeof Input>,
  context: OperatorActionContext,
): Promise<SignInLink> {
  const { services } = context
  const { user, created } = await resolveUser(tx, input, services)
  assertActive(user)
  const operator = input.own && (input.operator || (await tx.users.count('operator', '')) === 0)
  const { link, value } = await mintSignInLink(
    tx,
    { user, operator, confirm: !input.own },
    { now: services.now(), newId: services.newId },
  )
  const detail = { user_created: created, operator, own: input.own, expires_at: link.expires_at }
  await recordOperatorEvent(
    tx,
    { action: 'login_link_made', account: { id: user.account_id }, target: user.handle, detail },
    context,
  )
  return {
    id: link.id,
    url: `${services.baseUrl}${SIGN_IN_LINK_PATH}${value}`,
    user: user.handle,
    expires_at: link.expires_at,
    operator,
    person: await summarizeUser(tx, user, created),
  }
}

/** Creates a link for the machine's own user, for the serving process. */
export const createMachineSignInLink = (handle: string, context: CommandContext): Promise<MachineSignInLink> =>
  loginLinkCommand.run({ user: handle, own: true }, context) as Promise<MachineSignInLink>
