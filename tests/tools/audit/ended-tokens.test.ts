import { beforeEach, describe, expect, it } from 'vitest'
import { runOperatorCommand } from '../../../src/operator/commands.ts'
import type { AuditView } from '../../../src/tools/audit/view.ts'
import type { createToken } from '../../../src/tools/tokens/create-token.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { eachTest } from '../../harness/each-test.ts'
import { openTestApp } from '../../http/test-app.ts'
import type { AnswerOf } from '../answer.ts'

const testApp = eachTest(() => openTestApp({ baseUrl: 'http://localhost:4050' }))
const ada = eachTest(() => testApp.world.user('ada'))
const cy = eachTest(() => testApp.world.user('cy'))

beforeEach(() => testApp.world.organization('acme', { ada: 'admin', cy: 'member' }))

type Made = AnswerOf<typeof createToken>

const SELF = ['user:read', 'user:write'] as const
const make = (by: typeof ada, args: object = {}) => by.call<Made>('create_token', { name: 'ci', scopes: SELF, ...args })
const childOf = async ({ token }: Made) => make(await testApp.world.bearer(token))

/** The events about the end of a token, by its ID. */
async function endOf({ id }: Made, organization?: string): Promise<readonly Partial<AuditView>[]> {
  const args = { target: id, action: 'revoke_token' }
  const listed = await (organization === undefined
    ? ada.call<{ events: AuditView[] }>('list_audit_events', args)
    : ada.call<{ events: AuditView[] }>('list_organization_audit_events', { ...args, organization }))
  return listed.events.map(({ by = '', detail = {} }) => ({ by, detail }))
}

const ended = (by: string, { prefix }: Made, why: string) => [{ by, detail: { name: 'ci', prefix, why } }]

describe('a token that is revoked with something else', () => {
  it.each([
    ['leave_organization', 'cy', 'member_left'],
    ['remove_member', 'ada', 'member_removed'],
  ])('has its own event in the log of the organization: %s', async (tool, by, why) => {
    const made = [await make(cy, { account: 'acme' }), await make(cy, { account: 'acme' })]
    const args = { organization: 'acme', ...(by === 'ada' && { user: 'cy' }) }
    await (by === 'ada' ? ada : cy).call(tool, args)
    for (const one of made) expect(await endOf(one, 'acme')).toEqual(ended(by, one, why))
  })

  it('has an event when its parent token is revoked, by its owner or an operator', async () => {
    const [own, again] = [await make(ada), await make(ada)]
    const [child, other] = [await childOf(own), await childOf(again)]
    await ada.call('revoke_token', { id: own.id })
    expect(await endOf(child)).toEqual(ended('ada', child, 'maker_revoked'))
    expect(await endOf(own)).toEqual([{ by: 'ada', detail: { name: 'ci', prefix: own.prefix, revoked: 2 } }])
    const { services } = testApp
    const holder = { kind: 'command', pid: 1, startedAt: services.now() } as const
    await runOperatorCommand('token revoke', { id: again.id }, { services, holder, requestId: 'req-command' })
    expect(await endOf(other)).toEqual(ended('', other, 'maker_revoked'))
  })

  it('has an event when the app that created it is revoked', async () => {
    const app = await connect(testApp.services, 'ada', { scopes: SELF })
    const made = await make(await testApp.world.bearer(app.token))
    const child = await childOf(made)
    await ada.call('revoke_grant', { id: app.grantId })
    for (const one of [made, child]) expect(await endOf(one)).toEqual(ended('ada', one, 'app_revoked'))
  })

  it.each([
    ['has one', 50],
    ['is counted alone', 51],
  ])('%s when %d are revoked together', async (what, count) => {
    const made = []
    for (let n = 0; n < count; n++) made.push(await make(cy, { account: 'acme' }))
    await ada.call('remove_member', { organization: 'acme', user: 'cy' })
    for (const one of [...made.slice(0, 2), ...made.slice(-1)]) {
      expect(await endOf(one, 'acme')).toEqual(what === 'has one' ? ended('ada', one, 'member_removed') : [])
    }
    const { events } = await ada.call<{ events: AuditView[] }>('list_organization_audit_events', {
      organization: 'acme',
      action: 'remove_member',
    })
    expect(events[0]?.detail).toMatchObject({ revoked_tokens: count })
  })
})
