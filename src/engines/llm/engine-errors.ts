import type { APICallError } from 'ai'
import { EngineError, type EngineFailure } from '../../l10n/engines/engine.ts'
import { describeEngine, type LlmOptions } from './options.ts'

/** Explains an error of the SDK. Errors without a status are those of the network. */
export function toEngineError(error: unknown, api: APICallError | undefined, options: LlmOptions): EngineError {
  const engine = describeEngine(options)
  const status = api?.statusCode
  if (status !== undefined && status >= 300 && status < 400) {
    return new EngineError('rejected', `${engine} redirects requests. Correct the engine's url.`, { cause: error })
  }
  if (status === undefined || status < 400) {
    const message =
      status === undefined || error !== api || hasNetworkCause(error)
        ? `The connection to ${engine} failed.`
        : `${engine} sent an answer that cannot be read. Check the engine's url and provider.`
    return new EngineError('unavailable', message, { cause: error, mayBeCharged: !isNeverSent(error) })
  }
  const retryAfter = readRetryAfter(api?.responseHeaders?.['retry-after'], options.now())
  const [failure, message] = explainStatus(status, (api?.responseBody ?? '').slice(0, MAX_BODY), options)
  return new EngineError(failure, message, { retryAfter, cause: error })
}

function explainStatus(status: number, body: string, options: LlmOptions): readonly [EngineFailure, string] {
  const engine = describeEngine(options)
  const reason = readReason(body, options.key)
  if (/insufficient_quota|credit balance/.test(body)) {
    return ['rejected', `${engine} has no credit left. Add credit to the account of the provider.`]
  }
  if (status === 429) return ['rate_limited', `${engine} received too many requests.`]
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    return ['unavailable', `${engine} is not available (status ${status}).`]
  }
  if (status === 401) return ['rejected', `${engine} refused the key. Correct the engine's key.`]
  if (status === 403) return ['rejected', `The key of ${engine} may not use this model. Allow it, or use another key.`]
  if (status === 404) return ['rejected', `${engine} was not found. Correct the engine's url or model.`]
  if (status === 413) return ['rejected', `The request is too large for ${engine}. Use a smaller batch size.`]
  return ['rejected', `${engine} refused the request (status ${status})${reason}. Correct the engine's settings.`]
}

const MAX_REASON = 200
/** Characters of an error that are read. */
const MAX_BODY = 10_000

/** What the provider says about a wrong request, in one line, without the key. */
function readReason(body: string, key: string | undefined): string {
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1]
  if (message === undefined || message === '') return ''
  const safe = key === undefined || key === '' ? message : message.replaceAll(key, '…')
  const line = safe.replaceAll(/\\[nrt]|\s+/g, ' ').trim()
  return `: ${line.slice(0, MAX_REASON).replace(/[.\s]+$/, '')}`
}

/** Reads seconds or an HTTP date. Returns seconds; undefined for anything else. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}(?:\.\d+)?$/.test(header.trim())) return Math.ceil(Number(header))
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000))
}

/** The SDK wraps a connection that breaks in the middle of an answer into its error about unreadable answers. */
function hasNetworkCause(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof TypeError || ('code' in cause && typeof cause.code === 'string')) return true
  }
  return false
}

/** Errors before anything was sent. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

function isNeverSent(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string' && NOT_SENT.includes(cause.code)) return true
  }
  return false
}

export const toTimeoutError = (error: unknown, options: LlmOptions): EngineError =>
  new EngineError('timeout', `${describeEngine(options)} did not answer within ${options.timeoutMs / 1000} seconds.`, {
    cause: error,
    mayBeCharged: true,
  })
