import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Pacer } from '../../src/scheduling/pacer.ts'
import { eachTest } from '../harness/each-test.ts'
import { openTrap } from '../log-trap.ts'
import { openTestApp } from './test-app.ts'

const SOURCE = '{\n  "hello": "Hello"\n}\n'
const PATH = 'locales/en.json'
const FILES = [{ path: PATH }]
const MIB = 1024 * 1024

const trap = eachTest(() => openTrap('trace'))
const testApp = eachTest(() => openTestApp({ log: trap.log }))
const token = eachTest(() => testApp.token('ada', ['project:read', 'project:write']))
beforeEach(async () => {
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de', 'fr'] })
})

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

interface Pushed {
  readonly uploads?: readonly { readonly path: string; readonly put: string }[]
  readonly added?: number
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const onLoopback = (url: string) => url.replace('localhost', '127.0.0.1')

async function push(files: readonly object[] = FILES): Promise<Pushed> {
  const response = await fetch(`${testApp.url}/api/projects/ada/app/files`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ files }),
  })
  return (await response.json()) as Pushed
}

async function putUrl(files: readonly object[] = FILES): Promise<string> {
  const { uploads = [] } = await push(files)
  return onLoopback(uploads[0]?.put ?? '')
}

async function send(url: string, body: RequestInit['body'] | undefined, more: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { method: 'PUT', body: body ?? null, ...more })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

async function getUrl(args: Readonly<Record<string, unknown>>, isArchive = false): Promise<string> {
  const { principal } = await testApp.world.bearer(token.token)
  const grant = { kind: 'get', args: { project: 'ada/app', ...args }, principal, isArchive } as const
  const [path] = await testApp.services.links.issue([grant])
  return `${testApp.url}${path}`
}

describe('an upload', () => {
  it('needs no credential, stages the file once, and returns the next step', async () => {
    const url = await putUrl([{ path: PATH, sha256: sha256(SOURCE), bytes: SOURCE.length }])
    const { status, headers, body } = await send(url, SOURCE)
    expect([status, body]).toEqual([
      201,
      { received: SOURCE.length, sha256: sha256(SOURCE), path: PATH, next: expect.stringContaining('repeat the call') },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(await send(url, SOURCE)).toMatchObject({ status: 410, body: { code: 'gone', fix: expect.any(String) } })
    expect(await push()).toMatchObject({ added: 1 })
  })

  it('is rejected when it is late or its link is unknown', async () => {
    const url = await putUrl()
    testApp.world.pass(10 * 60_000)
    expect(await send(url, SOURCE)).toMatchObject({ status: 410, body: { code: 'gone' } })
    const unknown = await send(`${testApp.url}/transfer/${'A'.repeat(43)}`, SOURCE)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found', fix: expect.stringContaining('Repeat') } })
    expect((await send(`${testApp.url}/transfer/`, SOURCE)).status).toBe(404)
  })

  it('is rejected with another size or sha256, and the link stays valid', async () => {
    const url = await putUrl([{ path: PATH, sha256: sha256(SOURCE), bytes: SOURCE.length }])
    const longer = await send(url, `${SOURCE} `)
    expect(longer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(longer.body['detail']).toContain(`Received ${SOURCE.length + 1} bytes for ${PATH}`)
    const other = SOURCE.replace('Hello', 'Hallo')
    expect((await send(url, other)).body['detail']).toContain(sha256(other))
    expect((await send(url, SOURCE)).status).toBe(201)
  })

  it('counts towards the CPU budget, and is rejected unread when that is used up', async () => {
    const url = await putUrl([{ path: PATH, sha256: sha256(SOURCE) }])
    const added = vi.spyOn(testApp.services.cpuBudget, 'add')
    const before = added.mock.calls.length
    expect((await send(url, 'x'.repeat(MIB))).status).toBe(400)
    expect(added.mock.calls.length).toBeGreaterThan(before)
    added.mockRestore()
    const used = vi
      .spyOn(testApp.services.cpuBudget, 'getUsage')
      .mockReturnValue({ usedMs: Number.POSITIVE_INFINITY, resetSeconds: 7 })
    const sent = request(url, { method: 'PUT', headers: { 'content-length': SOURCE.length } })
    const answered = once(sent, 'response')
    sent.flushHeaders()
    const [response] = (await answered) as [{ statusCode: number; headers: Record<string, string> }]
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '7'])
    sent.destroy()
    used.mockRestore()
    await expect.poll(async () => (await send(url, SOURCE)).status).toBe(201)
  })

  it('that is not UTF-8 is rejected with the offset', async () => {
    const cases: [Buffer, number][] = [
      [Buffer.from([0x7b, 0xff, 0x7d]), 1],
      [Buffer.concat([Buffer.alloc(65_533, 'a'), Buffer.from('😀'), Buffer.from([0x80])]), 65_537],
      [Buffer.concat([Buffer.alloc(65_533, 'a'), Buffer.from([0xf0, 0x9f, 0x98])]), 65_533],
    ]
    for (const [bytes, at] of cases) {
      const { status, body } = await send(await putUrl(), new Uint8Array(bytes))
      expect([status, body['detail']]).toEqual([400, `"${PATH}" is not UTF-8: invalid byte at offset ${at}.`])
    }
  })

  it('of control characters is rejected', async () => {
    const url = await putUrl()
    const { status, body } = await send(url, new Uint8Array(65_537).fill(1))
    expect([status, body['detail']]).toEqual([
      400,
      `"${PATH}" is not a text file: it has over 65536 control characters.`,
    ])
    expect((await send(url, new Uint8Array(65_536).fill(1))).status).toBe(201)
    expect((await send(await putUrl([{ path: 'lines.json' }]), '\b\t\n\f\r'.repeat(20_000))).status).toBe(201)
  })

  it('is received in separate turns', async () => {
    const url = await putUrl()
    const rested = vi.spyOn(Pacer.prototype, 'yieldNow')
    try {
      expect((await send(url, SOURCE)).status).toBe(201)
      expect(rested.mock.calls.length).toBeGreaterThanOrEqual(2)
    } finally {
      rested.mockRestore()
    }
  })

  it('over 16 MiB is rejected with the limit, also in chunks', async () => {
    const url = await putUrl()
    const whole = await send(url, new Uint8Array(16 * MIB + 1))
    expect(whole).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(whole.body['detail']).toContain('16777216')
    const chunks = new ReadableStream({
      start: controller => {
        for (let sent = 0; sent < 16; sent++) controller.enqueue(new Uint8Array(MIB))
        controller.enqueue(new Uint8Array(1))
        controller.close()
      },
    })
    const chunked = await send(url, chunks, { duplex: 'half' } as RequestInit)
    expect(chunked).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect((await send(url, SOURCE)).status).toBe(201)
  })

  it('stays open after a request that only looks at its link', async () => {
    const url = await putUrl()
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await send(url, undefined, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT'])
    }
    expect((await send(url, undefined, { method: 'HEAD' })).status).toBe(405)
    expect((await send(url, SOURCE)).status).toBe(201)
  })

  it('is staged once by two concurrent requests', async () => {
    const url = await putUrl()
    const both = await Promise.all([send(url, SOURCE), send(url, SOURCE)])
    expect(both.map(({ status }) => status).filter(status => status === 201)).toHaveLength(1)
    for (const { status } of both) expect([201, 409, 410]).toContain(status)
  })

  it('waits while another is running, and can be repeated when that breaks off', async () => {
    const url = await putUrl([{ path: PATH, sha256: sha256(SOURCE) }])
    const half = request(url, { method: 'PUT', headers: { 'content-length': SOURCE.length } })
    half.on('error', () => undefined)
    half.write(SOURCE.slice(0, 5))
    await expect
      .poll(() => send(url, 'x'))
      .toMatchObject({ status: 409, body: { code: 'conflict', permanent: false, retry_after: 5 } })
    const closed = new Promise(resolve => half.once('close', resolve))
    half.destroy()
    await closed
    await expect.poll(async () => (await send(url, SOURCE)).status).toBe(201)
  })

  it('ends with the credential that requested it', async () => {
    const url = await putUrl()
    const ada = await testApp.world.user('ada')
    await ada.call('revoke_token', { id: token.id })
    const { status, body } = await send(url, SOURCE)
    expect([status, body['code']]).toEqual([410, 'gone'])
    expect(body['detail']).toContain('revoked')
    expect(await testApp.services.store.read.staged_files.count('all', '')).toBe(0)
  })

  it('ends with the permissions of the credential', async () => {
    const url = await putUrl()
    await testApp.world.setAccount('ada', { has_access: false })
    expect(await send(url, SOURCE)).toMatchObject({ status: 403, body: { code: 'no_access' } })
    await testApp.world.setAccount('ada', { has_access: true })
    expect((await send(url, SOURCE)).status).toBe(201)
  })

  it('is rejected when it is compressed or partial, and under another Host', async () => {
    const url = await putUrl()
    expect(await send(url, SOURCE, { headers: { 'content-encoding': 'gzip' } })).toMatchObject({ status: 415 })
    expect(await send(url, SOURCE, { headers: { 'content-range': 'bytes 0-1/2' } })).toMatchObject({ status: 400 })
    const wrong = request(url, { method: 'PUT', headers: { host: 'evil.example', 'content-length': 0 } })
    const answered = once(wrong, 'response')
    wrong.end()
    const [response] = (await answered) as [{ statusCode: number; resume: () => void }]
    response.resume()
    expect(response.statusCode).toBe(403)
    expect((await send(url, SOURCE)).status).toBe(201)
  })
})

describe('a download', () => {
  beforeEach(async () => {
    await send(await putUrl(), SOURCE)
    await push()
    const ada = await testApp.world.user('ada')
    const { items } = await ada.call<{ items: { id: string; src: string }[] }>('get_work', {
      project: 'ada/app',
      locale: 'de',
    })
    const sent = items.map(({ id, src }) => ({ id, src, text: 'Hallo' }))
    await ada.call('submit_translations', { project: 'ada/app', locale: 'de', items: sent })
  })

  it('is the one file, once, with its name', async () => {
    const url = await getUrl({ path: PATH, locale: 'de' })
    const response = await fetch(url)
    expect(await response.text()).toBe(SOURCE.replace('Hello', 'Hallo'))
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="de.json"; filename*=UTF-8''de.json`)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await fetch(url)).status).toBe(410)
  })

  it('is an archive of all files when the link is for an archive', async () => {
    const response = await fetch(await getUrl({ locales: ['de', 'fr'] }, true))
    expect(response.headers.get('content-type')).toBe('application/gzip')
    const tar = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
    for (const name of ['locales/de.json', 'locales/fr.json', 'Hallo']) expect(tar).toContain(name)
  })

  it('is not used up by HEAD, or by a prefetch', async () => {
    const url = await getUrl({ path: PATH, locale: 'de' })
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(405)
    expect((await fetch(url, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(409)
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(405)
    expect((await fetch(url)).status).toBe(200)
  })
})

it('the log never contains a transfer link', async () => {
  const url = await putUrl()
  const secret = url.split('/').at(-1) ?? ''
  await send(url, SOURCE)
  await send(url, SOURCE)
  await send(url.replace('/transfer/', '/%74ransfer/'), SOURCE)
  await send(`${url}/more?x=1`, SOURCE)
  await expect.poll(() => trap.text().match(/transfer\/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(2)
  expect(trap.text()).not.toContain(secret.slice(0, 20))
})
