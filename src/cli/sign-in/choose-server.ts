import { isOrigin } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { Machine } from '../machine.ts'
import { findRepository } from '../repository/project-file.ts'

/** The server that a command names: DRAGOMAN_URL, or the server of the repository. */
export async function findNamedServer({ config, workingFolder }: Machine): Promise<string | undefined> {
  return config.remoteUrl ?? (await findRepository(workingFolder))?.file.server
}

/** The server to sign in to: the given one, the one that commands here use, or the one of this machine. @throws AppError `invalid_input`. */
export async function chooseServer(machine: Machine, given: string | undefined): Promise<string> {
  if (given !== undefined) return parseServer(given)
  return (await findNamedServer(machine)) ?? findLocalServer(machine)
}

/** The server that runs on the data folder of this machine; if none runs, where it would. */
async function findLocalServer(machine: Machine): Promise<string> {
  const { findRunningServerUrl } = await import('../control/running-servers.ts')
  return (await findRunningServerUrl(machine)) ?? machine.baseUrl
}

/** Parses the base URL of a server. People also paste the URL of its MCP endpoint, or leave out `https://`. @throws AppError `invalid_input`. */
export function parseServer(text: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const base = address.replace(/\/mcp\/?$/, '')
  if (isOrigin(base)) return new URL(base).origin
  throw new AppError('invalid_input', `${quote(text)} is not the base URL of a server.`, {
    fix: 'Give its address without a path, such as https://l10n.example.org.',
  })
}
