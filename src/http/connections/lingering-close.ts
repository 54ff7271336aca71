import type { Duplex } from 'node:stream'

/** Time to keep reading from the client, in milliseconds: enough for a response to arrive anywhere. */
const LINGER_MS = 2_000

const ending = new WeakSet<Duplex>()

/** Whether a connection is closing: further requests on it are not served. */
export const isClosing = (connection: Duplex): boolean => ending.has(connection)

/**
 * Closes a connection after its pending output, and reads and discards input for a moment: closing with unread input makes the system reset the
 * connection, and the client may lose the response (RFC 9112 9.6).
 */
export function closeWithLinger(connection: Duplex): void {
  if (ending.has(connection)) return
  ending.add(connection)
  connection.end()
  connection.resume()
  const cut = setTimeout(() => connection.destroy(), LINGER_MS)
  connection.once('close', () => clearTimeout(cut))
}
