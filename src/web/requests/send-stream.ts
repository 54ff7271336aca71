import type { ServerResponse } from 'node:http'

/**
 * Sends what comes piece by piece, no faster than its reader takes it. Nothing goes out before there is something to send, so that a refusal can still be
 * an answer of its own; after that a failure is for the caller to cut the connection with, and the reader knows by it.
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

/** Resolves when the reader has taken what was written, or has gone. */
function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
    if (response.destroyed) done()
  })
}
