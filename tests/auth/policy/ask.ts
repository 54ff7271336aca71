import { place } from '../../harness/rest-call.ts'
import { modernRequest, type RpcAnswer } from '../../http/rpc.ts'

export const BY = ['MCP', 'REST'] as const
export type By = (typeof BY)[number]

/** The answer to a call: `ok` or the error code, its status, and whether the client was challenged. */
export interface Told {
  readonly word: string
  readonly status: number
  readonly challenge: string | null
  readonly body: Readonly<Record<string, unknown>>
}

export type Args = Readonly<Record<string, unknown>>

/** What a request has besides its body: a bearer token, or any headers. */
type Who = string | Readonly<Record<string, string>>

const headersOf = (who: Who): Readonly<Record<string, string>> =>
  typeof who === 'string' ? { authorization: `Bearer ${who}` } : who

/** Calls a tool as a client of this face does. */
export function ask(by: By, url: string, who: Who, tool: string, args: Args): Promise<Told> {
  return by === 'MCP' ? byMcp(url, headersOf(who), tool, args) : byRest(url, headersOf(who), tool, args)
}

async function byMcp(url: string, headers: Readonly<Record<string, string>>, name: string, args: Args): Promise<Told> {
  const { headers: usual, ...request } = modernRequest('tools/call', { name, arguments: args })
  const response = await fetch(`${url}/mcp`, { ...request, headers: { ...usual, ...headers } })
  const { result, error } = (await response.json()) as RpcAnswer
  const refusal = error?.data ?? (result?._meta?.['dragoman/error'] as Record<string, unknown> | undefined)
  const failed = error !== undefined || result?.isError === true
  return {
    word: failed ? codeOf(refusal) : 'ok',
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: refusal ?? (JSON.parse(result?.content?.[0]?.text ?? '{}') as Record<string, unknown>),
  }
}

async function byRest(url: string, headers: Readonly<Record<string, string>>, tool: string, args: Args): Promise<Told> {
  const { method, path, rest } = place(tool, args)
  const inQuery = method === 'GET' || method === 'DELETE'
  const query = inQuery ? new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])) : ''
  const response = await fetch(`${url}${path}${query.toString() === '' ? '' : `?${query.toString()}`}`, {
    method,
    headers: { accept: 'application/json', ...(!inQuery && { 'content-type': 'application/json' }), ...headers },
    ...(!inQuery && { body: JSON.stringify(rest) }),
  })
  const text = await response.text()
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  return {
    word: response.ok ? 'ok' : codeOf(body),
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body,
  }
}

function codeOf(body: Readonly<Record<string, unknown>> | undefined): string {
  const code = body?.['code']
  return typeof code === 'string' ? code : `no code: ${JSON.stringify(body)}`
}
