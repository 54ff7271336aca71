import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { createToolServer } from '../http/mcp/tool-server.ts'
import type { Toolset } from '../tools/tool.ts'
import { chooseBackend } from './backends/choose.ts'
import type { Io } from './io.ts'
import type { Machine } from './machine.ts'
import { untilSignal } from './until-signal.ts'

interface StdioOptions {
  readonly scopes: string
  readonly toolsets: readonly Toolset[]
}

/** Speaks MCP on stdin and stdout, in both protocol eras, until stdin ends or a signal comes; gives the exit code. */
export async function serveStdio(machine: Machine, options: StdioOptions, io: Io): Promise<number> {
  const { log, version } = machine
  const backend = await chooseBackend(machine, { ...options, surface: 'stdio', kind: 'stdio' })
  const onError = (error: unknown): void => log.error({ err: error }, 'stdio')
  const transport = new StdioServerTransport(io.stdin as never, io.stdout)
  const ended = new Promise<void>(resolve => {
    io.stdin.once('end', resolve)
    io.stdin.once('close', resolve)
    io.stdout.once('error', () => resolve())
  })
  const connection = serve(() => createToolServer(backend, { version, onError }), { transport, onerror: onError })
  return untilSignal(log, ended, async () => {
    await connection.close()
    await backend.close()
  })
}
