import { AppError, errorBody } from '../../errors.ts'
import type { Exchange } from '../exchange.ts'
import { sendJson, setErrorHeaders } from '../responses/problem.ts'
import { toHttpStatus } from '../responses/status.ts'

/** The stage at which a request was rejected: its HTTP headers, its JSON body, or the call in it. */
export type RpcStage = 'request' | 'body' | 'call'

const INPUT_CODE = { request: -32600, body: -32700, call: -32602 } as const satisfies Record<RpcStage, number>
/** JSON-RPC has no code for errors that occur before a message is parsed. */
const SERVER_ERROR = -32000

/** Rejects a request before the SDK sees it: sends a JSON-RPC error with the error body as its data. */
export function sendRpcError(exchange: Exchange, error: unknown, stage: RpcStage, id: unknown = null): void {
  const { response, requestId } = exchange
  const body = errorBody(error, requestId)
  const faulty = body.code === 'invalid_input'
  if (!(error instanceof AppError)) exchange.log.error({ err: error }, 'request failed')
  setErrorHeaders(response, error)
  const code = faulty ? INPUT_CODE[stage] : SERVER_ERROR
  Object.assign(exchange.facts, { error_code: body.code, rpc_code: code })
  const message = body.fix === undefined ? body.message : `${body.message} ${body.fix}`
  // Errors of a call are sent with status 200, as the SDK does: older clients show no others.
  sendJson(response, faulty && stage === 'call' ? 200 : toHttpStatus(error), {
    jsonrpc: '2.0',
    id,
    error: { code, message, data: { ...body, request_id: requestId } },
  })
}
