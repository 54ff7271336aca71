import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

type Named = Readonly<Record<string, unknown>>

/** The result of a tool. */
export interface Result {
  readonly isError?: boolean | undefined
  readonly content?: unknown
  readonly structuredContent?: unknown
}

/** What the tests need of a client, whatever its generation. */
export interface AnyClient {
  listTools(): Promise<{ tools: readonly { name: string }[] }>
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<Result>
  getInstructions(): string | undefined
  getServerVersion(): { name: string } | undefined
  listResources(): Promise<{ resources: readonly { uri: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: readonly { uriTemplate: string }[] }>
  readResource(of: { uri: string }): Promise<{ contents: readonly { text?: string; mimeType?: string }[] }>
  listPrompts(): Promise<{ prompts: readonly { name: string }[] }>
  getPrompt(of: {
    name: string
    arguments: Record<string, string>
  }): Promise<{ messages: readonly { content: Named }[] }>
  complete(of: Named): Promise<{ completion: { values: readonly string[] } }>
  close(): Promise<void>
}

const INFO = { name: 'any-client', version: '9.9.9' }
const transportOf = (url: string, token: string) =>
  [new URL(`${url}/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }] as const

const connect2 = (mode: 'legacy' | { pin: string }) => async (url: string, token: string) => {
  const client = new Client2(INFO, { versionNegotiation: { mode } })
  await client.connect(new Transport2(...transportOf(url, token)))
  return client as unknown as AnyClient
}

/** Each generation of clients, and how one connects to a server. */
export const CLIENTS: readonly [name: string, connect: (url: string, token: string) => Promise<AnyClient>][] = [
  ['SDK 2 on 2026-07-28', connect2({ pin: '2026-07-28' })],
  ['SDK 2 on 2025-11-25', connect2('legacy')],
  [
    'SDK 1',
    async (url, token) => {
      const client = new Client1(INFO)
      await client.connect(new Transport1(...transportOf(url, token)))
      return client as unknown as AnyClient
    },
  ],
]
