import { describe, expect, it } from 'vitest'
import { credentialName } from '../../src/auth/policy/principal.ts'
import { allTests } from '../harness/each-test.ts'
import { openJar, signIn } from '../web/jar.ts'
import { readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

const testApp = allTests(() => openTestApp())

const MCP = '/mcp'
const REST = '/api/tokens'

async function caller(handle: string) {
  const { id, token } = await testApp.token(handle, ['user:write', 'project:read'])
  const owner = credentialName({ kind: 'token', id, prefix: '' })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    usedMs: () => testApp.services.cpuBudget.getUsage(owner, testApp.services.cpuBudget.seconds).usedMs,
    useUp: () => testApp.services.cpuBudget.add(owner, testApp.services.cpuBudget.seconds * 1000),
    put: (path: string, body: Uint8Array<ArrayBuffer>) =>
      fetch(`${testApp.url}${path}`, { method: 'PUT', headers: { authorization: headers.authorization }, body }),
    post: async (path: string, body: string) =>
      readAnswer<{ readonly error?: { readonly data?: object } }>(
        await fetch(`${testApp.url}${path}`, { method: 'POST', headers, body }),
      ),
  }
}

describe.each([MCP, REST])('parsing a body of %s', path => {
  it.each([
    ['one that is no JSON', '{"a": '],
    ['one of too many values', `[${'0,'.repeat(50_000)}0]`],
  ])('counts for the CPU budget of the credential: %s', async (_case, body) => {
    const one = await caller('ada')
    expect(one.usedMs()).toBe(0)
    expect((await one.post(path, body)).status).toBeGreaterThanOrEqual(400)
    expect(one.usedMs()).toBeGreaterThan(0)
  })

  it('is skipped for a credential without budget', async () => {
    const one = await caller('bob')
    one.useUp()
    const used = one.usedMs()
    const { status, headers, body } = await one.post(path, '{"a": ')
    expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(JSON.stringify(body)).toContain('CPU time in the last minute')
    expect(one.usedMs()).toBe(used)
  })
})

it('a file that is not text counts towards the CPU budget of the credential', async () => {
  const one = await caller('dan')
  const body = new Uint8Array(1024 * 1024).fill(255)
  expect((await one.put('/api/projects/dan/app/file?path=en.json', body)).status).toBe(400)
  expect(one.usedMs()).toBeGreaterThan(0)
})

it('an MCP message without a tool call counts towards the CPU budget', async () => {
  const one = await caller('cleo')
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  expect((await one.post(MCP, ping)).status).toBe(200)
  expect(one.usedMs()).toBeGreaterThan(0)
  one.useUp()
  expect((await one.post(MCP, ping)).body.error?.data).toMatchObject({ code: 'rate_limited' })
})

it('a page counts towards the CPU budget of the signed-in user', async () => {
  const jar = openJar(testApp.url)
  await signIn(testApp, jar, 'dora')
  const { principal } = await testApp.world.human('dora')
  const { cpuBudget } = testApp.services
  const owner = `user:${principal.user.id}`
  const usedMs = () => cpuBudget.getUsage(owner, 1).usedMs
  const before = usedMs()
  expect((await jar.get('/account/tokens')).status).toBe(200)
  expect(usedMs()).toBeGreaterThan(before)
  cpuBudget.add(owner, 3 * cpuBudget.seconds * 1000)
  const refused = await jar.get('/account/tokens')
  expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('CPU time in the last minute')])
})
