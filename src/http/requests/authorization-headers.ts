import type { IncomingMessage } from 'node:http'

/** Lists all Authorization headers of a request. Node.js exposes only the first. */
export function authorizationHeaders({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization')
}
