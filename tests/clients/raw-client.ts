import { createHash, randomBytes } from 'node:crypto'

/** The result of a registration, or the metadata of a client with a document. */
export interface Credentials {
  readonly client_id: string
  readonly client_secret?: string
}

/** A request to the token endpoint: what goes in the form besides the grant, and in the headers. */
export interface Manner {
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
  readonly expires_in: number
}

/** The steps of the flow as bare HTTP, so that a test can do each as some client does it. */
export interface RawClient {
  register(metadata: object): Promise<{ status: number; body: Credentials & Record<string, unknown> }>
  /** The URL for the user, and its code verifier. */
  authorization(parameters: Readonly<Record<string, string>>): { url: string; verifier: string }
  token(
    form: Readonly<Record<string, string>>,
    manner?: Manner,
  ): Promise<{ status: number; body: Tokens & { error?: string } }>
  /** Asks the MCP endpoint for its tools, and gives the status. */
  listTools(accessToken: string): Promise<number>
}

export function openRawClient(base: string): RawClient {
  const read = async (response: Response) => ({ status: response.status, body: JSON.parse(await response.text()) })
  return {
    register: async metadata =>
      read(
        await fetch(`${base}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(metadata),
        }),
      ),
    authorization: parameters => {
      const verifier = randomBytes(32).toString('base64url')
      const query = new URLSearchParams({
        response_type: 'code',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...parameters,
      })
      return { url: `${base}/oauth/authorize?${query}`, verifier }
    },
    token: async (form, manner = {}) =>
      read(
        await fetch(`${base}/oauth/token`, {
          method: 'POST',
          headers: { ...manner.headers },
          body: new URLSearchParams({ ...form, ...manner.form }),
        }),
      ),
    listTools: async accessToken => {
      const response = await fetch(`${base}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
      await response.text()
      return response.status
    },
  }
}

/** `client_secret_basic` (RFC 6749 2.3.1). */
export const basic = ({ client_id, client_secret = '' }: Credentials): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`).toString('base64')}`,
})
