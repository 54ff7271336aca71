import { z } from 'zod'
import type { Clock } from '../../auth/clock.ts'
import { findOrCreateLocalUser } from '../../auth/users/local-user.ts'
import { findOrCreateUser } from '../../auth/users/users.ts'
import { AppError } from '../../errors.ts'
import type { Transaction } from '../../store/store.ts'

/** Input fields of commands that act for a user. */
export const userInput = {
  user: z.string(),
  /** Whether `user` is the user of this machine. */
  own: z.boolean().default(false),
  /** Creates an unknown user. */
  create: z.boolean().default(false),
}

type UserInput = z.output<z.ZodObject<typeof userInput>>

/**
 * Finds or creates the user for whom a command acts. Without `create`, only the user of this machine is created, because a misspelled handle would become a
 * user.
 * @throws AppError `not_found`, which also undoes the creation; and the errors of `findOrCreateLocalUser` and `findOrCreateUser`.
 */
export async function resolveUser(
  tx: Transaction,
  { user: handle, own, create }: UserInput,
  clock: Clock,
): ReturnType<typeof findOrCreateUser> {
  const met = await (own ? findOrCreateLocalUser : findOrCreateUser)(tx, handle, clock)
  if (!met.created || own || create) return met
  throw new AppError('not_found', `User ${met.user.handle} not found.`, {
    field: 'user',
    pageFix: 'Check the handle, or select “Create the user”.',
    fix: dragoman => `Add --create to create the user. To list all users: ${dragoman('accounts --kind personal')}`,
  })
}
