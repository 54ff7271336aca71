import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Services } from '../../tools/pipeline/call.ts'
import { RequestFault } from '../requests/fault.ts'
import { METHODS, SECURITY_HEADERS } from '../responses/headers.ts'
import { toProblem } from '../responses/problem.ts'
import { closeWithLinger, isClosing } from './lingering-close.ts'

type ConnectionDeps = Pick<Services, 'newId' | 'log'>

/** A connection, with the current response of Node.js on it. */
type Connection = Duplex & { readonly _httpMessage?: ServerResponse | null }

/** Creates the handler that responds to input that Node.js can't parse as a request, and closes the connection. */
export function createClientErrorHandler(deps: ConnectionDeps): (fault: Error, connection: Connection) => void {
  return (fault, connection) => {
    // Node.js keeps reading and reports an error for each further piece.
    if (isClosing(connection)) return
    const { _httpMessage: answer } = connection
    const isAnswered = answer?.writableEnded === true
    if (!connection.writable || (answer?.headersSent === true && !isAnswered)) connection.destroy()
    else if (isAnswered) closeWithLinger(connection)
    // The complete request before it gets its own response.
    else if (answer?.req.complete === true) answer.shouldKeepAlive = false
    else sendFault(connection, toRequestFault('code' in fault ? fault.code : undefined), deps)
  }
}

/** Creates the handler of CONNECT, for which Node.js has a separate event (RFC 9110 9.3.6). */
export function createConnectHandler(deps: ConnectionDeps): (request: IncomingMessage, connection: Duplex) => void {
  return (_request, connection) => {
    connection.on('error', () => connection.destroy())
    sendFault(connection, connectFault(), deps, { allow: METHODS })
  }
}

function sendFault(
  connection: Duplex,
  fault: RequestFault,
  { newId, log }: ConnectionDeps,
  more: Readonly<Record<string, string>> = {},
): void {
  const { status } = fault
  const requestId = newId()
  log.info(
    { request_id: requestId, status, error_code: fault.code, reason: fault.message },
    'request could not be read',
  )
  const body = JSON.stringify(toProblem(fault, status, requestId))
  const headers = {
    ...SECURITY_HEADERS,
    ...more,
    'x-request-id': requestId,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  connection.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  closeWithLinger(connection)
}

/** Uses the same statuses as Node.js. */
function toRequestFault(code: unknown): RequestFault {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new RequestFault(
        431,
        'too_large',
        `The request line and headers are larger than ${maxHeaderSize} bytes.`,
        { fix: 'Send a shorter URL, and fewer or shorter headers, including cookies.' },
      )
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new RequestFault(413, 'too_large', 'The chunk extensions are too long.', {
        fix: 'Send chunks without extensions.',
      })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new RequestFault(408, 'unavailable', 'The request did not arrive in time.', {
        fix: 'Send the whole request again.',
      })
    default:
      return new RequestFault(400, 'invalid_input', 'The request is not valid HTTP.', {
        fix: 'Send HTTP/1.1 (RFC 9112). For https, connect to the proxy in front of the server.',
      })
  }
}

const connectFault = (): RequestFault =>
  new RequestFault(405, 'method_not_allowed', 'CONNECT is not supported: this server is not a proxy.', {
    fix: 'Send the request to the server itself.',
  })
