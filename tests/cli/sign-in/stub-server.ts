import { createServer } from 'node:http'
import { listen } from '../../harness/listen.ts'

/** What a stub answers: a status, a body and headers, as a function of how often it was asked. */
type Reply = (
  times: number,
  origin: string,
) => readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]

export interface StubServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts an authorization server that answers as given, by path, with proper metadata otherwise. */
export async function startStubServer(replies: Readonly<Record<string, Reply>>): Promise<StubServer> {
  const times = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const count = (times.get(path) ?? 0) + 1
    times.set(path, count)
    const reply = replies[path] ?? DEFAULTS[path]
    const [status, body, headers = {}] = reply?.(count, url) ?? [404, {}]
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  const { url, close } = await listen(server)
  return { url, close }
}

export const METADATA = '/.well-known/oauth-authorization-server'
export const DEVICE = '/device_authorization'
export const TOKEN = '/token'

export const metadataOf = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}${TOKEN}`,
  registration_endpoint: `${origin}/register`,
  revocation_endpoint: `${origin}/revoke`,
  device_authorization_endpoint: `${origin}${DEVICE}`,
  authorization_response_iss_parameter_supported: true,
})

export const deviceOf = (origin: string) => ({
  device_code: 'device',
  user_code: 'BCDF-GHJK',
  verification_uri: `${origin}/device`,
  expires_in: 600,
  interval: 5,
})

const DEFAULTS: Readonly<Record<string, Reply>> = {
  [METADATA]: (_times, origin) => [200, metadataOf(origin)],
  '/register': () => [201, { client_id: 'cli', client_id_issued_at: 0 }],
  [DEVICE]: (_times, origin) => [200, deviceOf(origin)],
}
