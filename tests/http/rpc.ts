const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw-client', version: '1.2.3' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of the 2026-07-28 revision, as a careful client sends it. */
export function modernRequest(method: string, params: Record<string, unknown> = {}, token?: string, id: unknown = 7) {
  const name = params['name']
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method,
      params: { ...params, _meta: { ...META, ...(params['_meta'] as object | undefined) } },
    }),
  }
}

/** A request of the 2025-11-25 revision. */
export function legacyRequest(method: string, params: Record<string, unknown> = {}, token?: string) {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  }
}

export interface RpcAnswer {
  readonly id: unknown
  readonly result?: {
    readonly isError?: boolean
    readonly content?: readonly { readonly text: string }[]
    readonly structuredContent?: Record<string, unknown>
    readonly _meta?: Record<string, unknown>
    readonly [field: string]: unknown
  }
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> }
}

interface Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** Reads an answer of ours. */
export async function readAnswer<T = RpcAnswer>(response: Response): Promise<Answer<T>> {
  const text = await response.text()
  assertOurs(response.headers.get('content-type') ?? '', text, response.headers.get('x-request-id'))
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as T }
}

/** What every answer must have: JSON with a request ID, no page and no stack. */
export function assertOurs(type: string, text: string, requestId: unknown): void {
  if (!/^application\/(json|problem\+json)/.test(type)) throw new Error(`not JSON but ${type}: ${text.slice(0, 200)}`)
  if (/<html|<!doctype|node_modules|\bat \S+ \(|\.ts:\d+/i.test(text)) throw new Error(`leaks: ${text.slice(0, 400)}`)
  if (typeof requestId !== 'string' || requestId === '') throw new Error('the answer has no x-request-id')
}
