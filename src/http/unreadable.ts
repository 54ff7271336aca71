import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '../errors.ts'
import type { Services } from '../tools/call.ts'
import { SECURITY } from './headers.ts'
import { problemOf } from './problem.ts'

interface Refusal {
  readonly status: number
  readonly error: AppError
}

/** What comes over a connection, with Node.js's bookkeeping of the answer that is under way on it. */
type Connection = Duplex & {
  readonly _httpMessage?: { readonly headersSent: boolean } | null
  readonly destroySoon?: () => void
}

/** Answers what Node.js cannot read as a request, before there is one that could be served, and ends the connection. */
export function answerUnreadable({
  newId,
  log,
}: Pick<Services, 'newId' | 'log'>): (fault: Error, connection: Connection) => void {
  return (fault, connection) => {
    const { _httpMessage: answer } = connection
    if (!connection.writable || answer?.headersSent === true || connection.destroySoon === undefined) {
      connection.destroy()
      return
    }
    const { status, error } = refusalOf('code' in fault ? fault.code : undefined)
    const requestId = newId()
    log.info({ request_id: requestId, status }, 'request could not be read')
    connection.write(answerOf(status, JSON.stringify(problemOf(error, status, requestId)), requestId))
    connection.destroySoon()
  }
}

/** The statuses are those that Node.js answers by itself. */
function refusalOf(code: unknown): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        error: new AppError('too_large', `The request line and the headers have more than ${maxHeaderSize} bytes.`, {
          fix: 'Send a shorter address, and fewer or shorter headers; cookies are among them.',
        }),
      }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return {
        status: 413,
        error: new AppError('too_large', 'The extensions of the chunks are too long.', {
          fix: 'Send chunks without extensions.',
        }),
      }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: 408,
        error: new AppError('unavailable', 'The request did not come to its end in time.', {
          fix: 'Send it again, as a whole.',
        }),
      }
    default:
      return {
        status: 400,
        error: new AppError('invalid_input', 'This is no HTTP request that can be read.', {
          fix: 'Send it by HTTP/1.1 as RFC 9112 says; https is spoken by the proxy in front, if there is one.',
        }),
      }
  }
}

function answerOf(status: number, body: string, requestId: string): string {
  const headers = {
    ...SECURITY,
    'x-request-id': requestId,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
