import { runOperatorCommand } from '../../operator/commands.ts'
import type { Machine } from '../machine.ts'
import { callHolderOrOpen } from './call-or-open.ts'
import { callHolder } from './client.ts'

/**
 * Runs an operator command in the process that holds the data folder, or in this one if none does.
 * @throws AppError
 */
export async function dispatchOperatorCommand(machine: Machine, name: string, input: unknown): Promise<unknown> {
  return callHolderOrOpen(
    machine,
    () => callHolder(machine.socketPath(), '/control/run', { command: name, args: input }),
    () => machine.open('command'),
    async here => {
      try {
        const { services, holder } = here
        return await runOperatorCommand(name, input, { services, holder, requestId: services.newId() })
      } finally {
        await here.close()
      }
    },
  )
}
