import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

/** The SDK as its documentation shows it, over stdio and with one tool: nothing but what every server loads. */
serveStdio(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' })
  server.registerTool(
    'echo',
    { description: 'Repeats a text.', inputSchema: z.object({ text: z.string() }) },
    given => ({
      content: [{ type: 'text', text: given.text }],
    }),
  )
  return server
})
