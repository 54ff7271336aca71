/** As of programs that SIGPIPE ends, which Node ignores. */
const EXIT_CLOSED_PIPE = 141

/** Ends the process quietly when the reader of a stream has left, as with `| head`. A command that listens for errors of the stream ends itself. */
export function exitWhenReaderLeaves(stream: NodeJS.WriteStream, exit: (code: number) => void): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    if (stream.listenerCount('error') <= 1) exit(EXIT_CLOSED_PIPE)
  })
}
