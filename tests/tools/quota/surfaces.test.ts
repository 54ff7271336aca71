import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachSurface } from '../../harness/each-surface.ts'
import type { Refused } from '../../harness/refused.ts'
import { type Dragoman, startDragoman } from '../../harness.ts'
import { sourceFile } from './filling.ts'

const limits = { projects: 1, strings: 3, bytes: 1_000_000, history: 1_000_000 }
const pushOf = (project: string, strings: number) => ({
  project,
  files: [{ path: 'en.json', content: sourceFile(strings), target: '{locale}.json' }],
})

eachSurface(
  'a push over the limit is rejected with the same message',
  async ({ call, me }) => {
    const project = `${me}/app`
    await call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
    const error = (await call('push_source', pushOf(project, 4)).catch((reason: unknown) => reason)) as Refused
    expect(error).toMatchObject({
      name: 'Refused',
      code: 'quota_exceeded',
      message: `${me}: 0 of 3 source strings used. This call would add 4. Nothing was written.`,
      fix: expect.stringContaining(`ask an operator to raise the limit of ${me}`),
    })
    expect(await call('push_source', pushOf(project, 3))).toMatchObject({ added: 3 })
  },
  { limits },
)

describe('the quota error', () => {
  let dragoman: Dragoman
  let authorization: string
  beforeAll(async () => {
    dragoman = await startDragoman({ limits: { ...limits, projects: 0 } })
    authorization = `Bearer ${await dragoman.token()}`
  })
  afterAll(() => dragoman.stop())

  const post = (path: string, body: object, headers = {}) =>
    fetch(`${dragoman.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const project = { project: 'ada/app', source_locale: 'en', target_locales: ['de'] }

  it('is 403 over REST, and may be retried', async () => {
    const response = await post('/api/projects', project)
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toBeNull()
    expect(await response.json()).toMatchObject({ code: 'quota_exceeded', permanent: false, status: 403 })
  })

  it('is an error of the call over MCP', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_project', arguments: project } }
    const accept = 'application/json, text/event-stream'
    const response = await post('/mcp', call, { accept, 'mcp-protocol-version': '2025-11-25' })
    expect(await response.json()).toMatchObject({
      result: {
        isError: true,
        content: [{ text: expect.stringContaining('ada: 0 of 0 projects used.') }],
        _meta: { 'dragoman/error': { code: 'quota_exceeded', permanent: false } },
      },
    })
  })
})
