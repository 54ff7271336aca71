import { z } from 'zod'
import type { Clock } from '../../auth/clock.ts'
import { findOrCreateLocalUser } from '../../auth/users/local-user.ts'
import { findOrCreateUser } from '../../auth/users/users.ts'
import { AppError } from '../../errors.ts'
import type { Transaction } from '../../store/store.ts'

/** Of the input of a command that acts for a user. */
export const userInput = {
  user: z.string(),
  /** Whether `user` is the person who asks, at their own machine. */
  own: z.boolean().default(false),
  /** Whether an unknown user is created. */
  create: z.boolean().default(false),
}

type UserInput = z.output<z.ZodObject<typeof userInput>>

/**
 * The user for whom a command acts. The user of the machine is created at the first command, others on request: a misspelled handle would be a new user.
 * @throws AppError `not_found`, in the transaction, which undoes that the user was created; and what `findOrCreateLocalUser` and `findOrCreateUser` throw.
 */
export async function resolveUser(
  tx: Transaction,
  { user: handle, own, create }: UserInput,
  clock: Clock,
): ReturnType<typeof findOrCreateUser> {
  const met = await (own ? findOrCreateLocalUser : findOrCreateUser)(tx, handle, clock)
  if (!met.created || own || create) return met
  throw new AppError('not_found', `There is no user ${met.user.handle}.`, {
    field: 'user',
    pageFix: 'Check the handle, or select “Create the user”.',
    fix: dragoman => `Add --create to create the user. To list all users: ${dragoman('accounts --kind personal')}`,
  })
}
