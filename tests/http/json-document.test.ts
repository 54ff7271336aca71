import { describe, expect, it, onTestFinished } from 'vitest'
import { createDocument } from '../../src/http/responses/json-document.ts'
import { openTestApp } from './test-app.ts'

it('a document that is the same for all clients is built once for each base URL', () => {
  let made = 0
  const documentOf = createDocument(() => ({ made: ++made }))
  const first = documentOf('http://localhost:0')
  expect(documentOf('http://localhost:0').bytes).toBe(first.bytes)
  const second = documentOf('http://localhost:4050')
  expect(documentOf('http://localhost:4050').bytes).toBe(second.bytes)
  expect(String(second.bytes)).toBe('{"made":2}')
  expect(second.etag).not.toBe(first.etag)
})

it('GET /api/dragoman.schema.json has the JSON Schema of dragoman.json, without a credential', async () => {
  const deps = await openTestApp()
  try {
    const answer = await fetch(`${deps.url}/api/dragoman.schema.json`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      title: 'dragoman.json',
      type: 'object',
      required: ['project', 'source_locale', 'target_locales', 'files'],
      additionalProperties: false,
      properties: { $schema: { type: 'string' }, files: { items: { required: ['source'] } } },
    })
  } finally {
    await deps.close()
  }
})

describe('GET /api/openapi.json', () => {
  it('is limited to 120 requests a minute, apart from the metadata', async () => {
    const deps = await openTestApp({ rateLimitFactor: 1 })
    onTestFinished(deps.close)
    const statuses = new Map<number, number>()
    for (let count = 0; count < 121; count++) {
      const { status, headers } = await fetch(`${deps.url}/api/openapi.json`, { method: 'HEAD' })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 429) expect([headers.get('retry-after'), headers.get('cache-control')]).toEqual(['60', 'no-store'])
    }
    expect([...statuses]).toEqual([
      [200, 120],
      [429, 1],
    ])
    const options = await fetch(`${deps.url}/api/openapi.json`, { method: 'OPTIONS' })
    expect(options.status).toBe(204)
    expect((await fetch(`${deps.url}/.well-known/oauth-protected-resource`)).status).toBe(200)
  })
})
