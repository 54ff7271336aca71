import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Api, answerAs, type Content, errorAs, findApi, findUserText } from './provider-apis.ts'

/** How a provider behaves. */
export type Scenario =
  | 'ok'
  | 'too_many_requests'
  | 'server_error'
  | 'unauthorized'
  | 'unknown_model'
  | 'hang'
  | 'cut_connection'
  | 'truncated_json'
  | 'missing_ids'
  | 'doubled_ids'
  | 'unknown_ids'
  | 'changed_placeholder'
  | 'prose_around'
  | 'wrong_language'
  | 'refusal'
  | 'echoed_injection'
  | 'no_usage'

/** A string that a request asks for. */
interface AskedString {
  readonly id: string
  readonly key: string
  readonly source: string | Readonly<Record<string, string>>
  readonly forms?: Readonly<Record<string, string>>
  readonly refused?: unknown
}

/** A request that arrived. */
export interface LoggedRequest {
  readonly api: Api
  readonly strings: readonly AskedString[]
  readonly idempotencyKey: string | undefined
  readonly authorization: string | undefined
  /** The whole body. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface FakeProvider {
  /** Without a path. OpenAI's base is `/v1`, Anthropic's too. */
  readonly url: string
  readonly requests: readonly LoggedRequest[]
  /** Sets what happens with the next requests. */
  readonly setScenario: (scenario: Scenario | ((request: LoggedRequest) => Scenario)) => void
  /** Resolves when so many requests have arrived. */
  readonly arrived: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

interface Options {
  readonly scenario?: Scenario | ((request: LoggedRequest) => Scenario)
  readonly latencyMs?: number
}

/** A language model on this machine, over the APIs of OpenAI (chat completions, responses) and Anthropic. It translates by putting words into brackets. */
export async function startFakeProvider({ scenario = 'ok', latencyMs = 0 }: Options = {}): Promise<FakeProvider> {
  const requests: LoggedRequest[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let current = scenario
  const server = createServer((request, response) => {
    void readRequest(request).then(logged => {
      if (logged === undefined) return response.writeHead(404).end()
      requests.push(logged)
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve()
      const play = typeof current === 'function' ? current(logged) : current
      return setTimeout(() => respond(logged, play, response), latencyMs)
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    setScenario: next => {
      current = next
    },
    arrived: count =>
      new Promise(resolve => {
        if (requests.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server): Promise<number> {
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

async function readRequest(request: IncomingMessage): Promise<LoggedRequest | undefined> {
  const api = findApi(request.url ?? '')
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  if (api === undefined) return undefined
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Readonly<Record<string, unknown>>
  const { strings } = JSON.parse(findUserText(body)) as { readonly strings: readonly AskedString[] }
  const { authorization, 'x-api-key': key } = request.headers
  const idempotency = request.headers['idempotency-key']
  return {
    api,
    strings,
    idempotencyKey: typeof idempotency === 'string' ? idempotency : undefined,
    authorization: authorization ?? (typeof key === 'string' ? key : undefined),
    body,
  }
}

function respond({ api, strings }: LoggedRequest, scenario: Scenario, response: ServerResponse): void {
  const send = (content: Content): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerAs(api, content)))
  }
  const fail = (status: number, headers: Readonly<Record<string, string>> = {}): void => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(errorAs(api, status)))
  }
  const items = strings.map(translate)
  const json = JSON.stringify({ items })
  switch (scenario) {
    case 'ok':
      return send({ text: json })
    case 'no_usage':
      return send({ text: json, usage: false })
    case 'too_many_requests':
      return fail(429, { 'retry-after': '7' })
    case 'server_error':
      return fail(500)
    case 'unauthorized':
      return fail(401)
    case 'unknown_model':
      return fail(404)
    case 'hang':
      return undefined
    case 'cut_connection':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10000' })
      response.write('{"id": "cut')
      setImmediate(() => response.destroy())
      return undefined
    case 'truncated_json':
      return send({ text: json.slice(0, json.lastIndexOf('{"id"') + 12), isCut: true })
    case 'missing_ids':
      return send({ text: JSON.stringify({ items: items.slice(1) }) })
    case 'doubled_ids':
      return send({ text: JSON.stringify({ items: [{ ...items[0], text: 'Another text' }, ...items, items.at(-1)] }) })
    case 'unknown_ids':
      return send({ text: JSON.stringify({ items: [...items, { id: '99', text: 'Surprise' }] }) })
    case 'changed_placeholder':
      return send({ text: json.replaceAll('{name}', '{nombre}') })
    case 'prose_around':
      return send({ text: `Here is the translation:\n\`\`\`json\n${json}\n\`\`\`\nIs there anything else?` })
    case 'wrong_language':
      return send({ text: JSON.stringify({ items: items.map(({ id }) => ({ id, text: 'Сохранить изменения' })) }) })
    case 'refusal':
      return send({ text: '', isRefused: true })
    case 'echoed_injection':
      return send({ text: '{}' })
  }
}

/** Puts words between spaces into brackets, and keeps everything else. */
function translate({ id, source, forms }: AskedString): Readonly<Record<string, unknown>> {
  const text = (given: string): string => given.replaceAll(/(^|\s)(\p{L}{2,})(?=$|[\s.!?,])/gu, '$1[$2]')
  if (forms === undefined) return { id, text: text(typeof source === 'string' ? source : (source['other'] ?? '')) }
  const from = typeof source === 'string' ? { other: source } : source
  const names = Object.keys(forms)
  return { id, forms: Object.fromEntries(names.map(name => [name, text(from[name] ?? from['other'] ?? '')])) }
}
