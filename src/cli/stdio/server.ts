import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { createToolServer } from '../../http/mcp/tool-server.ts'
import type { Toolset } from '../../tools/pipeline/toolsets.ts'
import { chooseBackend } from '../backends/choose.ts'
import { openFileAccess } from '../files/root-option.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'
import { stopWithDeadline, waitForStopSignal } from '../shutdown.ts'
import { DrainingStdioTransport } from './transport.ts'

interface StdioOptions {
  readonly scopes: string
  readonly toolsets: readonly Toolset[]
  /** `--root` */
  readonly root?: string | undefined
}

/** Serves MCP over stdio, in all supported protocol revisions, until stdin ends or a signal; returns the exit code. */
export async function serveStdio(machine: Machine, options: StdioOptions, io: Io): Promise<number> {
  const { log, version } = machine
  const signal = waitForStopSignal(log)
  const files = await openFileAccess(machine, { root: options.root, stderr: io.stderr })
  const backend = await chooseBackend(machine, { ...options, files, surface: 'stdio', kind: 'stdio' })
  const onError = (error: unknown): void => log.error({ err: error }, 'stdio')
  const transport = new DrainingStdioTransport(io)
  const connection = serve(() => createToolServer(backend, { version, onError }), { transport, onerror: onError })
  await Promise.race([transport.ended, signal])
  await stopWithDeadline(log, async () => {
    await connection.close()
    await backend.close()
  })
  return 0
}
