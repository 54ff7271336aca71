import type { IncomingMessage } from 'node:http'
import { AppError, type ErrorCode, type ErrorOptions } from '../../errors.ts'
import type { Exchange } from '../exchange.ts'

/** A request that violates HTTP: rejected with its own status, and its connection is closed. */
export class RequestFault extends AppError {
  readonly status: number

  constructor(status: number, code: ErrorCode, message: string, options: ErrorOptions) {
    super(code, message, options)
    this.status = status
  }
}

/**
 * Finds the HTTP rule that a request violates: an ambiguous end or host (RFC 9112), or a feature that this server does
 * not support. Undefined for valid requests.
 */
export function findRequestFault(request: IncomingMessage): RequestFault | undefined {
  const { httpVersion, headers } = request
  if (request.httpVersionMajor !== 1) return unsupportedVersion(httpVersion)
  const isFirst = request.httpVersionMinor === 0
  const hosts = countHostHeaders(request)
  // RFC 9112 3.2. HTTP/1.0 has no Host header, and most paths reject a request without one anyway.
  if (hosts > 1 || (hosts === 0 && !isFirst)) return badHost(hosts)
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && isFirst) return unexpectedEncoding()
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked') return unsupportedEncoding(encoding)
  // RFC 9110 10.1.1; HTTP/1.0 has no Expect header.
  const { expect } = headers
  return expect === undefined || isFirst || CONTINUE_EXPECTATION.test(expect)
    ? undefined
    : unsupportedExpectation(expect)
}

/** The pattern by which Node.js decides to send 100 Continue. */
const CONTINUE_EXPECTATION = /(?:^|\W)100-continue(?:$|\W)/i

/** Node.js exposes only the first of several Host headers. */
const countHostHeaders = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length

const unsupportedVersion = (version: string): RequestFault =>
  new RequestFault(505, 'invalid_input', `HTTP/${version} is not supported.`, {
    fix: 'Send the request with HTTP/1.1.',
  })

const badHost = (count: number): RequestFault =>
  new RequestFault(
    400,
    'invalid_input',
    count === 0 ? 'The request has no Host header.' : `The request has ${count} Host headers.`,
    { fix: 'Send one Host header with the name of the server.' },
  )

const unexpectedEncoding = (): RequestFault =>
  new RequestFault(400, 'invalid_input', 'HTTP/1.0 does not support Transfer-Encoding.', {
    fix: 'Send a Content-Length header, or use HTTP/1.1.',
  })

/** RFC 9112 6.1 and 6.3: without `chunked` as the last coding, the end of the body is unknown. */
const unsupportedEncoding = (encoding: string): RequestFault =>
  new RequestFault(
    /\bchunked\s*$/i.test(encoding) ? 501 : 400,
    'invalid_input',
    `Transfer-Encoding ${JSON.stringify(encoding.slice(0, 80))} is not supported.`,
    { fix: 'Send the body unencoded, with Content-Length or Transfer-Encoding: chunked.' },
  )

const unsupportedExpectation = (expect: string): RequestFault =>
  new RequestFault(417, 'invalid_input', `Expect ${JSON.stringify(expect.slice(0, 80))} is not supported.`, {
    fix: 'Send Expect: 100-continue, or no Expect header.',
  })

/** The error of a request whose body has another type than the endpoint reads. */
export function contentTypeError(given: string | undefined, fix: string): AppError {
  const message =
    given === undefined
      ? 'The request has no Content-Type.'
      : `The Content-Type is ${JSON.stringify(given.slice(0, 80))}.`
  return new AppError('unsupported_media_type', message, { fix })
}

/** The error of a method that an address does not accept. Lists those that it does in `Allow`. */
export function methodNotAllowedError(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  address: string,
  allow: string,
  fix = `Use ${allow}.`,
): AppError {
  response.setHeader('allow', allow)
  return new AppError('method_not_allowed', `${address} does not accept ${request.method}.`, { fix })
}
