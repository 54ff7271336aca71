import { beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { legacyRequest, modernRequest, type RpcAnswer, readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

const MIB = 1024 * 1024
const BYTES = 20 * MIB
const PATH = 'locales/en.json'
const PROJECT = 'ada/app'

const testApp = allTests(() => openTestApp())
let token: string

beforeAll(async () => {
  token = (await testApp.token('ada', ['project:read', 'project:write'])).token
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: PROJECT, source_locale: 'en', target_locales: ['de'] })
})

const LIMIT = `"${PATH}" has 20.0 MB (20971520 bytes); the limit is 16 MB for each file (16777216 bytes of UTF-8).`
const WAYS = [
  'No setting or upload URL raises the limit.',
  'Move its keys into several source files of at most 50000 strings each, such as en/cart.json and en/account.json',
  'update_project with files [{"source": "en/*.json", "target": "{locale}/*.json"}]',
  'push them with push_translations',
]

interface Problem {
  readonly code: string
  readonly detail: string
  readonly fix: string
}

const send = async (url: string, body: string, type: string): Promise<Problem> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const response = await fetch(url, { method: 'PUT', headers, body })
  expect(response.status).toBe(413)
  return (await response.json()) as Problem
}
const callMcp = async (
  request: typeof modernRequest | typeof legacyRequest,
  args: object,
): Promise<RpcAnswer['result']> => {
  const params = { name: 'push_source', arguments: { project: PROJECT, ...args } }
  return (await readAnswer(await fetch(`${testApp.url}/mcp`, request('tools/call', params, token)))).body.result
}
const expectWays = (fix: string): void => {
  for (const way of WAYS) expect(fix).toContain(way)
  expect(fix).not.toContain('Split the file')
}

describe('a file of 20 MB', () => {
  it('is refused by PUT of its bytes, with what can be done', async () => {
    const { code, detail, fix } = await send(
      `${testApp.url}/api/projects/${PROJECT}/file?path=${PATH}`,
      'x'.repeat(BYTES),
      'application/octet-stream',
    )
    expect([code, detail]).toEqual(['too_large', LIMIT])
    expectWays(fix)
  })

  it('is refused by its upload URL, with what can be done', async () => {
    const result = await callMcp(modernRequest, { files: [{ path: PATH }] })
    const { uploads } = JSON.parse(result?.content?.[0]?.text ?? '') as { uploads: { curl: string }[] }
    const url = /http:\S+(?=')/.exec(uploads[0]?.curl ?? '')?.[0] ?? ''
    const { code, detail, fix } = await send(url, 'x'.repeat(BYTES), 'application/json')
    expect([code, detail]).toEqual(['too_large', LIMIT])
    expectWays(fix)
  })

  it.each([
    ['2026-07-28', modernRequest],
    ['2025-11-25', legacyRequest],
  ])('is refused over MCP %s before it is uploaded, if the call says its size', async (_, request) => {
    const result = await callMcp(request, { files: [{ path: PATH, bytes: BYTES }] })
    expect(result?.isError).toBe(true)
    expect(result?.content?.[0]?.text).toContain(LIMIT)
    expectWays(result?.content?.[0]?.text ?? '')
  })

  it('is refused in a JSON body with the ways that take files', async () => {
    const files = [{ path: PATH, content: 'x'.repeat(5 * MIB) }]
    const url = `${testApp.url}/api/projects/${PROJECT}/files`
    const { code, detail, fix } = await send(url, JSON.stringify({ files }), 'application/json')
    expect([code, detail]).toEqual(['too_large', 'The body is larger than 4 MB (4194304 bytes).'])
    expect(fix).toContain('pushes without content answer with upload URLs')
    expect(fix).toContain('PUT /api/projects/ACCOUNT/PROJECT/file')
  })
})
