import { AppError, errorBody } from '../../errors.ts'
import type { Exchange } from '../exchange.ts'
import { sendJson, setErrorHeaders } from '../responses/problem.ts'
import { toHttpStatus } from '../responses/status.ts'

/** The stage at which a request was rejected: its HTTP headers, its JSON body, or the call in it. */
export type RpcStage = 'request' | 'body' | 'call'

const INPUT_CODE = { request: -32600, body: -32700, call: -32602 } as const satisfies Record<RpcStage, number>
/** JSON-RPC has no code for errors that occur before a message is parsed. */
const SERVER_ERROR = -32000

/** The error of a request for its client: the error body is its data. */
export function toRpcError(error: unknown, stage: RpcStage, id: unknown, requestId: string) {
  const body = errorBody(error, requestId)
  const code = body.code === 'invalid_input' ? INPUT_CODE[stage] : SERVER_ERROR
  const message = body.fix === undefined ? body.message : `${body.message} ${body.fix}`
  return { jsonrpc: '2.0', id, error: { code, message, data: { ...body, request_id: requestId } } } as const
}

/** Rejects a request before the SDK sees it. */
export function sendRpcError(exchange: Exchange, error: unknown, stage: RpcStage, id: unknown = null): void {
  const { response, requestId } = exchange
  const answer = toRpcError(error, stage, id, requestId)
  const { code, data } = answer.error
  if (!(error instanceof AppError)) exchange.log.error({ err: error }, 'request failed')
  setErrorHeaders(response, error)
  Object.assign(exchange.facts, { error_code: data.code, rpc_code: code })
  // Errors of a call are sent with status 200, as the SDK does: older clients show no others.
  const isAnswered = data.code === 'invalid_input' && stage === 'call'
  sendJson(response, isAnswered ? 200 : toHttpStatus(error), answer)
}
