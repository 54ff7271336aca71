import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inputShape, outputShape, TOKENS, TOOL_COUNT } from './answers.ts'
import { listen, report } from './peer.ts'

/** The SDK as its documentation shows it: a fresh McpServer a request, every tool registered on it, the Node adapter in front. No authentication. */
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' })
  for (let n = 0; n < TOOL_COUNT; n += 1) {
    server.registerTool(
      n === 0 ? 'list_tokens' : `tool_${n}`,
      {
        title: 'List account tokens',
        description: 'List your active account tokens.',
        inputSchema: z.object(inputShape),
        outputSchema: z.object(outputShape),
      },
      () => ({ content: [{ type: 'text', text: JSON.stringify(TOKENS) }], structuredContent: TOKENS }),
    )
  }
  return server
})

/** The adapter types `method` as absent-or-string; node:http says string or undefined. */
const node = toNodeHandler(handler) as (request: IncomingMessage, response: ServerResponse) => Promise<void>
report({ port: await listen(createServer((request, response) => void node(request, response))), path: '/mcp' })
