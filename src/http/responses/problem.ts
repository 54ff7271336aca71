import { type ServerResponse, STATUS_CODES } from 'node:http'
import { AppError, errorBody } from '../../errors.ts'
import type { Exchange } from '../exchange.ts'
import { RequestFault } from '../requests/fault.ts'
import { toHttpStatus } from './status.ts'

/** Sends an error as RFC 9457 defines it. */
export function sendProblem(exchange: Exchange, error: unknown): void {
  const { response, requestId } = exchange
  const status = toHttpStatus(error)
  if (!(error instanceof AppError)) exchange.log.error({ err: error }, 'request failed')
  exchange.facts.error_code = errorBody(error, requestId).code
  setErrorHeaders(response, error)
  sendJson(response, status, toProblem(error, status, requestId), 'application/problem+json')
}

/** Converts an error to RFC 9457, with the error code, the fix and the request ID as members. */
export function toProblem(error: unknown, status: number, requestId: string): object {
  const { message, ...members } = errorBody(error, requestId)
  return {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: message,
    ...members,
    request_id: requestId,
  }
}

/** Sets the headers of an error; the same for all surfaces. */
export function setErrorHeaders(response: ServerResponse, error: unknown): void {
  if (!(error instanceof AppError)) return
  if (error.retryAfter !== undefined) response.setHeader('retry-after', String(error.retryAfter))
  if (error.code === 'too_large' || error instanceof RequestFault) response.setHeader('connection', 'close')
}

/** Maximum bytes that are sent in one write. */
const MAX_SINGLE_WRITE_BYTES = 16 * 1024

export function sendJson(response: ServerResponse, status: number, body: unknown, type = 'application/json'): void {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  // Node.js sends a string together with the headers, and bytes in a second write. It would copy a long string.
  response
    .writeHead(status, { 'content-type': type, 'content-length': length })
    .end(length <= MAX_SINGLE_WRITE_BYTES ? text : Buffer.from(text))
}
