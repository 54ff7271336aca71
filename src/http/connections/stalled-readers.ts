import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Bytes of a long response that a client must read per interval: the same as for long request bodies (timeouts.ts). */
const MIN_BYTES = 30 * 1024

/** The bytes that a client has read of its responses, and the time at which it last read enough. */
interface ReadProgress {
  readonly taken: number
  readonly at: number
}

/** Internal counters of Node.js: the bytes written to a connection, and those that the system has not accepted yet. */
interface SocketHandle {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
}

/** Destroys connections whose client reads too little of a pending response for `answerMs` milliseconds. */
export function destroyStalledReaders(server: Server, answerMs: number): void {
  const readings = new Map<Socket, ReadProgress | undefined>()
  server.on('connection', (socket: Socket) => {
    readings.set(socket, undefined)
    socket.once('close', () => readings.delete(socket))
  })
  const look = setInterval(
    () => {
      for (const [socket, last] of readings) {
        const now = getReadProgress(socket)
        if (now === undefined || last === undefined || hasProgress(last, now)) readings.set(socket, now)
        else if (now.at - last.at >= answerMs) socket.destroy()
      }
    },
    Math.max(1, answerMs / 30),
  ).unref()
  server.once('close', () => clearInterval(look))
}

/** Undefined if nothing is pending. */
function getReadProgress(socket: Socket): (ReadProgress & { readonly waiting: number }) | undefined {
  const { _handle: handle } = socket as SocketHandle
  const { bytesWritten = 0, writeQueueSize: waiting = 0 } = handle ?? {}
  return waiting === 0 ? undefined : { taken: bytesWritten - waiting, waiting, at: performance.now() }
}

const hasProgress = (
  last: ReadProgress,
  { taken, waiting }: NonNullable<ReturnType<typeof getReadProgress>>,
): boolean => taken - last.taken >= (waiting > MIN_BYTES ? MIN_BYTES : 1)
