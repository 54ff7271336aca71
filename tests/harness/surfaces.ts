import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Dragoman } from '../harness.ts'
import { parseError, run, stdioTransport } from './command-line.ts'
import { answerOf, protocolRefusal } from './mcp-answer.ts'
import { Refused } from './refused.ts'
import { callByRest } from './rest-call.ts'

/** Calls a tool and gives its answer. @throws Refused. */
export type CallTool = (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<unknown>

interface Connected {
  readonly call: CallTool
  readonly close: () => Promise<void>
}

interface Reach {
  readonly dragoman: Dragoman
  /** The handle that every surface acts as. */
  readonly me: string
  readonly scopes: string
  /** Below which stdio and the command line read and write files. */
  readonly root: string
}

/** Every way to the tools, each by a real client. */
export const SURFACES: Readonly<Record<string, (reach: Reach) => Promise<Connected>>> = {
  'MCP 2026-07-28': async ({ dragoman, me, scopes }) => {
    const transport = new StreamableHTTPClientTransport(new URL(`${dragoman.url}/mcp?toolsets=all`), {
      requestInit: { headers: { authorization: `Bearer ${await dragoman.token(scopes, me)}` } },
    })
    return connectModern(transport, '2026-07-28')
  },
  'MCP 2025-11-25': async ({ dragoman, me, scopes }) => {
    const client = new OlderClient({ name: 'older', version: '1.0.0' })
    const transport = new OlderTransport(new URL(`${dragoman.url}/mcp?toolsets=all`), {
      requestInit: { headers: { authorization: `Bearer ${await dragoman.token(scopes, me)}` } },
    })
    await client.connect(transport)
    return {
      call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args }).catch(rethrow)),
      close: () => client.close(),
    }
  },
  stdio: async ({ dragoman, scopes, root }) =>
    connectModern(
      stdioTransport(['--scopes', scopes, '--toolsets', 'all', '--root', root], {
        DRAGOMAN_DATA_DIR: dragoman.dataDir,
      }),
      '2026-07-28',
    ),
  REST: async ({ dragoman, me, scopes }) => {
    const token = await dragoman.token(scopes, me)
    return { call: (tool, args = {}) => callByRest(dragoman.url, token, tool, args), close: async () => undefined }
  },
  CLI: async ({ dragoman, scopes, root }) => ({
    call: async (tool, args = {}) => {
      const env = { DRAGOMAN_DATA_DIR: dragoman.dataDir }
      const { code, stdout, stderr } = await run(
        ['call', tool, '--json', '-', '--scopes', scopes, '--root', root],
        env,
        JSON.stringify(args),
      )
      if (code === 0) return JSON.parse(stdout)
      const { code: word, message, fix } = parseError(stderr, code)
      throw new Refused(word, message, fix)
    },
    close: async () => undefined,
  }),
}

/** Connects a client of today, pinned to one revision. */
export async function connectModern(
  transport: Transport,
  revision: '2026-07-28' | 'legacy',
): Promise<Connected & { readonly client: Client }> {
  const mode = revision === 'legacy' ? revision : { pin: revision }
  const client = new Client({ name: 'modern', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args }).catch(rethrow)),
    close: () => client.close(),
  }
}

function rethrow(error: unknown): never {
  throw protocolRefusal(error)
}
