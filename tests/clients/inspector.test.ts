import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { openFolder } from '../harness/folder.ts'
import { bareEnvironment } from '../harness/process.ts'
import { startDragoman } from '../harness.ts'
import { describeWith } from '../require.ts'
import { addressIn } from './address-in.ts'
import { freePort } from './free-port.ts'
import { openUser } from './user.ts'

const program = join(
  import.meta.dirname,
  '../conformance/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
)

describeWith('node24', 'the command line of MCP Inspector', node24 => {
  const home = allTests(openFolder)
  let callback: string

  const dragoman = allTests(() => startDragoman())
  beforeAll(async () => {
    callback = `http://127.0.0.1:${await freePort()}/oauth/callback`
  })

  /** It opens a browser only at a terminal, or when it is told to; the browser here does nothing, and the address is printed, too. */
  function inspect(...args: readonly string[]): ChildProcessWithoutNullStreams {
    const server = [
      '--server-url',
      `${dragoman.url}/mcp?toolsets=all`,
      '--transport',
      'http',
      '--callback-url',
      callback,
    ]
    return spawn(node24, [program, '--cli', ...server, '--format', 'json', ...args], {
      env: {
        ...bareEnvironment(),
        HOME: home.path,
        MCP_AUTO_OPEN_ENABLED: 'true',
        MCP_INSPECTOR_SECRET_STORE: 'file',
        BROWSER: 'true',
      },
    })
  }

  async function answerOf(child: ChildProcessWithoutNullStreams): Promise<unknown> {
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const code = await new Promise(resolve => {
      child.once('close', resolve)
    })
    if (code !== 0) throw new Error(`it ended with ${String(code)}: ${stdout}${stderr}`)
    return JSON.parse(stdout)
  }

  it.each(['legacy', 'modern'])(
    'signs in with its own OAuth, lists tools, and calls one with its stored tokens: %s',
    async era => {
      const listing = inspect('--protocol-era', era, '--relogin', '--method', 'tools/list')
      const result = answerOf(listing)
      await openUser(dragoman).deliver(await addressIn(listing.stderr, '/oauth/authorize'))
      expect(await result).toMatchObject({
        result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'get_context' })]) },
      })

      const call = ['--method', 'tools/call', '--tool-name', 'get_user']
      const called = await answerOf(inspect('--protocol-era', era, '--stored-auth-only', ...call))
      expect(JSON.stringify(called)).toContain('ada')
    },
  )
})
