import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens on a free port of 127.0.0.1. */
interface Listening {
  readonly port: number
  readonly url: string
  /** Ends its connections, too. */
  readonly close: () => Promise<void>
}

export async function listen(server: Server): Promise<Listening> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
