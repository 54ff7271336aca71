import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { AppError, type ErrorBody } from '../../errors.ts'
import { NoHolderError, sendControlRequest } from './client.ts'

/** The header after a stream that failed, with its error (http/control-socket.ts). */
const ERROR_TRAILER = 'dragoman-error'

/**
 * Requests a stream from the control socket of the process that holds the data folder. The stream throws when it is cut, or ends with an
 * error of that process.
 * @throws NoHolderError, or the AppError of that process.
 */
export async function streamFromHolder(
  socketPath: string,
  path: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const response = await openStream(socketPath, path, signal)
  if (response.statusCode === 200) return readStream(response)
  const { error } = (await json(response)) as { readonly error: ErrorBody }
  throw toAppError(error)
}

function openStream(socketPath: string, path: string, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sendControlRequest({ socketPath, path, body: '{}', signal }, resolve, (error, sent) =>
      reject(sent || signal.aborted ? streamCutError(error) : new NoHolderError(error.message)),
    )
  })
}

async function* readStream(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Buffer>
  } catch (error) {
    throw streamCutError(error)
  }
  const { [ERROR_TRAILER]: fault } = response.trailers
  if (fault !== undefined) throw toAppError(JSON.parse(decodeURIComponent(fault)) as ErrorBody)
}

const toAppError = ({ code, message, fix }: ErrorBody): AppError => new AppError(code, message, { fix })

function streamCutError(cause: unknown): AppError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new AppError('unavailable', `The process that holds the data folder ended during its response: ${why}.`, {
    fix: 'Run the command again. If it fails again, check the log of that process.',
    cause,
  })
}
