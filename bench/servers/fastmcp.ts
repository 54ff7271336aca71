import { createServer } from 'node:http'
import { FastMCP } from 'fastmcp'
import { z } from 'zod'
import { inputShape, TOKENS, TOOL_COUNT } from './answers.ts'
import { listen, report } from './peer.ts'

/** FastMCP, stateless with JSON answers: its fastest way. It owns its HTTP server, so a free port is found for it first. */
const probe = createServer()
const port = await listen(probe)
await new Promise(resolve => {
  probe.close(resolve)
})

const server = new FastMCP({ name: 'peer', version: '1.0.0' })
for (let n = 0; n < TOOL_COUNT; n += 1) {
  server.addTool({
    name: n === 0 ? 'list_tokens' : `tool_${n}`,
    description: 'List your active account tokens.',
    parameters: z.object(inputShape),
    execute: async () => JSON.stringify(TOKENS),
  })
}
await server.start({
  transportType: 'httpStream',
  httpStream: { port, host: '127.0.0.1', stateless: true, enableJsonResponse: true },
})
report({ port, path: '/mcp' })
