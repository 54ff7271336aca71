import { describe, expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { legacyRequest, modernRequest, readAnswer } from '../rpc.ts'
import { openTestApp } from '../test-app.ts'

const testApp = allTests(() => openTestApp())
const ada = allTests(() => testApp.token('ada', ['project:read']))

const HIDDEN = 'a\u202eb\u0007c'
const VERSION = 'io.modelcontextprotocol/protocolVersion'

const post = async (init: RequestInit) => readAnswer(await fetch(`${testApp.url}/mcp`, init))
const told = (answer: Awaited<ReturnType<typeof post>>): string => JSON.stringify(answer.body)

describe.each([modernRequest, legacyRequest])('a repeated name in a message, by %o', make => {
  it.each([
    ['method', `${HIDDEN}/x`, {}],
    ['method', 'm'.repeat(201), {}],
    ['params.uri', 'resources/read', { uri: `dragoman://${HIDDEN}` }],
    ['params.uri', 'resources/read', { uri: `dragoman://${'u'.repeat(2_000)}` }],
    ['params.taskId', 'tasks/get', { taskId: HIDDEN }],
    ['params._meta', 'tools/list', { _meta: { [VERSION]: HIDDEN } }],
  ])('is rejected with our message: %s', async (field, method, params) => {
    const init = make('tools/list', {}, ada.token)
    const sent = { ...(JSON.parse(init.body) as object), method, params }
    const answer = await post({ ...init, body: JSON.stringify(sent) })
    expect([answer.status, answer.body.id, answer.body.error?.code]).toEqual([400, 7, -32600])
    expect(answer.body.error?.message).toContain(field)
    expect(told(answer)).not.toMatch(/\u202e|\\u0007|m{201}|u{201}/)
  })

  it('is rejected in a batch too', async () => {
    const body = JSON.stringify([{ jsonrpc: '2.0', id: 1, method: HIDDEN }])
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
    const answer = await post({ method: 'POST', headers, body })
    expect([answer.status, answer.body.error?.code]).toEqual([400, -32600])
    expect(told(answer)).not.toContain('\u202e')
  })

  it('with an ID of 200 characters is answered, and a longer ID is rejected', async () => {
    const init = make('nothing/here', {}, ada.token)
    const withId = (id: string) => ({ ...init, body: JSON.stringify({ ...(JSON.parse(init.body) as object), id }) })
    expect((await post(withId('i'.repeat(200)))).body).toMatchObject({ id: 'i'.repeat(200), error: { code: -32601 } })
    const longer = await post(withId('i'.repeat(201)))
    expect(longer.body).toMatchObject({ id: null, error: { code: -32600 } })
    expect(longer.body.error?.message).toContain('id has 201 characters')
  })
})
