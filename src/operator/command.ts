import type { z } from 'zod'
import { type AuditEvent, recordEvent } from '../auth/audit/events.ts'
import type { Fix } from '../errors.ts'
import type { Transaction } from '../store/store.ts'
import type { Services } from '../tools/pipeline/call.ts'
import { parseInput } from '../tools/pipeline/parse.ts'
import type { OperatorActionContext } from './action.ts'

/** The process that holds the data folder, and runs the commands. */
export interface Holder {
  readonly kind: 'server' | 'stdio' | 'command'
  readonly pid: number
  readonly startedAt: Date
  /** Hands the folder to the process that waits under this ID, once this one is done. Absent if it keeps the folder until it ends. */
  readonly yieldTo?: (heir: string) => void
}

export interface CommandContext {
  readonly services: Services
  readonly holder: Holder
  readonly requestId: string
}

/** An operator command. It runs in the process that holds the data folder. */
export interface OperatorCommand {
  readonly name: string
  run(raw: unknown, context: CommandContext): Promise<unknown>
}

/** Defines an operator command. Its input is parsed where it runs. */
export function defineOperatorCommand<I extends z.ZodObject>(
  name: string,
  input: I,
  run: (input: z.output<I>, context: CommandContext) => Promise<unknown>,
): OperatorCommand {
  return {
    name,
    run: (raw, context) => {
      const fix: Fix = dragoman => `See the options: ${dragoman(`${name} --help`)}`
      return run(parseInput(input, raw, name, { fix }), context)
    },
  }
}

/** Adds an audit event in the transaction of the action: with the operator's name in a browser, without a name for commands. */
export async function recordOperatorEvent(
  tx: Transaction,
  event: Omit<AuditEvent, 'credential' | 'user'>,
  { services, requestId, by, client }: OperatorActionContext,
): Promise<void> {
  await recordEvent(
    tx,
    { ...event, user: by?.user, credential: by?.credential ?? { kind: 'control' } },
    { surface: by === undefined ? 'control' : 'web', requestId, client, now: services.now(), newId: services.newId },
  )
}
