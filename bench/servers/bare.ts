import { createServer } from 'node:http'
import { RESULT } from './answers.ts'
import { listen, report } from './peer.ts'

/** The floor: node:http that reads and parses the body and answers a JSON of the same size. `BENCH_BODY` replaces the answer. */
const fixed = process.env['BENCH_BODY']

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number }
    const body = fixed ?? JSON.stringify({ jsonrpc: '2.0', id, result: RESULT })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
})

report({ port: await listen(server), path: '/' })
