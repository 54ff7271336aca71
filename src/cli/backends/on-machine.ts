import type { CallToolResult } from '@modelcontextprotocol/server'
import { localHandle } from '../../auth/handles.ts'
import { AppError } from '../../errors.ts'
import { listTools } from '../../http/mcp/listing.ts'
import { createLocalBackend } from '../../http/mcp/local-backend.ts'
import type { ToolCallContext } from '../../http/mcp/tool-server.ts'
import { TOOLSETS } from '../../tools/tool.ts'
import { askHolder } from '../control-client.ts'
import { holdOrAsk } from '../hold-or-ask.ts'
import { localPrincipal } from '../local-principal.ts'
import type { Here, Machine } from '../machine.ts'
import { parseScopeList } from '../scope-list.ts'
import type { OpenBackend, Wanted } from './choose.ts'
import { toolError } from './tool-error.ts'

/**
 * Runs tools on this machine's data folder: in this process when it can hold the folder, else in the one that does, and when that one ends, this
 * one takes over. Listing needs no folder, so a client sees the tools at once.
 * @throws AppError `invalid_input` when `scopes` names something else.
 */
export function createMachineBackend(machine: Machine, { scopes: list, surface, kind, toolsets }: Wanted): OpenBackend {
  const scopes = parseScopeList(list)
  const handle = localHandle(machine.userName)
  let held: Promise<Here> | undefined

  /** Calls that arrive together share one attempt to hold the folder. */
  const open = (): Promise<Here> => {
    held ??= machine.open(kind).catch((error: unknown) => {
      held = undefined
      throw error
    })
    return held
  }

  const run = async (name: string, args: unknown, context: ToolCallContext): Promise<CallToolResult> => {
    const here = async ({ services }: Here): Promise<CallToolResult> => {
      const principal = await localPrincipal(handle, scopes, services)
      const call = { services, principal, surface, requestId: services.newId() }
      return createLocalBackend(call, TOOLSETS).call(name, args, context)
    }
    if (held !== undefined) return here(await held)
    const { signal, client } = context
    const body = { method: 'tools/call', name, arguments: args ?? {}, handle, scopes, surface, client }
    const ask = () => askHolder(machine.socketPath(), '/control/mcp', body, signal) as Promise<CallToolResult>
    return holdOrAsk(machine, ask, open, here)
  }

  return {
    list: () => listTools(toolsets),
    call: async (name, args, context) => {
      try {
        return await run(name, args, context)
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'unknown_tool') throw error
        return toolError(error, machine.newId())
      }
    },
    close: async () => {
      const here = await held
      await here?.close()
    },
  }
}
