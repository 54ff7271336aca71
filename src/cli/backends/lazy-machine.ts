import { loadToolList } from '../../http/mcp/tool-list.ts'
import { parseScopeList } from '../../operator/tokens/options.ts'
import type { Machine } from '../machine.ts'
import type { BackendOptions, OpenBackend } from './backend.ts'

/**
 * Creates the backend of this machine's data folder. Loads the tools at the first call: clients list them at their start, and wait.
 * @throws AppError `invalid_input` when `scopes` contains an unknown scope.
 */
export function createLazyMachineBackend(machine: Machine, options: Omit<BackendOptions, 'files'>): OpenBackend {
  parseScopeList(options.scopes)
  let opened: Promise<OpenBackend> | undefined
  const open = (): Promise<OpenBackend> => {
    opened ??= import('./machine.ts').then(({ createMachineBackend }) => createMachineBackend(machine, options))
    return opened
  }
  return {
    list: () => loadToolList(options.toolsets),
    call: async (name, args, context) => (await open()).call(name, args, context),
    close: async () => (await opened)?.close(),
  }
}
