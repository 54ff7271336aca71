import type { ServerResponse } from 'node:http'

/** The faults of a provider. */
export const MISBEHAVIOURS = ['status 500', 'redirect', '5 MB', 'cut off', 'HTML', 'error in 200'] as const

export type Misbehaviour = (typeof MISBEHAVIOURS)[number] | 'silence'

/** Answers as a broken or hostile server would. `away` is where the redirect leads. */
export function misbehave(response: ServerResponse, how: Misbehaviour, away: string): void {
  switch (how) {
    case 'status 500':
      response.writeHead(500, { 'content-type': 'text/plain' }).end('no')
      return
    case 'redirect':
      response.writeHead(307, { location: away }).end()
      return
    case '5 MB':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ access_token: 'x'.repeat(5 * 1024 * 1024) }))
      return
    case 'cut off':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
      response.write('{"access_token":', () => response.destroy())
      return
    case 'HTML':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
      return
    case 'error in 200':
      sendJson(response, 200, { error: 'server_is_down', error_description: '<script>alert(1)</script>' })
      return
    case 'silence':
      return
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
