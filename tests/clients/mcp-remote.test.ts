import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { openFolder } from '../harness/folder.ts'
import { answerOf } from '../harness/mcp-answer.ts'
import { bareEnvironment } from '../harness/process.ts'
import { startDragoman } from '../harness.ts'
import { addressIn } from './address-in.ts'
import { openUser } from './user.ts'

const program = fileURLToPath(import.meta.resolve('mcp-remote/dist/proxy.js'))

const dragoman = allTests(() => startDragoman())
const folder = allTests(openFolder)

/** Its own choice can be a port that another test just got from the system: this one is below those that systems give. */
async function quietPort(): Promise<number> {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const server = createServer()
    const isFree = await new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    await new Promise(resolve => {
      server.close(resolve)
    })
    if (isFree) return port
  }
}

/** Starts mcp-remote as an agent's configuration does; what it would open in a browser is only printed. */
async function start() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, `${dragoman.url}/mcp?toolsets=all`, String(await quietPort()), '--transport', 'http-only'],
    env: { ...bareEnvironment(), MCP_REMOTE_CONFIG_DIR: folder.path, BROWSER: 'true' },
    stderr: 'pipe',
  })
  const client = new Client({ name: 'an agent', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } })
  const connected = client.connect(transport, { timeout: 110_000 })
  // A test that fails before it waits for this has said why.
  connected.catch(() => undefined)
  return { client, transport, connected }
}

it('mcp-remote signs in with its own OAuth, serves a client over stdio, and reconnects without its user', async () => {
  const first = await start()
  const asked = await addressIn(first.transport.stderr, '/oauth/authorize')
  await openUser(dragoman).deliver(asked)
  await first.connected
  expect((await first.client.listTools()).tools.map(({ name }) => name)).toContain('get_context')
  expect(answerOf(await first.client.callTool({ name: 'get_user', arguments: {} }))).toMatchObject({ handle: 'ada' })
  await first.client.close()

  const again = await start()
  await again.connected
  expect(answerOf(await again.client.callTool({ name: 'get_user', arguments: {} }))).toMatchObject({ handle: 'ada' })
  await again.client.close()
})
