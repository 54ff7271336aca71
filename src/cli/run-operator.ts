import { runCommand } from '../operator/commands.ts'
import { askHolder } from './control-client.ts'
import { holdOrAsk } from './hold-or-ask.ts'
import type { Machine } from './machine.ts'

/**
 * Runs an operator's command in the process that holds the data folder: in this one when no other does.
 * @throws AppError
 */
export async function runHereOrThere(machine: Machine, name: string, input: unknown): Promise<unknown> {
  return holdOrAsk(
    machine,
    () => askHolder(machine.socketPath(), '/control/run', { command: name, args: input }),
    () => machine.open('command'),
    async here => {
      try {
        const { services, holder } = here
        return await runCommand(name, input, { services, holder, requestId: services.newId() })
      } finally {
        await here.close()
      }
    },
  )
}
