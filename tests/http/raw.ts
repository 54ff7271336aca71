import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { assertOurs } from './rpc.ts'

interface RawRequest {
  readonly method?: string
  /** As they go over the wire: Host can be anything, a list sends the header several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Several pieces are sent in chunks, without a length. */
  readonly body?: string | readonly string[]
}

interface RawAnswer<T> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: T
}

/** Sends what `fetch` refuses to send. */
export async function sendRaw<T>(
  url: string,
  { method = 'POST', headers = {}, body }: RawRequest,
): Promise<RawAnswer<T>> {
  const plain = typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request(url, { method, headers: { ...plain, ...headers } })
  const answered = once(sent, 'response')
  for (const piece of typeof body === 'string' ? [body] : (body ?? [])) sent.write(piece)
  sent.end()
  const [response] = (await answered) as [IncomingMessage]
  const answer = await text(response)
  assertOurs(response.headers['content-type'] ?? '', answer, response.headers['x-request-id'])
  return { status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(answer) as T }
}
