import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { AppError, type ErrorBody } from '../errors.ts'

/** Thrown when nobody takes a request: the holder has just ended, or is about to. The request can go to the next one. */
export class NobodyThere extends Error {
  override readonly name = 'NobodyThere'
}

interface AskOptions {
  readonly signal?: AbortSignal | undefined
  /** For what changes nothing: when the holder ends before it answers, the next one can be asked. */
  readonly repeatable?: boolean
}

/**
 * Asks the process that holds the data folder, over its control socket.
 * @throws NobodyThere, or AppError as that process refused it.
 */
export async function askHolder(
  socketPath: string,
  path: string,
  body: unknown,
  options: AskOptions = {},
): Promise<unknown> {
  const { result, error } = JSON.parse(await send(socketPath, path, JSON.stringify(body), options)) as Answer
  if (error === undefined) return result
  throw new AppError(error.code, error.message, {
    ...(error.fix !== undefined && { fix: error.fix }),
    ...(error.scopes !== undefined && { scopes: error.scopes }),
  })
}

interface Answer {
  readonly result?: unknown
  readonly error?: ErrorBody
}

/** The body goes out when the holder lets the request in; what fails before had no effect there. */
function send(socketPath: string, path: string, body: string, { signal, repeatable }: AskOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    let admitted = false
    const fail = (error: Error): void => {
      const sent = admitted && repeatable !== true
      reject(sent || signal?.aborted === true ? lost(error) : new NobodyThere(error.message))
    }
    const asked = request(
      {
        socketPath,
        path,
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          expect: '100-continue',
        },
        ...(signal !== undefined && { signal }),
      },
      response => {
        if (admitted) text(response).then(resolve, fail)
        else {
          asked.destroy()
          reject(new NobodyThere('the holder is ending'))
        }
      },
    )
    asked.once('continue', () => {
      admitted = true
      asked.end(body)
    })
    asked.on('error', fail)
    asked.flushHeaders()
  })
}

function lost(cause: Error): AppError {
  return new AppError(
    'unavailable',
    `The process that holds the data folder ended before it answered: ${cause.message}.`,
    {
      fix: 'Look whether the call had its effect before you repeat it.',
      cause,
    },
  )
}
