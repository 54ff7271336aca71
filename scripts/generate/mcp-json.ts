const server = {
  type: 'http',
  url: 'http://localhost:4050/mcp',
  headers: { Authorization: 'Bearer ${DRAGOMAN_TOKEN}' },
}

/** mcp.json: how a client that expands environment variables reaches a server of this machine. */
export const MCP_JSON = `${JSON.stringify({ mcpServers: { dragoman: server } }, null, 2)}\n`
