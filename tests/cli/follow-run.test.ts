import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { startFakeProvider } from '../engines/fake-provider.ts'
import { run } from '../harness/command-line.ts'
import { eachTest } from '../harness/each-test.ts'
import { temporaryFolder } from '../harness/folder.ts'
import { start } from '../harness/process.ts'
import { type Dragoman, startDragoman } from '../harness.ts'
import { openProxy } from './front-proxy.ts'

const provider = eachTest(() => startFakeProvider())

const engine = () => ({
  DRAGOMAN_LLM_PROVIDER: 'openai-compatible',
  DRAGOMAN_LLM_URL: `${provider.url}/v1`,
  DRAGOMAN_LLM_MODEL: 'fake-1',
})

type Env = Readonly<Record<string, string>>

/** A project with one string, of the user of these variables; returns its name. */
async function prepare(env: Env): Promise<string> {
  const call = async (tool: string, args: object) => {
    const { stdout, stderr, code } = await run(['call', tool, '--scopes', 'all', '--json', JSON.stringify(args)], env)
    if (code !== 0) throw new Error(stderr)
    return JSON.parse(stdout) as Record<string, unknown>
  }
  const { user } = (await call('get_context', {})) as { user: { handle: string } }
  const project = `${user.handle}/app`
  await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  const files = [{ path: 'locales/en.json', content: '{"a":"Save all changes"}\n' }]
  await call('push_source', { project, files })
  return project
}

async function serve(): Promise<{ dragoman: Dragoman; env: Env; project: string }> {
  const dragoman = await startDragoman({ engines: readConfig(engine()).engines })
  onTestFinished(() => dragoman.stop())
  const env = { DRAGOMAN_URL: dragoman.url, DRAGOMAN_TOKEN: await dragoman.token() }
  return { dragoman, env, project: await prepare(env) }
}

/** The address of a proxy before the server; `answer` returns true for a call of get_runs that it answered itself. */
async function interceptRuns(url: string, answer: (response: ServerResponse) => boolean): Promise<string> {
  const proxy = await openProxy(url, (response, { body }) => body.includes('"get_runs"') && answer(response))
  onTestFinished(proxy.close)
  return proxy.url
}

function fail(response: ServerResponse, status: number, data: object): void {
  const error = { code: -32000, message: 'Refused.', data }
  response.writeHead(status).end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
}

describe('following a run', () => {
  it('goes on after the server limited the token, and after it was not reachable', async () => {
    const { dragoman, env, project } = await serve()
    const faults = [
      // The first wait is the shortest.
      (response: ServerResponse) => void response.destroy(),
      (response: ServerResponse) => fail(response, 429, { code: 'rate_limited', retry_after: 1 }),
    ]
    const url = await interceptRuns(dragoman.url, response => {
      const fault = faults.shift()
      fault?.(response)
      return fault !== undefined
    })
    const { code, stdout, stderr } = await run(['translate', project], { ...env, DRAGOMAN_URL: url })
    expect(stderr).toBe('The server asks to wait 1 second: Refused.\n')
    expect(stdout).toContain('Completed: 1 translation of 1.')
    expect([code, faults.length]).toEqual([0, 0])
  })

  it('ends with the error of a token that is revoked meanwhile', async () => {
    const { dragoman, env, project } = await serve()
    const url = await interceptRuns(dragoman.url, response => {
      fail(response, 401, { code: 'invalid_token' })
      return true
    })
    const { code, stderr } = await run(['translate', project], { ...env, DRAGOMAN_URL: url })
    expect(code).toBe(77)
    expect(stderr).toContain('rejected DRAGOMAN_TOKEN')
  })

  it('calls a server with many changes seldom', async () => {
    const { dragoman, env, project } = await serve()
    const { stdout } = await run(['translate', project, '--estimate', '--json'], env)
    const view = JSON.parse(stdout) as { id: string }
    const calls: number[] = []
    const url = await interceptRuns(dragoman.url, response => {
      calls.push(performance.now())
      const state = calls.length < 4 ? 'running' : 'completed'
      const answer = JSON.stringify({ runs: [{ ...view, state, event: calls.length }] })
      const result = { content: [{ type: 'text', text: answer }] }
      response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
      return true
    })
    const { code } = await run(['runs', 'watch', project, view.id], { ...env, DRAGOMAN_URL: url })
    expect(code).toBe(0)
    // The first call looks whether the run is there.
    const [, ...following] = calls
    const pauses = following.slice(1).map((at, before) => at - (following[before] ?? at))
    expect(pauses).toHaveLength(2)
    // Without a pause there are a few milliseconds.
    for (const pause of pauses) expect(pause).toBeGreaterThan(400)
  })

  it('ends with Ctrl+C, and says how to go on and how to cancel', async () => {
    const { dragoman, env, project } = await serve()
    provider.setScenario('hang')
    const waits = vi.spyOn(dragoman.services.runWatch, 'wait')
    const { child, ended } = start(['translate', project], env)
    await expect.poll(() => waits.mock.calls.length, { timeout: 60_000 }).toBeGreaterThan(0)
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect([code, stdout]).toEqual([130, ''])
    expect(stderr).toMatch(
      /^The run goes on: http\S+\/p\/ada\/app\/runs\/(\S+)\nFollow it again: .*runs watch ada\/app \1\nCancel it: .*runs cancel ada\/app \1\n$/,
    )
    const [view] = await dragoman.services.store.read.runs.list('active', '')
    expect(view?.state).toBe('running')
  })
})

describe('a run on the data folder of this machine', () => {
  const openFolder = async (): Promise<Env> => {
    return { DRAGOMAN_DATA_DIR: await temporaryFolder(), ...engine() }
  }

  it('is worked on by the command itself while no server runs', async () => {
    const env = await openFolder()
    const project = await prepare(env)
    const { code, stdout } = await run(['translate', project], env)
    expect(stdout).toContain('Completed: 1 translation of 1. 1 translated')
    expect(code).toBe(0)
  })

  it('waits for a server when nobody follows it', async () => {
    const env = await openFolder()
    const project = await prepare(env)
    const { code, stdout } = await run(['translate', project, '--detach'], env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Started run \S+\. The run goes on while a server runs on this data folder: http/)
    expect(provider.requests).toHaveLength(0)
    const [, id = ''] = /Started run (\S+)\./.exec(stdout) ?? []
    expect((await run(['runs', 'watch', project, id], env)).stdout).toContain('Completed: 1 translation of 1.')
  })
})
