import { describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'

const testApp = eachTest(openTestApp)
const ada = eachTest(() => testApp.token('ada', ['project:read', 'project:write', 'project:admin', 'project:delete']))

const send = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${testApp.url}/api/projects${path}`, {
    method,
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('projects over REST', () => {
  it('are changed, deleted and restored at their own path', async () => {
    await send('POST', '', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    expect(await send('PATCH', '/ada/app', { name: 'App', add_locales: ['fr'] })).toMatchObject({
      status: 200,
      body: { name: 'App', target_locales: ['de', 'fr'] },
    })
    expect(await send('PATCH', '/ada/app/policy', { review: 'required' })).toMatchObject({
      status: 200,
      body: { settings: { review: 'required' } },
    })
    expect(await send('DELETE', '/ada/app')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await send('DELETE', '/ada/app?confirm=ada/app')).toMatchObject({
      status: 200,
      body: { project: 'ada/app' },
    })
    expect(await send('GET', '/ada/app')).toMatchObject({ status: 404 })
    expect(await send('POST', '/ada/app/restore')).toMatchObject({ status: 200, body: { name: 'App' } })
    expect(await send('GET', '/ada/app')).toMatchObject({ status: 200, body: { target_locales: ['de', 'fr'] } })
  })

  it('remove a branch whose name has slashes', async () => {
    await send('POST', '', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
    const files = [{ path: 'locales/en.json', content: '{"a":"A"}' }]
    for (const branch of ['main', 'fix/a-b']) await send('PUT', '/ada/app/files', { branch, files })
    expect(await send('DELETE', '/ada/app/branches?branch=fix/a-b&dry_run=true')).toMatchObject({
      status: 200,
      body: { dry_run: true, branch: 'fix/a-b', files: 1 },
    })
    expect(await send('DELETE', '/ada/app/branches?branch=fix/a-b')).toMatchObject({ body: { files: 1, unused: 0 } })
    expect(await send('DELETE', '/ada/app/branches?branch=fix/a-b')).toMatchObject({ status: 404 })
    expect(await send('DELETE', '/ada/app/branches?branch=main')).toMatchObject({ status: 400 })
  })
})
