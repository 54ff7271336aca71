import { AppError } from '../../errors.ts'
import { EXIT_CODES, SIGNAL_EXITS } from '../exit-codes.ts'

type Env = Readonly<Record<string, string | undefined>>
type Stream = Pick<NodeJS.WriteStream, 'isTTY'> & { hasColors?: (() => boolean) | undefined }

/** Makes `paint` follow the environment for a stream. */
export function setColours(stream: NodeJS.WriteStream, env: Env): void {
  const isWanted = wantsColour(stream, env)
  Object.defineProperty(stream, 'hasColors', { value: () => isWanted, configurable: true })
}

/**
 * Whether output has colour: never with NO_COLOR, always with FORCE_COLOR or CLICOLOR_FORCE, otherwise on terminals that can show it
 * (no-color.org, force-color.org, bixense.com/clicolors). Empty variables count as unset.
 */
function wantsColour(stream: Stream, env: Env): boolean {
  if (isSet(env, 'NO_COLOR')) return false
  if (isSet(env, 'FORCE_COLOR')) return isOn(env, 'FORCE_COLOR')
  if (isOn(env, 'CLICOLOR_FORCE')) return true
  if (!stream.isTTY || env['TERM'] === 'dumb' || env['CLICOLOR'] === '0') return false
  return stream.hasColors?.() ?? true
}

const isSet = (env: Env, name: string): boolean => (env[name] ?? '') !== ''
const isOn = (env: Env, name: string): boolean => isSet(env, name) && env[name] !== '0' && env[name] !== 'false'

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

/**
 * Waits until the stream accepted a part of the output, so that a slow reader slows down the command instead of filling memory.
 * @throws AppError `unavailable` with the error of the stream as its cause.
 */
export function writeFully(stream: NodeJS.WriteStream, part: string | Uint8Array, fix: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(new AppError('unavailable', `Writing to standard output failed: ${cause.message}.`, { fix, cause }))
    stream.once('error', fail)
    stream.write(part, error => {
      if (error != null) return
      stream.off('error', fail)
      resolve()
    })
  })
}
