import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A port for a server that gives it up and takes it again. Below the range from which systems choose ports for connections and for port 0, so that nothing else
 * takes it meanwhile. Another server may have it: then the start fails, and the caller tries the next one.
 */
export const pickPort = (): number => randomInt(10_000, 30_000)

/** Listens on such a port. */
export async function listenOnOwnPort(server: Server): Promise<number> {
  for (;;) {
    const port = pickPort()
    if (await listens(server, port)) return port
  }
}

/** Listens again on the port that the server had; for moments the system may not give it back. */
export async function listenAgain(server: Server, port: number): Promise<void> {
  while (!(await listens(server, port))) await sleep(20)
}

/** Whether the port was free. */
async function listens(server: Server, port: number): Promise<boolean> {
  try {
    // Rejects with an event `error`.
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}
