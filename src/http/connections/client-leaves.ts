import type { ServerResponse } from 'node:http'

/**
 * Ends a stream when its client closes its side of the connection: a stream has no last byte that would justify keeping
 * the other side open.
 */
export function endWithClient(response: ServerResponse): void {
  onClientEnd(response, () => void response.destroy())
}

/**
 * Returns a signal for a call that waits: aborted when its client closes its side of the connection, so that nothing
 * waits for nobody. A client that still reads gets the answer at once. Undefined for other calls.
 */
export function findClientSignal(response: ServerResponse, args: unknown): AbortSignal | undefined {
  if (!mayWait(args)) return undefined
  const left = new AbortController()
  onClientEnd(response, () => left.abort())
  response.once('close', () => left.abort())
  return left.signal
}

/** Whether a call has the argument `wait`, also inside `use_tool`, whose arguments can be JSON text. */
function mayWait(args: unknown): boolean {
  const { wait, arguments: inner } = (args ?? {}) as { wait?: unknown; arguments?: { wait?: unknown } | string | null }
  return wait !== undefined || (typeof inner === 'string' ? inner.includes('"wait"') : inner?.wait !== undefined)
}

function onClientEnd(response: ServerResponse, act: () => void): void {
  const { socket } = response
  if (socket === null) return
  socket.once('end', act)
  response.once('close', () => socket.off('end', act))
}
