import type { z } from 'zod'
import { type AuditEvent, recordEvent } from '../auth/audit/events.ts'
import type { Fix } from '../errors.ts'
import type { Transaction } from '../store/store.ts'
import type { Services } from '../tools/pipeline/call.ts'
import { parseInput } from '../tools/pipeline/parse.ts'
import type { OperatorActionContext } from './action.ts'

/** Which process runs the command: the one that holds the data folder. */
export interface Holder {
  readonly kind: 'server' | 'stdio' | 'command'
  readonly pid: number
  readonly startedAt: Date
  /** Has the folder go to the process that waits under this id, as soon as this one is done with it. Absent: it keeps the folder until it is ended. */
  readonly cede?: (heir: string) => void
}

export interface CommandContext {
  readonly services: Services
  readonly holder: Holder
  readonly requestId: string
}

/** A command of the machine's operator: runs in the process that holds the data folder, whichever process asked. */
export interface OperatorCommand {
  readonly name: string
  run(raw: unknown, context: CommandContext): Promise<unknown>
}

/** Defines a command with its arguments; they are parsed where it runs, so that both ways to it are judged alike. */
export function defineOperatorCommand<I extends z.ZodObject>(
  name: string,
  input: I,
  run: (input: z.output<I>, context: CommandContext) => Promise<unknown>,
): OperatorCommand {
  return {
    name,
    run: (raw, context) => {
      const fix: Fix = dragoman => `To see its options: ${dragoman(`${name} --help`)}`
      return run(parseInput(input, raw, name, fix), context)
    },
  }
}

/** Appends what an operator did to the audit log, in the transaction that does it: at the machine itself it is nobody's name, in a browser the operator's. */
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
