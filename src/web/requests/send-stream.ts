import type { ServerResponse } from 'node:http'

/**
 * Streams a response at the pace of its reader. The headers are sent with the first piece, so an earlier error can still be a response of its own. After a
 * later error, the caller must close the connection, so that the client notices.
 */
export async function sendStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  pieces: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  for await (const piece of pieces) {
    if (!response.headersSent) response.writeHead(200, headers)
    if (piece.length > 0 && !response.write(piece)) await waitForDrain(response)
    if (response.destroyed) return
  }
  if (!response.headersSent) response.writeHead(200, headers)
  response.end()
}

/** Resolves when the buffer is drained or the connection is closed. */
export function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
    if (response.destroyed) done()
  })
}
