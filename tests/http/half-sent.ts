import { once } from 'node:events'
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** A request with half of its body sent: the server knows the caller, but not yet the call. */
export async function halfway(
  method: string,
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly finish: () => Promise<Answer> }> {
  const length = Buffer.byteLength(body)
  const sent = request(url, {
    method,
    headers: { ...headers, 'content-length': String(length), expect: '100-continue' },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 3))
  return { finish: () => finish(sent, body.slice(3)) }
}

async function finish(sent: ClientRequest, rest: string): Promise<Answer> {
  const answered = once(sent, 'response')
  sent.end(rest)
  const [response] = (await answered) as [IncomingMessage]
  const { statusCode: status = 0, headers } = response
  return { status, headers, body: JSON.parse(await text(response)) as Answer['body'] }
}
