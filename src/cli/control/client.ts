import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { AppError, type ErrorBody } from '../../errors.ts'

/** Thrown when nobody takes a request: the holder has just ended, or is about to. The request can go to the next one. */
export class NoHolderError extends Error {
  override readonly name = 'NoHolderError'
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** For what changes nothing: when the holder ends before it answers, the next one can be asked. */
  readonly repeatable?: boolean
}

/**
 * Asks the process that holds the data folder, over its control socket.
 * @throws NoHolderError, or AppError as that process refused it.
 */
export async function callHolder(
  socketPath: string,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  const { result, error } = JSON.parse(
    await postToHolder(socketPath, path, JSON.stringify(body), options),
  ) as ControlAnswer
  if (error === undefined) return result
  throw new AppError(error.code, error.message, {
    ...(error.fix !== undefined && { fix: error.fix }),
    ...(error.scopes !== undefined && { scopes: error.scopes }),
  })
}

interface ControlAnswer {
  readonly result?: unknown
  readonly error?: ErrorBody
}

function postToHolder(
  socketPath: string,
  path: string,
  body: string,
  { signal, repeatable }: CallOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error, sent: boolean): void =>
      reject(
        (sent && repeatable !== true) || signal?.aborted === true
          ? holderEndedError(error)
          : new NoHolderError(error.message),
      )
    sendControlRequest(
      { socketPath, path, body, signal },
      response => void text(response).then(resolve, (error: Error) => fail(error, true)),
      fail,
    )
  })
}

interface ControlRequest {
  readonly socketPath: string
  readonly path: string
  readonly body: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends a request to the control socket. The body goes out when the holder lets the request in (RFC 9110 10.1.1): a failure that comes before, `sent`
 * is false, had no effect there.
 */
export function sendControlRequest(
  { socketPath, path, body, signal }: ControlRequest,
  onAnswer: (response: IncomingMessage) => void,
  onFailure: (error: Error, sent: boolean) => void,
): void {
  let admitted = false
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    expect: '100-continue',
  }
  const options = { socketPath, path, method: 'POST', agent: false, headers, ...(signal !== undefined && { signal }) }
  const asked = httpRequest(options, response => {
    if (admitted) {
      onAnswer(response)
    } else {
      asked.destroy()
      onFailure(new Error('the holder is ending'), false)
    }
  })
  asked.once('continue', () => {
    admitted = true
    asked.end(body)
  })
  asked.on('error', error => onFailure(error, admitted))
  asked.flushHeaders()
}

function holderEndedError(cause: Error): AppError {
  return new AppError(
    'unavailable',
    `The process that holds the data folder ended before it answered: ${cause.message}.`,
    {
      fix: 'Look whether the call had its effect before you repeat it.',
      cause,
    },
  )
}
