import type { Duplex } from 'node:stream'

/** How long the client is read on, in milliseconds: enough for an answer to arrive at the other end of the world. */
const LINGER_MS = 2_000

const ending = new WeakSet<Duplex>()

/** Whether the connection is at its end: nothing that comes over it is served any more. */
export const isClosing = (connection: Duplex): boolean => ending.has(connection)

/**
 * Ends a connection behind what was written to it, and discards what the client still sends for a moment: closing over bytes that nobody read makes
 * the system reset the connection, and the client may then lose the answer (RFC 9112 9.6).
 */
export function closeWithLinger(connection: Duplex): void {
  if (ending.has(connection)) return
  ending.add(connection)
  connection.end()
  connection.resume()
  const cut = setTimeout(() => connection.destroy(), LINGER_MS)
  connection.once('close', () => clearTimeout(cut))
}
