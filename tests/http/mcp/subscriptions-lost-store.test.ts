import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/errors.ts'
import { eachTest } from '../../harness/each-test.ts'
import { modernRequest } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const testApp = eachTest(() => openTestApp())

beforeEach(async () => {
  const ada = await testApp.world.user('ada')
  await ada.call('create_project', { project: 'ada/app', source_locale: 'en', target_locales: ['de'] })
})

// By the tool, by the subscription, and by the tool again after the watch began.
it.each([1, 2, 3])('a subscription while the store cannot be read is refused with 503: lookup %i', async lost => {
  const { token } = await testApp.token('ada', ['project:read'])
  const { projects } = testApp.services.store.read
  const by = projects.by.bind(projects)
  const finds = vi.spyOn(projects, 'by').mockImplementation(async (...name) => {
    if (finds.mock.calls.length === lost)
      throw new AppError('store_unavailable', 'Lost.', { fix: 'Try again later.', retryAfter: 5 })
    return by(...name)
  })
  const filter = { notifications: { resourceSubscriptions: ['dragoman://ada/app/status'] } }
  const answer = await fetch(`${testApp.url}/mcp`, modernRequest('subscriptions/listen', filter, token))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({ error: { data: { code: 'store_unavailable', permanent: false } } })
  expect(finds).toHaveBeenCalledTimes(lost)
  finds.mockRestore()
})
