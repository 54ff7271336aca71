const server = { type: 'http', url: 'http://localhost:4050/mcp' }

/** mcp.json: how a client reaches a server of this machine; it signs in by itself. */
export const MCP_JSON = `${JSON.stringify({ mcpServers: { dragoman: server } }, null, 2)}\n`
