import { connect, createServer, type Socket } from 'node:net'
import { listenAgain, listenOnOwnPort } from './port.ts'
import { DirectionFaults, Lane, type Point } from './tcp-lane.ts'

export type Direction = 'toServer' | 'toClient'

/** A network between a client and a server that fails on command. */
export interface TcpProxy {
  readonly port: number
  /** The URL of the server as clients have it: with the address of the proxy. */
  through(url: string): string
  /** Resets all connections on both sides. New ones are accepted. */
  cut(): void
  /** Refuses new connections; the open ones stay. */
  refuse(): void
  /** Accepts connections again. */
  accept(): Promise<void>
  /** Delays what comes from now on; 0 = no longer. */
  delay(direction: Direction, milliseconds: number): void
  /** Passes nothing on, not even an end or a reset, and keeps the connections open. Default: both directions. */
  hold(direction?: Direction): void
  /** Passes on what was held. */
  release(): void
  /** Ends this direction of all open connections; the other one stays. */
  halfClose(direction: Direction): void
  /** Cuts the first connection that reaches a point, without a reset; resolves when that has happened. What is before the point arrives. */
  cutAt(direction: Direction, point: Point): Promise<void>
  /** Holds a direction from a point on; resolves when that has happened. What is before the point arrives. */
  holdAt(direction: Direction, point: Point): Promise<void>
  close(): void
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  readonly lanes: Readonly<Record<Direction, Lane>>
}

/** Listens on 127.0.0.1 and connects to a port of it for each client. If that fails, the client's connection is reset. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const faults = { toServer: new DirectionFaults(), toClient: new DirectionFaults() }
  const pairs = new Set<Pair>()
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, client => {
    const server = connect({ host: '127.0.0.1', port: target, allowHalfOpen: true, noDelay: true })
    const lanes = {
      toServer: new Lane(client, server, faults.toServer),
      toClient: new Lane(server, client, faults.toClient),
    }
    const pair = { client, server, lanes }
    pairs.add(pair)
    const forget = (): void => void (client.closed && server.closed && pairs.delete(pair))
    client.once('close', forget)
    server.once('close', forget)
  })
  const port = await listenOnOwnPort(listener)
  const arm = (direction: Direction, point: Point, action: 'cut' | 'hold'): Promise<void> =>
    new Promise(done => faults[direction].points.add({ point, action, done }))
  const cut = (): void => {
    for (const { client, server } of pairs) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
  }
  return {
    port,
    through: url => {
      const address = new URL(url)
      address.host = `127.0.0.1:${port}`
      return address.href
    },
    cut,
    refuse: () => void listener.close(),
    accept: async () => {
      if (!listener.listening) await listenAgain(listener, port)
    },
    delay: (direction, milliseconds) => {
      faults[direction].delayMs = milliseconds
    },
    hold: direction => {
      for (const one of direction === undefined ? Object.values(faults) : [faults[direction]]) one.hold()
    },
    release: () => {
      for (const one of Object.values(faults)) one.release()
    },
    halfClose: direction => {
      for (const { lanes } of pairs) lanes[direction].end()
    },
    cutAt: (direction, point) => arm(direction, point, 'cut'),
    holdAt: (direction, point) => arm(direction, point, 'hold'),
    close: () => {
      listener.close()
      cut()
    },
  }
}
