import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { AppError, type ErrorBody } from '../../errors.ts'
import type { Progress } from '../../tools/pipeline/call.ts'
import type { Machine } from '../machine.ts'

/** No process took the request, because the holder is stopping or gone. The request had no effect and can be repeated. */
export class NoHolderError extends Error {
  override readonly name = 'NoHolderError'
}

/** Handles a rejection of a holder: returns undefined if there is none, or it answers with an AppError. Throws other errors. */
export function ignoreHolderError(error: unknown): undefined {
  if (!(error instanceof NoHolderError || error instanceof AppError)) throw error
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The request changes nothing, so that it can be repeated if the holder ends before it responds. */
  readonly repeatable?: boolean
  readonly progress?: Progress | undefined
}

/**
 * Sends a request to the control socket of the process that holds the data folder, and returns its result.
 * @throws NoHolderError, or the AppError of that process.
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
  const { code, message, fix, scopes } = error
  throw new AppError(code, message, { fix, scopes })
}

/** Runs an operator command in the process that holds the data folder. @throws NoHolderError, or the AppError of that process. */
export const runOnHolder = async (
  { socketPath }: Pick<Machine, 'socketPath'>,
  command: string,
  args: unknown,
  options?: CallOptions,
): Promise<unknown> => callHolder(socketPath(), '/control/run', { command, args }, options)

interface ControlAnswer {
  readonly result?: unknown
  readonly error?: ErrorBody
}

function postToHolder(
  socketPath: string,
  path: string,
  body: string,
  { signal, repeatable, progress }: CallOptions,
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
      response => void readAnswer(response, progress).then(resolve, (error: Error) => fail(error, true)),
      fail,
    )
  })
}

/** Reads an answer: JSON, after a line for each report of progress. */
async function readAnswer(response: IncomingMessage, progress: Progress | undefined): Promise<string> {
  if (progress === undefined) return text(response)
  let rest = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { progress: update } = JSON.parse(line) as ProgressLine
      if (update === undefined) rest = line
      else progress(update)
    }
  }
  return rest
}

interface ProgressLine {
  /** Absent in the answer itself. */
  readonly progress?: Parameters<Progress>[0]
}

interface ControlRequest {
  readonly socketPath: string
  readonly path: string
  readonly body: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Sends a request to the control socket. The body follows once the holder accepts the request (`100-continue`, RFC 9110 10.1.1). A failure with `sent`
 * false had no effect there.
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
  const request = httpRequest(options, response => {
    if (admitted) {
      onAnswer(response)
    } else {
      request.destroy()
      onFailure(new Error('the holder is stopping'), false)
    }
  })
  request.once('continue', () => {
    admitted = true
    request.end(body)
  })
  request.on('error', error => onFailure(error, admitted))
  request.flushHeaders()
}

function holderEndedError(cause: Error): AppError {
  return new AppError(
    'unavailable',
    `The process that holds the data folder ended before it responded: ${cause.message}.`,
    { fix: 'Check whether the call took effect before you repeat it.', cause },
  )
}
