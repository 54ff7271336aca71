import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../harness/listen.ts'
import { FAILURES, type FakeApi, type FakeRequest, type Scenario, toText } from './fake-scenarios.ts'
import { readDataBlock } from './fake-translation.ts'

const APIS: Readonly<Record<string, FakeApi>> = {
  '/v1/chat/completions': 'chat',
  '/v1/responses': 'responses',
  '/v1/messages': 'messages',
}

type Plan = Scenario | ((request: FakeRequest) => Scenario)

interface FakeProviderOptions {
  readonly scenario?: Plan
  readonly latencyMs?: number
}

interface FakeProvider {
  /** Without `/v1`. */
  readonly url: string
  /** Every request, in the order of arrival. */
  readonly requests: readonly FakeRequest[]
  setScenario(scenario: Plan): void
  /** Sets the JSON of `usage` in answers; `''` for none, undefined for the correct one. */
  setUsage(json: string | undefined): void
  close(): Promise<void>
}

/** Starts a server on 127.0.0.1 that speaks OpenAI's chat completions and responses and Anthropic's messages, and "translates" without a model. */
export async function startFakeProvider({
  scenario = 'ok',
  latencyMs = 0,
}: FakeProviderOptions = {}): Promise<FakeProvider> {
  let plan = scenario
  let usage: string | undefined
  const requests: FakeRequest[] = []
  const server = createServer((incoming, response) => {
    const answer = async () => {
      const request = await readRequest(incoming)
      if (request === undefined) return send(response, 404, { error: { message: 'Unknown path.' } })
      requests.push(request)
      if (latencyMs > 0) await sleep(latencyMs)
      play(typeof plan === 'function' ? plan(request) : plan, request, response, usage)
    }
    answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  // Only clients close idle connections: on a busy machine one would send a request on a connection that is just being closed.
  server.keepAliveTimeout = 0
  const { url, close } = await listen(server)
  return {
    url,
    requests,
    setScenario: next => {
      plan = next
    },
    setUsage: json => {
      usage = json
    },
    close,
  }
}

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest | undefined> {
  const api = APIS[incoming.url ?? '']
  if (api === undefined || incoming.method !== 'POST') return undefined
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
  const turns = [...asArray(body['messages']), ...asArray(body['input'])] as { role: string; content: unknown }[]
  const isSystem = (role: string) => role === 'system' || role === 'developer'
  const system = [body['system'], body['instructions'], ...turns.filter(({ role }) => isSystem(role))]
    .map(readText)
    .join('')
  const user = turns
    .filter(({ role }) => !isSystem(role))
    .map(readText)
    .join('')
  const items = readDataBlock(user)
  return {
    api,
    ids: items.map(({ id }) => id),
    sources: items.map(({ text, forms }) => text ?? forms ?? ''),
    items,
    idempotencyKey: incoming.headers['idempotency-key'] as string | undefined,
    authorization: incoming.headers.authorization ?? (incoming.headers['x-api-key'] as string | undefined),
    system,
    user,
    body,
  }
}

function play(scenario: Scenario, request: FakeRequest, response: ServerResponse, usage?: string): void {
  if (scenario === 'hang') return
  if (typeof scenario === 'object') {
    const { status, retryAfter, location, message = 'The request failed.', code } = scenario
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    if (location !== undefined) response.setHeader('location', location)
    send(response, status, { type: 'error', error: { type: 'error', message, code } })
    return
  }
  const failure = FAILURES[scenario]
  if (failure !== undefined) return play(failure, request, response)
  const body = JSON.stringify(toBody(scenario, request)).replace(/,"usage":\{.*?\}/, given =>
    usage === undefined ? given : usage && `,"usage":${usage}`,
  )
  if (scenario !== 'cut') return send(response, 200, body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The answer in the form of the API. */
function toBody(scenario: Exclude<Scenario, object>, request: FakeRequest): object {
  const isRefused = scenario === 'refusal'
  const text = toText(scenario, request)
  const isCut = scenario === 'truncated'
  const model = String(request.body['model'])
  const [input, output] = [Math.ceil(request.user.length / 4), Math.ceil(text.length / 4)]
  if (request.api === 'chat') {
    const message = isRefused
      ? { role: 'assistant', content: null, refusal: text }
      : { role: 'assistant', content: text }
    return {
      id: 'chat-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model,
      choices: [{ index: 0, message, finish_reason: isRefused ? 'content_filter' : isCut ? 'length' : 'stop' }],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    }
  }
  if (request.api === 'messages') {
    return {
      id: 'msg-1',
      type: 'message',
      role: 'assistant',
      model,
      content: [answerBlock(request, text)],
      stop_reason: isRefused ? 'refusal' : isCut ? 'max_tokens' : usesTool(request) ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: output },
    }
  }
  const content = isRefused ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] }
  return {
    id: 'resp-1',
    object: 'response',
    created_at: 1_700_000_000,
    model,
    status: isCut ? 'incomplete' : 'completed',
    output: [{ type: 'message', id: 'out-1', status: 'completed', role: 'assistant', content: [content] }],
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  }
}

/** Anthropic's models without structured output answer by calling a tool. Its input is JSON, so prose and cut answers come as text. */
function answerBlock(request: FakeRequest, text: string): object {
  if (!usesTool(request)) return { type: 'text', text }
  try {
    return { type: 'tool_use', id: 'tool-1', name: 'json', input: JSON.parse(text) as unknown }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { type: 'text', text }
  }
}

const usesTool = ({ body }: FakeRequest): boolean => asArray(body['tools']).length > 0

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The text of a string, a list of parts, or a turn. */
function readText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(readText).join('')
  if (typeof value !== 'object' || value === null) return ''
  const { text, content } = value as { text?: unknown; content?: unknown }
  return readText(text ?? content)
}
