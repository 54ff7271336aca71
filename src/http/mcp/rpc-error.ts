import { AppError, errorBody } from '../../errors.ts'
import type { Exchange } from '../exchange.ts'
import { sendJson, setErrorHeaders } from '../problem.ts'
import { httpStatus } from '../status.ts'

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
/** JSON-RPC has no code for what happens before a message is one. */
const SERVER_ERROR = -32000

/** Refuses a request that never became a message (`reading`: because its body is not JSON), with our error body as the data. */
export function sendRpcError(exchange: Exchange, error: unknown, reading: boolean): void {
  const { response, requestId } = exchange
  const body = errorBody(error, requestId)
  if (!(error instanceof AppError)) exchange.log.error({ err: error }, 'request failed')
  setErrorHeaders(response, error)
  const message = body.fix === undefined ? body.message : `${body.message} ${body.fix}`
  sendJson(response, httpStatus[body.code], {
    jsonrpc: '2.0',
    error: { code: rpcCode(error, reading), message, data: { ...body, request_id: requestId } },
    id: null,
  })
}

function rpcCode(error: unknown, reading: boolean): number {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') return SERVER_ERROR
  return reading ? PARSE_ERROR : INVALID_REQUEST
}
