import { isOrigin } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { Machine } from '../machine.ts'
import type { Repository } from '../repository/project-file.ts'

/**
 * The base URL of the server to connect: `--url`, `DRAGOMAN_URL`, `server` of dragoman.json, or the server of this machine.
 * @throws AppError `invalid_input` when `--url` is not a base URL; the address of MCP (`…/mcp`) is accepted, too.
 */
export function findServer(given: string | undefined, { config }: Machine, repository: Repository | undefined): string {
  if (given !== undefined) return parseBaseUrl(given)
  const local = config.baseUrl ?? `http://localhost:${config.port === 0 ? 4050 : config.port}`
  return config.remoteUrl ?? repository?.file.server ?? new URL(local).origin
}

function parseBaseUrl(given: string): string {
  const base = given.replace(/\/mcp\/?$/, '')
  if (isOrigin(base)) return new URL(base).origin
  throw new AppError('invalid_input', `--url ${quote(given)} is not the base URL of a server.`, {
    field: 'url',
    fix: 'Give it without a path, such as https://l10n.example.org.',
  })
}
