import type { z } from 'zod'
import { assertCredentialActive } from '../auth/policy/active-credential.ts'
import type { Principal } from '../auth/policy/principal.ts'
import { AppError } from '../errors.ts'
import type { Reader, Transaction } from '../store/store.ts'
import type { Services } from '../tools/pipeline/call.ts'
import { parseInput } from '../tools/pipeline/parse.ts'

/** Who has something done to the whole service, and why they may. */
export interface OperatorActionContext {
  readonly services: Services
  readonly requestId: string
  /** An operator in a browser; absent = whoever has the command line of the machine. */
  readonly by?: Principal | undefined
  /** The program that asked, as it names itself. */
  readonly client?: string | undefined
}

/** What an operator does or sees beyond their own accounts, by a command of the machine and by the operator's page alike. */
export interface OperatorAction<O = unknown> {
  readonly name: string
  /** @throws AppError `forbidden` for whoever is not an operator, also when they were one until now. */
  run(raw: unknown, context: OperatorActionContext): Promise<O>
}

/** Defines what changes something: all of it, with the check of who asks, in one transaction. */
export function defineOperatorAction<I extends z.ZodObject, O>(
  name: string,
  input: I,
  run: (input: z.output<I>, tx: Transaction, context: OperatorActionContext) => Promise<O>,
): OperatorAction<O> {
  return {
    name,
    run: (raw, context) => {
      const parsed = parseInput(input, raw, name)
      const work = async (tx: Transaction): Promise<O> => {
        await assertOperator(tx, context)
        return run(parsed, tx, context)
      }
      return context.services.store.transaction(work, { urgent: true })
    },
  }
}

/** Defines what only looks. */
export function defineOperatorView<I extends z.ZodObject, O>(
  name: string,
  input: I,
  run: (input: z.output<I>, read: Reader, context: OperatorActionContext) => Promise<O>,
): OperatorAction<O> {
  return {
    name,
    run: async (raw, context) => {
      const parsed = parseInput(input, raw, name)
      const { read } = context.services.store
      await assertOperator(read, context)
      const seen = await run(parsed, read, context)
      await assertOperator(read, context)
      return seen
    },
  }
}

/** Whoever has the data folder operates the service; in a browser only who is an operator at this moment. @throws AppError `forbidden` */
export async function assertOperator(
  read: Reader,
  { by, services }: Pick<OperatorActionContext, 'by' | 'services'>,
): Promise<void> {
  if (by === undefined) return
  await assertCredentialActive(by, read, services.now())
  const user = await read.users.get(by.user.id)
  if (by.credential.kind === 'session' && user?.operator === true) return
  throw new AppError('forbidden', 'This is for those who operate the service.', {
    fix: 'Ask an operator of this server.',
  })
}
