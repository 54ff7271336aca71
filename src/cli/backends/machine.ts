import type { CallToolResult } from '@modelcontextprotocol/server'
import { localHandle } from '../../auth/users/handles.ts'
import { AppError } from '../../errors.ts'
import { createLocalBackend } from '../../http/mcp/local-backend.ts'
import type { ToolCallContext } from '../../http/mcp/tool-backend.ts'
import { loadToolList } from '../../http/mcp/tool-list.ts'
import { parseScopeList } from '../../operator/tokens/options.ts'
import { findEffectiveTool } from '../../tools/registry.ts'
import { callHolderOrOpen } from '../control/call-or-open.ts'
import { callHolder, NoHolderError } from '../control/client.ts'
import type { Machine, OpenDataFolder } from '../machine.ts'
import type { BackendOptions, OpenBackend } from './backend.ts'
import { toolError } from './error-answer.ts'
import { resolveLocalPrincipal } from './local-principal.ts'

/**
 * Creates the backend that runs tools on this machine's data folder. This process runs them if it can hold the folder, or else the current holder does.
 * When the holder ends, this process takes over. A starting server gets the folder. Listing tools needs no folder.
 * @throws AppError `invalid_input` when `scopes` contains an unknown scope.
 */
export function createMachineBackend(
  machine: Machine,
  { scopes: list, surface, kind, toolsets }: Omit<BackendOptions, 'files'>,
): OpenBackend {
  const scopes = parseScopeList(list)
  const handle = localHandle(machine.userName)
  let opened: Promise<OpenDataFolder> | undefined
  let handover: Promise<void> | undefined

  const handOver = (): void => {
    if (opened === undefined) return
    const closed = opened.then(here => here.close())
    handover = closed.catch(error =>
      machine.log.error({ err: error }, 'closing the store before handing over the data folder failed'),
    )
    opened = undefined
  }

  /** Concurrent calls share one attempt. A command never hands over: it is short, so a starting server waits for it. */
  const open = (): Promise<OpenDataFolder> => {
    opened ??= machine.open(kind, kind === 'stdio' ? handOver : undefined).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  const run = async (name: string, args: unknown, context: ToolCallContext): Promise<CallToolResult> => {
    const here = async (folder: OpenDataFolder): Promise<CallToolResult> =>
      folder.run(async () => {
        const { services } = folder
        const principal = await resolveLocalPrincipal(handle, scopes, services, surface)
        const call = { services, principal, surface, requestId: services.newId(), inlineFiles: true }
        return createLocalBackend(call, toolsets).call(name, args, context)
      })
    const { signal, client, progress } = context
    const body = {
      method: 'tools/call',
      name,
      arguments: args ?? {},
      handle,
      scopes,
      surface,
      client,
      toolsets: toolsets.join(),
      ...(progress !== undefined && { progress: true }),
    }
    const repeatable = findEffectiveTool(name, args)?.hints.readOnly === true
    const ask = async (): Promise<CallToolResult> => {
      if (opened !== undefined) throw new NoHolderError('this process holds the folder')
      const answer = await callHolder(machine.socketPath(), '/control/mcp', body, { signal, repeatable, progress })
      return answer as CallToolResult
    }
    return callHolderOrOpen(machine, ask, open, here)
  }

  return {
    list: () => loadToolList(toolsets),
    call: async (name, args, context) => {
      try {
        return await run(name, args, context)
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'unknown_tool') throw error
        return toolError(error, machine.newId(), machine.command)
      }
    },
    close: async () => {
      await handover
      const here = await opened
      await here?.close()
    },
  }
}
