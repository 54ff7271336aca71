import { z } from 'zod'
import { EngineError, type EngineFailure } from '../../l10n/engines/engine.ts'
import { tryParseJson } from '../../text/try-parse-json.ts'
import type { LibreTranslateConfig } from '../config.ts'

type ClientOptions = Pick<LibreTranslateConfig, 'id' | 'url' | 'key' | 'timeoutMs'>

export interface Client {
  /** @throws EngineError; the error of `signal` when it is aborted. */
  translate(request: TranslateRequest, signal: AbortSignal): Promise<readonly string[]>
  /** Returns the target languages of each source language. @throws EngineError */
  languages(signal: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>>
}

interface TranslateRequest {
  readonly source: string
  readonly target: string
  readonly texts: readonly string[]
}

const Translations = z.object({ translatedText: z.array(z.string()) })
const Languages = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }))

/** Most bytes of an answer that are read. */
const MAX_ANSWER = 16_000_000

/** The API of LibreTranslate, which other services serve, too. */
export function createClient({ id, url, key, timeoutMs }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '')
  const request = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    signal: AbortSignal,
    body?: object,
  ): Promise<z.output<Schema>> => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(`${base}${path}`, {
      signal: limit,
      // A redirect could send strings and the key elsewhere.
      redirect: 'error',
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw explainFetch(id, error, signal)
    })
    const text = await readText(response).catch((error: unknown) => {
      throw explainFetch(id, error, signal)
    })
    if (!response.ok) throw explainStatus(id, response, text)
    const parsed = schema.safeParse(tryParseJson(text))
    if (parsed.success) return parsed.data
    throw new EngineError('unavailable', `Engine ${id} answered something else than LibreTranslate does.`)
  }
  return {
    translate: async ({ source, target, texts }, signal) => {
      const { translatedText } = await request('/translate', Translations, signal, {
        q: texts,
        source,
        target,
        format: 'html',
        ...(key !== undefined && { api_key: key }),
      })
      if (translatedText.length === texts.length) return translatedText
      throw new EngineError('unavailable', `Engine ${id} answered ${translatedText.length} of ${texts.length} strings.`)
    },
    languages: async signal => {
      const found = await request('/languages', Languages, signal)
      const all = found.map(({ code }) => code)
      return new Map(found.map(({ code, targets }) => [code, targets ?? all]))
    },
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function explainFetch(id: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof EngineError) return error
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new EngineError('timeout', `Engine ${id} did not answer in time.`, { cause: error })
  }
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new EngineError('unavailable', `Engine ${id} cannot be reached${code}.`, { cause: error })
}

function explainStatus(id: string, { status, headers }: Response, text: string): EngineError {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
  return new EngineError(toFailure(status), `Engine ${id} answered ${status}${describe(status)}${quoteError(text)}.`, {
    retryAfter,
  })
}

const toFailure = (status: number): EngineFailure => {
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status >= 500 ? 'unavailable' : 'rejected'
}

function describe(status: number): string {
  if (status === 401 || status === 403) return ', its key is missing, wrong or not allowed'
  return status === 429 ? ', too many requests' : ''
}

const ErrorAnswer = z.object({ error: z.string() })

/** The reason that the service gives, shortened. */
function quoteError(text: string): string {
  const answer = ErrorAnswer.safeParse(tryParseJson(text))
  if (!answer.success) return ''
  const reason = answer.data.error
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 120)
  return reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`
}
