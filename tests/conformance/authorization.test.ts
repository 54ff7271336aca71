import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addressIn } from '../clients/address-in.ts'
import { freePort } from '../clients/free-port.ts'
import { openUser } from '../clients/user.ts'
import { allTests } from '../harness/each-test.ts'
import { startDragoman } from '../harness.ts'
import { describeWith } from '../require.ts'
import { verifies } from '../requirements.ts'
import { atNight } from '../runs.ts'

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

const suite = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Every check of the suite on an authorization server. None may fail, warn or be skipped. */
const CHECKS = ['authorization-server-metadata', 'authorization-server-metadata-cimd', 'authorization-code-grant']

describeWith('node24', 'the authorization-server scenarios of the official MCP conformance suite', node24 => {
  const dragoman = allTests(() => startDragoman())

  const user = allTests(() => openUser(dragoman))

  // Those of the night have the same checks as the one before or after.
  it.each(['2025-03-26', ...atNight(['2025-06-18', '2025-11-25']), '2026-07-28'])(
    'all pass in revision %s',
    async revision => {
      verifies('9.mcp-authorization')
      const port = await freePort()
      const registered = await fetch(`${dragoman.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_name: 'The conformance suite',
          redirect_uris: [`http://127.0.0.1:${port}/callback`],
          token_endpoint_auth_method: 'none',
        }),
      })
      const { client_id } = (await registered.json()) as { client_id: string }
      const checks = await runSuite(['--client-id', client_id, '--port', String(port), '--spec-version', revision])
      const wanted = CHECKS.filter(id => revision >= '2025-11-25' || id !== 'authorization-server-metadata-cimd')
      const passed = new Set(checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id))
      expect(checks.filter(({ status }) => status !== 'SUCCESS')).toEqual([])
      expect(wanted.filter(id => !passed.has(id))).toEqual([])
    },
  )

  /** Runs both scenarios. The user opens the URL that the suite prints. */
  async function runSuite(args: readonly string[]): Promise<readonly Check[]> {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-conformance-'))
    try {
      const fixed = ['authorization', '--url', dragoman.url, '--resource', `${dragoman.url}/mcp`, '-o', folder]
      const child = spawn(node24, [suite, ...fixed, ...args])
      const ended = new Promise(resolve => {
        child.once('close', resolve)
      })
      await user.deliver(await addressIn(child.stdout, '/oauth/authorize'))
      await ended
      const names = await readdir(folder)
      const read = async (name: string): Promise<Check[]> =>
        JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))
      return (await Promise.all(names.map(read))).flat()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
})
