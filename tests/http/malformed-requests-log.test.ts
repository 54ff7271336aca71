import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BackgroundFailure } from '../../src/store/store.ts'
import { eachTest } from '../harness/each-test.ts'
import { FaultyFiles, systemFault } from '../store/faulty-files.ts'
import { openJar, signIn } from '../web/jar.ts'
import { legacyRequest, readAnswer } from './rpc.ts'
import { openTestApp } from './test-app.ts'

let files: FaultyFiles
let troubles: BackgroundFailure[]

const testApp = eachTest(() => {
  files = new FaultyFiles()
  troubles = []
  const report = (trouble: BackgroundFailure) => void troubles.push(trouble)
  return openTestApp({ world: { files, report } })
})
const held = eachTest(() => testApp.token('ada', ['user:read', 'user:write', 'organization:admin', 'project:read']))
beforeEach(async () => {
  await testApp.world.organization('acme', { ada: 'admin' })
  const ada = await testApp.world.user('ada')
  for (const project of ['ada/app', 'acme/web']) {
    await ada.call('create_project', { project, source_locale: 'en', target_locales: ['de'] })
  }
  await ada.call('push_source', { project: 'ada/app', files: [{ path: 'en.json', content: '{"hello":"Hello"}' }] })
  const { items } = await ada.call<{ items: { id: string; src: string }[] }>('get_work', {
    project: 'ada/app',
    locale: 'de',
  })
  await ada.call('submit_translations', {
    project: 'ada/app',
    locale: 'de',
    items: items.map(({ id, src }) => ({ id, src, text: 'Hallo' })),
  })
  // A trim without old records makes a snapshot, so that the logs are on the disk only.
  await testApp.services.store.trim('audit', '2999-01-01T00:00:00.000Z')
  const folder = join(testApp.world.dataDir, 'store')
  await expect.poll(async () => (await readdir(folder)).includes('journal.1.jsonl')).toBe(false)
})

const get = (path: string, accept = 'application/json') =>
  fetch(`${testApp.url}${path}`, { headers: { authorization: `Bearer ${held.token}`, accept } })

/** Everything that shows a log, by address and type. */
const SHOWN = [
  ['/api/user/audit-events', 'application/json'],
  ['/api/user/audit-events', 'application/jsonl'],
  ['/api/organizations/acme/audit-events', 'application/json'],
  ['/api/projects/ada/app/changes?key=hello', 'application/json'],
] as const

describe('an unreadable log', () => {
  it.each([
    ['EIO', 'the disk reports an error'],
    ['EMFILE', 'too many files are open'],
    ['ENOENT', 'a file of the store is missing'],
  ])('(%s) returns 503 everywhere, and is reported with its cause', async (code, reason) => {
    const fault = systemFault(code, 'as the test wants it')
    files.readFault = () => {
      throw fault
    }
    for (const [path, accept] of SHOWN) {
      const answer = await get(path, accept)
      expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '10'])
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(await answer.json()).toMatchObject({
        code: 'store_unavailable',
        detail: `The history cannot be read now: ${reason}.`,
        permanent: false,
        retry_after: 10,
      })
    }
    const call = { name: 'list_audit_events', arguments: {} }
    const { body } = await readAnswer(await fetch(`${testApp.url}/mcp`, legacyRequest('tools/call', call, held.token)))
    expect(body.result).toMatchObject({
      isError: true,
      _meta: { 'dragoman/error': { code: 'store_unavailable', retry_after: 10 } },
    })
    const jar = openJar(testApp.url)
    await signIn(testApp, jar, 'ada')
    const page = await jar.get('/account/audit')
    expect([page.status, page.text.includes(reason)]).toEqual([503, true])
    expect(page.headers['retry-after']).toBe('10')
    expect(troubles.length).toBeGreaterThanOrEqual(SHOWN.length + 2)
    for (const trouble of troubles) {
      expect(trouble).toEqual({ message: expect.stringMatching(/^reading \w+\.\d+\.jsonl failed$/), error: fault })
    }
    files.readFault = () => undefined
    for (const [path, accept] of SHOWN) expect((await get(path, accept)).status, path).toBe(200)
  })

  it('that is damaged returns 500, as before', async () => {
    const folder = join(testApp.world.dataDir, 'store')
    for (const name of (await readdir(folder)).filter(file => /^audit\.\d+\.jsonl$/.test(file))) {
      const text = await readFile(join(folder, name), 'utf8')
      await writeFile(join(folder, name), text.replace(/"at":"2/, '"at":"3'))
    }
    const answer = await get('/api/user/audit-events')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, null])
    expect(await answer.json()).toMatchObject({ code: 'internal_error' })
    expect(troubles).toEqual([])
  })
})
