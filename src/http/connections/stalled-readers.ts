import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** What a client takes of a long answer in each span of time: as much as a long body brings (patience.ts). */
const MIN_BYTES = 30 * 1024

/** Up to where a client had taken its answers, and when it last took enough. */
interface ReadProgress {
  readonly taken: number
  readonly at: number
}

/** What Node.js knows of a connection and has under no public name: the bytes that it was given, and those of them that the system has not taken yet. */
interface SocketHandle {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
}

/** Cuts connections whose client makes too little progress with answers that wait for it, for so many milliseconds. Where nothing waits, nothing is cut. */
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

/** Undefined where nothing waits. */
function getReadProgress(socket: Socket): (ReadProgress & { readonly waiting: number }) | undefined {
  const { _handle: handle } = socket as SocketHandle
  const { bytesWritten = 0, writeQueueSize: waiting = 0 } = handle ?? {}
  return waiting === 0 ? undefined : { taken: bytesWritten - waiting, waiting, at: performance.now() }
}

const hasProgress = (
  last: ReadProgress,
  { taken, waiting }: NonNullable<ReturnType<typeof getReadProgress>>,
): boolean => taken - last.taken >= (waiting > MIN_BYTES ? MIN_BYTES : 1)
