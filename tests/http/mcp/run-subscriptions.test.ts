import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeRun } from '../../tools/runs/stored-run.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
const clients: Client[] = []

beforeEach(async () => {
  testApp = await openTestApp()
  await testApp.world.organization('acme', { ada: 'admin', bob: 'member' })
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await testApp.close()
})

/** Subscribes as bob. */
async function listen(uris: readonly string[]) {
  const { id, token } = await testApp.token('bob', ['project:read'])
  const client = new Client({ name: 'ear', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  clients.push(client)
  const heard: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${testApp.url}/mcp`), { requestInit }))
  const { honoredFilter, closed } = await client.listen({ resourceSubscriptions: [...uris] })
  return { id, heard, honored: honoredFilter.resourceSubscriptions ?? [], closed, client }
}

describe('a subscription to a run', () => {
  it('reports every change of the run, and of no other', async () => {
    const [run, other] = [await storeRun(testApp.services, 'acme/app'), await storeRun(testApp.services, 'acme/app')]
    const uri = `dragoman://acme/app/runs/${run.id}`
    const ear = await listen([uri, 'dragoman://acme/app/runs/none'])
    expect(ear.honored).toEqual([uri])
    await other.change({ state: 'paused' })
    await run.change({ counts: { total: 4, translated: 1 } })
    await expect.poll(() => ear.heard).toEqual([uri])
    const { contents } = await ear.client.readResource({ uri })
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ runs: [{ counts: { done: 1 } }] })
    await run.change({ state: 'completed' })
    await expect.poll(() => ear.heard).toEqual([uri, uri])
  })

  it('ends when its token is revoked', async () => {
    const run = await storeRun(testApp.services, 'acme/app')
    const ear = await listen([`dragoman://acme/app/runs/${run.id}`])
    const bob = await testApp.world.human('bob')
    await bob.call('revoke_token', { id: ear.id })
    expect(await ear.closed).not.toBe('local')
  })
})
