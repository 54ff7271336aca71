import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { endSignInLinks } from '../../auth/sign-in/sign-in-links.ts'
import { endSessions } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { defineOperatorAction } from '../action.ts'
import { recordOperatorEvent } from '../command.ts'
import { findUser } from './find.ts'

const Input = z.strictObject({ user: z.string() })

/** Whether a user is suspended. `changed` is false if that was so before. */
export interface Suspension {
  readonly user: string
  readonly suspended: boolean
  readonly changed: boolean
  /** Number of sessions that were signed out. */
  readonly sessions?: number
}

/**
 * Suspends a user at once. Sessions and sign-in links end; tokens, grants and local processes are refused until the user is resumed.
 */
export const suspend = defineOperatorAction('suspend', Input, async (input, tx, context): Promise<Suspension> => {
  const user = await findUser(input.user, tx)
  if (context.by?.user.id === user.id) {
    throw new AppError('forbidden', "You can't suspend yourself.", { fix: 'Ask another operator.' })
  }
  if (user.suspended_at !== undefined) return { user: user.handle, suspended: true, changed: false }
  await assertOtherOperators(user, tx, context.services.auth.machineHandle)
  const now = context.services.now()
  const sessions = await endSessions(tx, user.id)
  await endSignInLinks(tx, user.id, now)
  const suspended = { ...user, suspended_at: now.toISOString() }
  await tx.users.put(suspended)
  const account = { id: user.account_id }
  const changes = diffFields(user, suspended, ['suspended_at'])
  await recordOperatorEvent(
    tx,
    { action: 'user suspend', account, target: user.handle, detail: { sessions }, changes },
    context,
  )
  return { user: user.handle, suspended: true, changed: true, sessions }
})

/** Resumes a suspended user. Tokens and grants work again; the user signs in again. */
export const resume = defineOperatorAction('resume', Input, async (input, tx, context): Promise<Suspension> => {
  const user = await findUser(input.user, tx)
  if (user.suspended_at === undefined) return { user: user.handle, suspended: false, changed: false }
  const { suspended_at: _before, ...resumed } = user
  await tx.users.put(resumed)
  const account = { id: user.account_id }
  const changes = { suspended_at: { from: user.suspended_at, to: null } }
  await recordOperatorEvent(tx, { action: 'user resume', account, target: user.handle, changes }, context)
  return { user: user.handle, suspended: false, changed: true }
})

/** Refuses to suspend the last operator, whom only a command on the machine could resume. */
async function assertOtherOperators(
  user: Frozen<UserRecord>,
  read: Pick<Reader, 'users'>,
  machineHandle: string,
): Promise<void> {
  if (!user.operator) return
  const operators = await read.users.list('operator', '')
  if (operators.some(({ id, suspended_at }) => id !== user.id && suspended_at === undefined)) return
  throw new AppError('conflict', `${user.handle} is the last active operator.`, {
    fix: dragoman => {
      const byProvider =
        'Add another operator first: list them in DRAGOMAN_OPERATORS, restart the server, and ask them to sign in.'
      if (user.handle === machineHandle) return byProvider
      return `${byProvider} Or make ${machineHandle} an operator: ${dragoman('login-link --operator')}`
    },
  })
}
