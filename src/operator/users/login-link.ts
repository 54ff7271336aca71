import { z } from 'zod'
import { assertActive } from '../../auth/users/active-user.ts'
import { LOGIN_LINK_PATH, mintLoginLink } from '../../auth/users/login-links.ts'
import { type CommandContext, defineOperatorCommand, recordOperatorEvent } from '../command.ts'
import { resolveUser, userInput } from './resolve.ts'
import { summarizeUser, type UserSummary } from './view.ts'

const Input = z.strictObject({
  ...userInput,
  operator: z.boolean().default(false),
})

/** A new sign-in link. Its URL is shown only once. */
export interface LoginLink {
  readonly url: string
  readonly user: string
  readonly expires_at: string
  /** Whether signing in with it makes the user an operator. */
  readonly operator: boolean
  /** Whether a server is running. */
  readonly served: boolean
  readonly person: UserSummary
}

/**
 * Creates a one-time sign-in link. The first link that users create for themselves makes them an operator. A link for another user does not, and asks before
 * it signs in.
 */
export const loginLinkCommand = defineOperatorCommand('login-link', Input, (input, context): Promise<LoginLink> => {
  const { services, holder } = context
  return services.store.transaction(async tx => {
    const { user, created } = await resolveUser(tx, input, services)
    assertActive(user)
    const operator = input.own && (input.operator || (await tx.users.count('operator', '')) === 0)
    const { link, value } = await mintLoginLink(
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
      url: `${services.baseUrl}${LOGIN_LINK_PATH}${value}`,
      user: user.handle,
      expires_at: link.expires_at,
      operator,
      person: await summarizeUser(tx, user, created),
      served: holder.kind === 'server',
    }
  })
})

/** Creates a link for the operating system user, at the start of the server. */
export const createMachineLoginLink = (handle: string, context: CommandContext): Promise<LoginLink> =>
  loginLinkCommand.run({ user: handle, own: true }, context) as Promise<LoginLink>
