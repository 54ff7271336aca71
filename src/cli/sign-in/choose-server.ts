import { isOrigin } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { Machine } from '../machine.ts'
import { findRepository } from '../repository/project-file.ts'

/** The address of a server that was started without settings. */
const LOCAL_SERVER = 'http://localhost:4050'

/** The server that a command names: DRAGOMAN_URL, or the server of the repository. */
export async function findNamedServer({ config, workingFolder }: Machine): Promise<string | undefined> {
  return config.remoteUrl ?? (await findRepository(workingFolder))?.file.server
}

/** The server to sign in to: the given one, the one that commands here use, or a server on this machine. @throws AppError `invalid_input`. */
export async function chooseServer(machine: Machine, given: string | undefined): Promise<string> {
  return given === undefined ? ((await findNamedServer(machine)) ?? LOCAL_SERVER) : parseServer(given)
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
