import type { z } from 'zod'
import { assertCredentialActive } from '../auth/policy/active-credential.ts'
import type { Principal } from '../auth/policy/principal.ts'
import { AppError } from '../errors.ts'
import type { Reader, Transaction } from '../store/store.ts'
import type { Services } from '../tools/pipeline/call.ts'
import { parseInput } from '../tools/pipeline/parse.ts'

/** The context of an operator action, with its caller. */
export interface OperatorActionContext {
  readonly services: Services
  readonly requestId: string
  /** The operator in a browser; absent for a command on the machine. */
  readonly by?: Principal | undefined
  /** Name of the client program, as it reports itself. */
  readonly client?: string | undefined
}

/** An action or a view of operators, used by commands and by the operator page. */
export interface OperatorAction<O = unknown> {
  readonly name: string
  /** @throws AppError `forbidden` when the user is not an operator, or no longer one. */
  run(raw: unknown, context: OperatorActionContext): Promise<O>
}

/** Defines an action that changes records. The operator check and all changes run in one transaction. */
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

/** Defines a read-only view. Checks for an operator before and after reading. */
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

/** Checks for operator access: always granted to commands on the machine, in a browser only to current operators. @throws AppError `forbidden` */
export async function assertOperator(
  read: Reader,
  { by, services }: Pick<OperatorActionContext, 'by' | 'services'>,
): Promise<void> {
  if (by === undefined) return
  await assertCredentialActive(by, read, services.now())
  const user = await read.users.get(by.user.id)
  if (by.credential.kind === 'session' && user?.operator === true) return
  throw new AppError('forbidden', 'Only operators of this server can do this.', {
    fix: 'Ask an operator.',
  })
}
