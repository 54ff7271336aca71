import { load, median, type Request, type Round } from './load.ts'
import { type Peer, start } from './process.ts'

/**
 * What one MCP or REST request costs the service, against bare node:http, the SDK as documented, FastMCP and Express, interleaved in one run.
 * `--quick` makes one short round: it proves that everything runs, not how fast.
 */
const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 1 : 7
/** A short round counts requests: a machine with other work may answer none in a second. */
const LENGTH = quick ? { requests: 320 } : { seconds: 2 }

const ACCEPT = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

function modern(method: string, params: object, name?: string): Omit<Request, 'path'> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    method: 'POST',
    headers: {
      ...ACCEPT,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  }
}

function legacy(method: string, params: object): Omit<Request, 'path'> {
  return {
    method: 'POST',
    headers: { ...ACCEPT, 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}

const CALL = { name: 'list_tokens', arguments: {} }
const callModern = modern('tools/call', CALL, CALL.name)
const callLegacy = legacy('tools/call', CALL)
const listModern = modern('tools/list', {})
const listLegacy = legacy('tools/list', {})

/** Translations in the store; a tenth as many tokens. */
const RECORDS = quick ? 10_000 : 100_000
const service = await start('dragoman', 'dragoman', { BENCH_RECORDS: String(RECORDS) })
const listing = await (await send(service, { ...listModern, path: service.ready.path })).text()
const peers = {
  service,
  bare: await start('bare node:http', 'bare'),
  bareList: await start('bare node:http, same bytes', 'bare', { BENCH_BODY: listing }),
  sdk: await start('SDK as documented', 'sdk'),
  fastmcp: await start('fastmcp', 'fastmcp'),
  express: await start('express + json', 'express'),
}

interface Row {
  readonly label: string
  readonly peer: Peer
  readonly request: Request
}

const at = (label: string, peer: Peer, request: Omit<Request, 'path'>, path = peer.ready.path): Row => ({
  label,
  peer,
  request: { ...request, path },
})

const tables: readonly { readonly title: string; readonly rows: readonly Row[] }[] = [
  {
    title: `tools/call list_tokens (service: authenticated, whole pipeline, ${RECORDS / 10} tokens and ${RECORDS} translations in the store)`,
    rows: [
      at('bare node:http', peers.bare, callModern),
      at('dragoman, MCP 2026-07-28', service, callModern),
      at('dragoman, MCP 2025-11-25', service, callLegacy),
      at('dragoman, REST', service, { method: 'GET', headers: {} }, '/api/tokens'),
      at('express + json', peers.express, { method: 'GET', headers: {} }),
      at('SDK as documented, no authentication', peers.sdk, callModern),
      at('fastmcp, no authentication', peers.fastmcp, callLegacy),
    ],
  },
  {
    title: `tools/list (service: ${Buffer.byteLength(listing)} bytes)`,
    rows: [
      at('bare node:http, same bytes', peers.bareList, listModern),
      at('dragoman, MCP 2026-07-28', service, listModern),
      at('dragoman, MCP 2025-11-25', service, listLegacy),
      at('SDK as documented, 40 tools', peers.sdk, listModern),
      at('fastmcp, 40 tools', peers.fastmcp, listLegacy),
    ],
  },
]

for (const { title, rows } of tables) {
  if (!quick) for (const row of rows) await load(row.peer, row.request, { seconds: 1 })
  const rounds = new Map<Row, Round[]>(rows.map(row => [row, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of rows) rounds.get(row)?.push(await load(row.peer, row.request, LENGTH))
  }
  print(title, rows, rounds)
}
console.log(`resident memory of the service after the load: ${Math.round((await service.usage()).rss / 1e6)} MB`)
await Promise.all(Object.values(peers).map(peer => peer.stop()))

function print(title: string, rows: readonly Row[], rounds: ReadonlyMap<Row, readonly Round[]>): void {
  const floor = rounds.get(rows[0] as Row) ?? []
  console.log(
    `\n${title}\n${'variant'.padEnd(40)}${'CPU µs'.padStart(9)}${'× bare'.padStart(9)}${'requests/s'.padStart(13)}`,
  )
  for (const row of rows) {
    const own = rounds.get(row) ?? []
    const ratio = median(own.map(({ cpu }, round) => cpu / (floor[round]?.cpu ?? Number.NaN)))
    const cells = [
      median(own.map(({ cpu }) => cpu)).toFixed(0),
      ratio.toFixed(1),
      median(own.map(({ rate }) => rate)).toFixed(0),
    ]
    console.log(`${row.label.padEnd(40)}${cells[0]?.padStart(9)}${cells[1]?.padStart(9)}${cells[2]?.padStart(13)}`)
  }
}

function send(peer: Peer, { method, path, headers, body }: Request): Promise<Response> {
  return fetch(`http://127.0.0.1:${peer.ready.port}${path}`, {
    method,
    headers: { ...headers, ...peer.ready.headers },
    ...(body !== undefined && { body }),
  })
}
