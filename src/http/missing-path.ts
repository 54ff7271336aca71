import { CAPABILITIES } from '../auth/oauth/capabilities.ts'
import { AppError } from '../errors.ts'
import { echo } from '../text/escape.ts'
import { findClosestName } from '../tools/closest-name.ts'
import type { Exchange } from './exchange.ts'
import { answerOptions, setCorsHeaders } from './responses/headers.ts'
import { sendProblem } from './responses/problem.ts'

/** The pages below /oauth. Their cookies must never be readable by other sites. */
const OAUTH_PAGES = /^\/oauth\/(authorize|consent)(\/|$)/

const CLIENT_PATHS = ['/mcp', ...Object.values(CAPABILITIES.paths)]

/** Whether a path can only be a client's mistake: below an endpoint without cookies, such as `/mcp/` and `/oauth/register/`. */
export const isMissingClientPath = (path: string): boolean =>
  path.startsWith('/mcp/') || (path.startsWith('/oauth/') && !OAUTH_PAGES.test(path))

/** Responds with 404 to such a path. Clients in browsers can read it, and what the right path is. */
export function serveMissingPath(exchange: Exchange): void {
  const { request, response, path } = exchange
  setCorsHeaders(response)
  if (request.method === 'OPTIONS') return answerOptions(request, response, 'OPTIONS')
  const right = CLIENT_PATHS.find(one => path.startsWith(`${one}/`)) ?? findClosestName(path, CLIENT_PATHS)
  const error = new AppError('not_found', `${echo(path)} does not exist.`, {
    fix: right === undefined ? 'GET / lists the endpoints.' : `Use ${right}.`,
  })
  sendProblem(exchange, error)
}
