import { runOperatorCommand } from '../../operator/commands.ts'
import type { Machine } from '../machine.ts'
import { callHolderOrOpen } from './call-or-open.ts'
import { runOnHolder } from './client.ts'

/**
 * Runs an operator command in the process that holds the data folder, or in this one if none does.
 * @throws AppError
 */
export async function dispatchOperatorCommand(machine: Machine, name: string, input: unknown): Promise<unknown> {
  return callHolderOrOpen(
    machine,
    () => runOnHolder(machine, name, input),
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
