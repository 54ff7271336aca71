import { AppError } from '../../errors.ts'
import { JSON_LINES, toJsonLines } from '../../tools/pipeline/json-lines.ts'
import { sendStream } from '../../web/requests/send-stream.ts'
import type { Exchange } from '../exchange.ts'

/** The media types of JSON Lines. Responses use the first. */
const JSON_LINES_TYPES = [JSON_LINES, 'application/x-ndjson'] as const

/** Returns the media type if the caller wants a list as JSON Lines; undefined if it prefers a page of JSON (RFC 9110 12.5.1). */
export function negotiateJsonLines({ request }: Exchange): string | undefined {
  const weights = parseAccept(request.headers.accept ?? '')
  const json = ['application/json', 'application/*', '*/*'].flatMap(range => weights.get(range) ?? [])[0] ?? 0
  const getWeight = (type: string): number => weights.get(type) ?? 0
  return JSON_LINES_TYPES.filter(type => getWeight(type) > 0 && getWeight(type) >= json).sort(
    (a, b) => getWeight(b) - getWeight(a),
  )[0]
}

/** Parses an Accept header into media ranges with their weights. */
function parseAccept(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(',').map(range => {
      const [type = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
      const weight = parameters.find(parameter => parameter.startsWith('q='))
      return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0] as const
    }),
  )
}

interface Listing {
  /** The field of the answer that contains the rows. */
  readonly list: string
  readonly type: string
  readonly input: Readonly<Record<string, unknown>>
  /** Calls the tool as a new call, so that a revoked permission ends the stream. */
  readonly call: (input: Readonly<Record<string, unknown>>) => Promise<unknown>
}

const PAGE_SIZE = 200

/**
 * Sends a list as JSON Lines, from the given cursor to the end.
 * @throws AppError also when the response has begun; its connection is then cut.
 */
export async function sendJsonLines({ request, response }: Exchange, listing: Listing): Promise<void> {
  const { list, type, input, call } = listing
  if (input['limit'] !== undefined) {
    throw new AppError('invalid_input', 'JSON Lines always returns everything, so limit is not allowed.', {
      fix: 'Omit limit and stop reading when you have enough, or request JSON and follow next_cursor.',
    })
  }
  const pageAt = (cursor: string | undefined) =>
    call({ ...input, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) })
  const lines = toJsonLines(list, pageAt, input['cursor'] as string | undefined)
  const headers = { 'content-type': type }
  if (request.method !== 'HEAD') return sendStream(response, headers, lines)
  await lines.next()
  response.writeHead(200, headers).end()
}
