import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Authorization } from './authorization.ts'

/** What a measured server tells the bench once it listens. */
export interface Ready {
  readonly port: number
  /** Path and headers of a request to it. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Of an authorization server. */
  readonly authorization?: Authorization
}

/** Reports readiness to the bench, and this process's CPU time (user and system, microseconds) whenever it asks. */
export function report(ready: Ready): void {
  process.on('message', message => {
    if (message !== 'cpu') return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() })
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ ready })
}

/** Listens on a free loopback port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}
