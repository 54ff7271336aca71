import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a run has once for all its workers, made when the first one asks for it. */
export interface OnDemand {
  /** Where `demand` asks. */
  readonly url: string
  close(): Promise<void>
}

/** Makes a thing and returns how it is found, such as its URL. */
export type Make = () => Promise<string>

export async function serveOnDemand(things: Readonly<Record<string, Make>>): Promise<OnDemand> {
  // Others on this machine shall not learn the password of a database.
  const secret = randomBytes(16).toString('hex')
  const made = new Map<string, Promise<string>>()
  const server = createServer((request, response) => {
    const name = request.url?.replace(`/${secret}/`, '') ?? ''
    const make = things[name]
    if (make === undefined) {
      response.writeHead(404).end()
      return
    }
    const making = made.get(name) ?? make()
    made.set(name, making)
    making.then(
      found => response.end(found),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.unref()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}/`,
    close: async () => {
      server.close()
      await Promise.allSettled(made.values())
    },
  }
}
