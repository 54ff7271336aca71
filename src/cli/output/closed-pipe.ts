import { EXIT_CODES, SIGNAL_EXITS } from '../exit-codes.ts'

interface OutputStreams {
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/**
 * Ends the process when its output cannot be written: quietly when the reader has left, as with `| head`, and with the reason when a disk is full.
 * A command that listens for errors of the stream ends itself. Without a log or messages, for which there is no other place, a server goes on.
 */
export function exitWhenOutputFails({ stdout, stderr }: OutputStreams, exit: (code: number) => void): void {
  for (const stream of [stdout, stderr]) {
    let ended = false
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (ended) return
      ended = true
      if (stream.listenerCount('error') > 1) return
      if (error.code === 'EPIPE') return exit(SIGNAL_EXITS.SIGPIPE)
      if (stream === stderr) return
      stderr.write(`error  Writing to standard output failed: ${error.message}.\n`)
      exit(EXIT_CODES.unavailable)
    })
  }
}
