import { z } from 'zod'
import { diffFields } from '../../auth/audit/events.ts'
import { endLoginLinks } from '../../auth/users/login-links.ts'
import { endSessions } from '../../auth/users/sessions.ts'
import { AppError } from '../../errors.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { UserRecord } from '../../store/records/identity.ts'
import type { Reader } from '../../store/store.ts'
import { defineOperatorAction } from '../action.ts'
import { recordOperatorEvent } from '../command.ts'
import { findUser } from './find.ts'

const Input = z.strictObject({ user: z.string() })

/** What became of a person; `changed` false = it was so before. */
export interface Suspension {
  readonly user: string
  readonly suspended: boolean
  readonly changed: boolean
  /** How many browsers were signed out. */
  readonly sessions?: number
}

/**
 * Keeps a person out from this moment on: browsers are signed out and links end for good, and no token, grant or process acts for them until they are
 * resumed.
 */
export const suspend = defineOperatorAction('suspend', Input, async (input, tx, context): Promise<Suspension> => {
  const user = await findUser(input.user, tx)
  if (context.by?.user.id === user.id) {
    throw new AppError('forbidden', 'You cannot suspend yourself.', { fix: 'Ask another operator.' })
  }
  if (user.suspended_at !== undefined) return { user: user.handle, suspended: true, changed: false }
  await assertOtherOperators(user, tx, context.services.auth.machineHandle)
  const now = context.services.now()
  const sessions = await endSessions(tx, user.id)
  await endLoginLinks(tx, user.id, now)
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

/** Lets a suspended person in again: what was not revoked works as before, and they sign in anew. */
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

/** Whoever suspends the last operator leaves nobody who could resume them but at the machine. */
async function assertOtherOperators(
  user: Frozen<UserRecord>,
  read: Pick<Reader, 'users'>,
  machineHandle: string,
): Promise<void> {
  if (!user.operator) return
  const operators = await read.users.list('operator', '')
  if (operators.some(({ id, suspended_at }) => id !== user.id && suspended_at === undefined)) return
  throw new AppError('conflict', `${user.handle} is the only operator who is not suspended.`, {
    fix: dragoman => {
      const byProvider =
        'Add another one first: name them in DRAGOMAN_OPERATORS, restart the server, and let them sign in.'
      if (user.handle === machineHandle) return byProvider
      return `${byProvider} Or make ${machineHandle} an operator: ${dragoman('login-link --operator')}`
    },
  })
}
