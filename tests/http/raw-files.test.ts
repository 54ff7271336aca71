import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { eachTest } from '../harness/each-test.ts'
import { isNightly } from '../runs.ts'
import { have } from '../tools/files/have.ts'
import { openTestApp } from './test-app.ts'

const SOURCE = '{\n  "hello": "Hello",\n  "bye": "Bye"\n}\n'
const PATH = 'locales/en.json'

const testApp = eachTest(() => openTestApp())
let authorization = ''

beforeEach(async () => {
  authorization = `Bearer ${(await testApp.token('ada', ['project:read', 'project:write'])).token}`
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de', 'fr'] })
})

type Sent = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }

const at = (address: string, { headers, ...init }: Sent = {}) =>
  fetch(`${testApp.url}/api/projects/ada/app/${address}`, { ...init, headers: { authorization, ...headers } })
const put = (query: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  at(`file?${query}`, { method: 'PUT', body, headers })

async function translate(): Promise<void> {
  const ada = await testApp.world.user('ada')
  await ada.call('push_source', { project: 'ada/app', files: [{ path: PATH, content: SOURCE }] })
  await translateInto('de')
}

async function translateInto(locale: string): Promise<void> {
  const ada = await testApp.world.user('ada')
  const { items } = await ada.call<{ items: { id: string; src: string }[] }>('get_work', {
    project: 'ada/app',
    locale,
  })
  const sent = items.map(({ id, src }) => ({ id, src, text: 'Hallo' }))
  await ada.call('submit_translations', { project: 'ada/app', locale, items: sent })
}

describe('PUT of the bytes of a file', () => {
  it('is a push of that file, with the other arguments in the query', async () => {
    const dry = await put(`path=${PATH}&dry_run=true`, SOURCE)
    expect([dry.status, await dry.json()]).toMatchObject([200, { dry_run: true, added: 2 }])
    const more = `path=i18n/app.json&branch=next&format=json&target=i18n/app.{locale}.json`
    expect(await (await put(more, SOURCE)).json()).toMatchObject({ branch: 'next', added: 2 })
    // Many strings take long, long ones do not.
    const [strings, units] = isNightly ? [3000, 2000] : [300, 20_000]
    const large = JSON.stringify(
      Object.fromEntries(Array.from({ length: strings }, (_, i) => [`k${i}`, 'x'.repeat(units)])),
    )
    expect(await (await put(`path=${PATH}`, large)).json()).toMatchObject({ added: strings })
  })

  it('may have the syntax and the placeholder families of the file in its query', async () => {
    const answer = await (await put(`path=${PATH}&syntax=printf&families=printf,braces`, SOURCE)).json()
    expect(answer).toMatchObject({
      files: [{ syntax: 'printf', families: ['printf', 'braces'], sure: { syntax: 'set' } }],
    })
  })

  it('names each removed file in its own parameter, because paths may have commas', async () => {
    await put('path=a%2Cb.json', SOURCE)
    const answer = await put(`path=${PATH}&removed=a%2Cb.json`, SOURCE)
    expect(await answer.json()).toMatchObject({ moved: 2 })
  })

  it('accepts any content type, and Idempotency-Key', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k1' }
    expect(await (await put(`path=${PATH}`, SOURCE, headers)).json()).toMatchObject({ added: 2 })
    expect(await (await put(`path=${PATH}`, SOURCE, headers)).json()).toMatchObject({ added: 2 })
    expect((await put(`path=${PATH}`, '{}', headers)).status).toBe(409)
  })

  it('is rejected with its fault: no path, another sha256, no UTF-8, an unknown field', async () => {
    const refused = async (query: string, body: string | Uint8Array<ArrayBuffer>) => {
      const response = await put(query, body)
      return [response.status, ((await response.json()) as { detail: string }).detail]
    }
    expect(await refused('', SOURCE)).toEqual([400, 'files.0.path is missing.'])
    expect(await refused(`path=${PATH}&sha256=${'a'.repeat(64)}`, SOURCE)).toEqual([
      400,
      expect.stringContaining('does not match its sha256'),
    ])
    expect(await refused(`path=${PATH}`, new Uint8Array([0xff]))).toEqual([
      400,
      `"${PATH}" is not UTF-8: invalid byte at offset 0.`,
    ])
    expect(await refused(`path=${PATH}&brnach=x`, SOURCE)).toEqual([400, expect.stringContaining('branch?')])
    expect(await refused(`path=${PATH}&files=abc`, SOURCE)).toEqual([400, expect.stringContaining('has files')])
    expect(await refused(`path=${PATH}&content=abc`, SOURCE)).toEqual([400, expect.stringContaining('content')])
  })
})

describe('GET of the bytes of a file', () => {
  beforeEach(translate)
  const address = `file?path=${PATH}&locale=de`

  it('returns the file as it is written to the repository, with name and hash', async () => {
    const response = await at(address)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({ hello: 'Hallo', bye: 'Hallo' })
    expect(response.headers.get('etag')).toBe(`"${createHash('sha256').update(text).digest('hex')}"`)
    expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''de.json`)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('access-control-expose-headers')).toContain('ETag')
  })

  it('returns nothing when the client has it', async () => {
    const etag = (await at(address)).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await at(address, { headers: { 'if-none-match': known } })
      expect([response.status, await response.text()]).toEqual([304, ''])
    }
    expect((await at(address, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
    expect((await at(address, { method: 'HEAD' })).headers.get('etag')).toBe(etag)
  })

  it('returns the answer of the tool on request for JSON', async () => {
    const response = await at(address, { headers: { accept: 'application/json' } })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ files: [{ path: 'locales/de.json', content: expect.any(String) }] })
  })

  it('returns URLs on request for JSON without content', async () => {
    const json = { accept: 'application/json' }
    const answer = (await (await at(`${address}&content=false`, { headers: json })).json()) as object
    expect(answer).toMatchObject({ downloads: [{ path: 'locales/de.json' }] })
    expect(JSON.stringify(answer)).not.toContain('Hallo')
    expect(await (await at(`${address}&content=false`)).json()).toEqual({ hello: 'Hallo', bye: 'Hallo' })
  })

  it('has the number of conflicts in a header, also of an archive', async () => {
    expect((await at(address)).headers.get('dragoman-conflicts')).toBeNull()
    const ada = await testApp.world.user('ada')
    const human = await testApp.world.human('ada')
    const items = [{ key: 'bye', action: 'approve' }]
    await human.call('review_translations', { project: 'ada/app', locale: 'de', items })
    const path = 'locales/de.json'
    const content = '{"hello": "Hallo", "bye": "Datei"}'
    const files = [{ path, content }]
    expect(await ada.call('push_translations', { project: 'ada/app', files })).toMatchObject({
      conflicts: { count: 1 },
    })
    const owner = `have=${encodeURIComponent(JSON.stringify(have({ [path]: content }).have))}`
    const response = await at(`${address}&${owner}`)
    expect(await response.text()).toBe(content)
    expect(response.headers.get('dragoman-conflicts')).toBe('1')
    const other = await at(address)
    expect(await other.json()).toEqual({ hello: 'Hallo', bye: 'Hallo' })
    expect(other.headers.get('dragoman-conflicts')).toBe('1')
    expect(response.headers.get('access-control-expose-headers')).toContain('Dragoman-Conflicts')
    for (const query of ['locales=de', `locales=de&${owner}`]) {
      const archive = await at(`export?${query}`)
      expect(archive.headers.get('dragoman-conflicts')).toBe('1')
      const tar = gunzipSync(Buffer.from(await archive.arrayBuffer())).toString()
      expect(tar.includes(content)).toBe(query.includes('have'))
    }
  })

  it('is rejected when it would be several files, as a JSON problem', async () => {
    await translateInto('fr')
    const response = await at('file')
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
    expect(await response.json()).toMatchObject({ code: 'invalid_input', fix: expect.stringContaining('/export') })
    expect((await at('file?path=x.json&locale=de')).status).toBe(404)
  })
})

describe('GET of an archive', () => {
  beforeEach(translate)

  it('has the files of the locales, the same bytes each time', async () => {
    const one = await at('export?locales=de,fr')
    const bytes = Buffer.from(await one.arrayBuffer())
    expect(one.headers.get('content-type')).toBe('application/gzip')
    const tar = gunzipSync(bytes).toString()
    for (const piece of ['locales/de.json', 'locales/fr.json', 'Hallo']) expect(tar).toContain(piece)
    const etag = one.headers.get('etag') ?? ''
    expect((await at('export?locales=de,fr', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const german = gunzipSync(Buffer.from(await (await at('export?locales=de')).arrayBuffer())).toString()
    expect(german).not.toContain('locales/fr.json')
  })

  it('has only files that changed since', async () => {
    const since = encodeURIComponent('2099-01-01T00:00:00Z')
    const tar = gunzipSync(Buffer.from(await (await at(`export?changed_since=${since}`)).arrayBuffer()))
    expect(tar.every(byte => byte === 0)).toBe(true)
  })
})
