import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { createToolServer } from '../../http/mcp/tool-server.ts'
import type { Toolset } from '../../tools/pipeline/toolsets.ts'
import type { OpenBackend } from '../backends/backend.ts'
import { openTarget } from '../backends/choose.ts'
import { findSignInTarget, findTarget, type Target } from '../backends/target.ts'
import { openFileAccess } from '../files/file-access.ts'
import type { Io } from '../io.ts'
import type { Machine } from '../machine.ts'
import { findRepository } from '../repository/project-file.ts'
import { stopWithDeadline, waitForStopSignal } from '../shutdown.ts'
import { parseServer } from '../sign-in/choose-server.ts'
import { openCredentials } from '../sign-in/credentials.ts'
import { AnsweringStdioTransport } from './transport.ts'

interface StdioOptions {
  readonly scopes: string
  readonly toolsets: readonly Toolset[]
  /** `--root`; default: the folder of `dragoman.json`, or the current folder. */
  readonly root?: string | undefined
  /** `--url` */
  readonly url?: string | undefined
}

/** Serves MCP over stdio, in all supported protocol revisions, until stdin ends or a signal; returns the exit code. */
export async function serveStdio(machine: Machine, options: StdioOptions, io: Io): Promise<number> {
  const { log, version, newId } = machine
  const signal = waitForStopSignal(log)
  const backend = await openStdioBackend(machine, options, io)
  const onError = (error: unknown): void => log.error({ err: error }, 'stdio')
  const transport = new AnsweringStdioTransport(io, newId)
  // The client gets the errors of the protocol as answers.
  const onerror = (error: unknown): void => log.debug({ err: error }, 'stdio')
  const connection = serve(() => createToolServer(backend, { version, onError }), { transport, onerror })
  await Promise.race([transport.ended, signal])
  await stopWithDeadline(log, async () => {
    await connection.close()
    await backend.close()
  })
  return 0
}

async function openStdioBackend(
  machine: Machine,
  { url, root, ...options }: StdioOptions,
  io: Io,
): Promise<OpenBackend> {
  const [target, repository] = await Promise.all([findStdioTarget(machine, url), findRepository(machine.workingFolder)])
  const files = await openFileAccess(machine, { root: root ?? repository?.root, stderr: io.stderr })
  if (target.kind === 'environment' || target.kind === 'data-folder')
    return openTarget(machine, target, { ...options, files, surface: 'stdio', kind: 'stdio' })
  const { openProxyBackend } = await import('./proxy-backend.ts')
  const isTrusted = await isNamedByUser(machine, url, target.url)
  return openProxyBackend(machine, { ...options, files, server: target.url, isTrusted })
}

/** Whether an option, the environment or a sign-in of the user names a server. A repository that somebody cloned could name any. */
async function isNamedByUser(machine: Machine, url: string | undefined, server: string): Promise<boolean> {
  if (url !== undefined || machine.config.remoteUrl !== undefined) return true
  return (await openCredentials(machine).read()).default === server
}

/** The token of the environment goes to its own server only. Without it, DRAGOMAN_URL names a server to sign in to. */
async function findStdioTarget(machine: Machine, url: string | undefined): Promise<Target> {
  const { remoteUrl, remoteToken } = machine.config
  const server = url === undefined ? undefined : parseServer(url)
  const isOfEnvironment = server === undefined || server === remoteUrl
  const isIncomplete = remoteToken !== undefined && remoteUrl === undefined
  if (isIncomplete || (isOfEnvironment && (remoteToken !== undefined || remoteUrl === undefined)))
    return findTarget(machine)
  return findSignInTarget(machine, server ?? remoteUrl)
}
