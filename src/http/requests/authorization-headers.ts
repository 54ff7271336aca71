import type { IncomingMessage } from 'node:http'

/** All Authorization headers of a request; Node.js itself would show the first alone. */
export function authorizationHeaders({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization')
}
