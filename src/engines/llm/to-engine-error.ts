import { APICallError } from 'ai'
import { EngineError } from '../../l10n/engines/engine.ts'

interface ErrorContext {
  readonly id: string
  readonly model: string
  /** Whether the time limit of the engine ended the request. */
  readonly isTimeout: boolean
  readonly timeoutMs: number
  readonly now: () => Date
}

/** Turns the error of a provider into why the request failed. Never repeats the provider's own words, which may contain the key. */
export function toEngineError(error: unknown, { id, model, isTimeout, timeoutMs, now }: ErrorContext): EngineError {
  if (isTimeout) {
    return new EngineError('timeout', `Engine ${id} did not answer within ${timeoutMs / 1000} seconds.`, {
      cause: error,
    })
  }
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (!APICallError.isInstance(error) || status === undefined) {
    return new EngineError('unavailable', `Engine ${id} cannot be reached.`, { cause: error })
  }
  if (status === 429) {
    const retryAfter = readRetryAfter(error.responseHeaders?.['retry-after'], now())
    return new EngineError('rate_limited', `Engine ${id} has too many requests (429).`, { retryAfter, cause: error })
  }
  const fix = FIXES[status]
  if (fix !== undefined) {
    return new EngineError('rejected', `Engine ${id} answered ${status}. ${fix(model)}`, { cause: error })
  }
  // The answer had status 200, and its content is not what the API says.
  const what = status < 400 ? 'broke off its answer, or gave one that its API does not have' : `answered ${status}`
  return new EngineError('unavailable', `Engine ${id} ${what}.`, { cause: error })
}

const FIXES: Readonly<Record<number, (model: string) => string>> = {
  400: model => `It does not accept the request: check the model ${model} and the setting "structured".`,
  401: () => 'Check its API key.',
  402: () => 'Its account has no credit left.',
  403: model => `Its API key may not use the model ${model}.`,
  404: model => `Check its URL, and whether it has the model ${model}.`,
  422: model => `It does not accept the request: check the model ${model} and the setting "structured".`,
}

/** RFC 9110 10.2.3: seconds, or an HTTP date. */
function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value)
  const until = Date.parse(value)
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}
