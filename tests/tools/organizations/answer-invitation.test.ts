import { beforeEach, describe, expect, it } from 'vitest'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { compoundKey } from '../../../src/store/records/define.ts'
import type { InvitationView } from '../../../src/tools/invitations/view.ts'
import { MAX_MEMBERS } from '../../../src/tools/members/membership.ts'
import { connect } from '../../auth/oauth/granted.ts'
import { eachTest } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { eachWorld, expectRefusal, refused, type World } from '../world.ts'

type Caller = Awaited<ReturnType<World['user']>>
type Made = InvitationView & { url: string }

const DAY = 24 * 60 * 60 * 1000

const world = eachWorld()
const bea = eachTest(() => world.user('bea'))
const ada = eachTest(() => world.user('ada'))
const eve = eachTest(() => world.user('eve'))
let acme: string

beforeEach(async () => {
  // The owner is not the inviter.
  acme = await world.organization('acme', { olga: 'admin', bea: 'admin', meg: 'member' })
})

const read = () => world.services.store.read
const invite = (args: object = {}, by = bea) => by.call<Made>('invite_member', { organization: 'acme', ...args })
const answer = (by: Caller, invitation: string, accept = true) => by.call('answer_invitation', { invitation, accept })
const secretOf = ({ url }: Made): string => url.slice(url.lastIndexOf('/') + 1)
const roleOf = async ({ principal }: Caller) =>
  (await read().memberships.by('pair', compoundKey(acme, principal.user.id)))?.role
const endOf = async ({ id }: Made) => (await read().invitations.get(id))?.ended?.as
const isListed = async (by: Caller) =>
  (await by.call<{ invitations: unknown[] }>('list_my_invitations')).invitations.length > 0

describe('accepting an invitation', () => {
  it('adds a member with the role of the invitation, once', async () => {
    verifies('5.3.user:write')
    const made = await invite({ role: 'admin' })
    expect(await answer(ada, made.url)).toEqual({
      organization: 'acme',
      role: 'admin',
      accepted: true,
      next: expect.stringContaining('get_context'),
    })
    expect(await roleOf(ada)).toBe('admin')
    expect(await endOf(made)).toBe('accepted')
    for (const by of [ada, eve]) {
      await expectRefusal(answer(by, made.url), 'gone', 'answered')
    }
    expect(await roleOf(eve)).toBeUndefined()
  })

  it('works by link, by its secret, and for the invited user by ID', async () => {
    for (const form of ['url', 'secret', 'id'] as const) {
      const made = await invite({ user: 'ada' })
      const given = { url: ` ${made.url}\n`, secret: secretOf(made), id: made.id }[form]
      expect(await answer(ada, given, false), form).toMatchObject({ accepted: false })
    }
    const behindProxy = await invite({ user: 'ada' })
    expect(await answer(ada, `https://elsewhere.example/invite/${secretOf(behindProxy)}?x=1`)).toMatchObject({
      accepted: true,
    })
  })

  it('admits exactly one of many concurrent users', async () => {
    const made = await invite()
    const people = await Promise.all(['p1', 'p2', 'p3', 'p4', 'p5'].map(handle => world.user(handle)))
    const outcomes = await Promise.allSettled(people.map(person => answer(person, made.url)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const roles = await Promise.all(people.map(roleOf))
    expect(roles.filter(role => role !== undefined)).toEqual(['member'])
    expect(await read().memberships.count('account', acme)).toBe(4)
  })

  it('needs no access of the user’s own account', async () => {
    verifies('5.6.user:write')
    await world.setAccount('ada', { has_access: false })
    const made = await invite({ user: 'ada' })
    expect(await answer(ada, made.id)).toMatchObject({ accepted: true })
  })

  it('is in the logs of the organization and the user, with the role and without the link', async () => {
    const [accepted, declined] = [await invite({ role: 'admin' }), await invite()]
    await answer(ada, accepted.url)
    await answer(eve, declined.url, false)
    const { items } = await read().audit.page('account', acme, { limit: 10 })
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'answer_invitation', target: declined.id, user_id: eve.principal.user.id, detail: { accepted: false } },
      { target: accepted.id, user_id: ada.principal.user.id, detail: { accepted: true, role: 'admin' } },
    ])
    expect(JSON.stringify(items)).not.toMatch(/svci_/)
    const own = await read().audit.page('user', ada.principal.user.id, { limit: 10 })
    expect(own.items[0]).toMatchObject({ action: 'answer_invitation' })
  })

  it('returns its first answer to a repeated call with the same key', async () => {
    const made = await invite()
    const args = { invitation: made.url, accept: true, idempotency_key: 'once' }
    const first = await ada.call('answer_invitation', args)
    expect(await ada.call('answer_invitation', args)).toEqual(first)
    expect(JSON.stringify(await read().replays.list('all', ''))).not.toContain(secretOf(made).slice(9))
  })

  it('reports an answered invitation to a removed member, also with the same key', async () => {
    const [forAda, forEve] = [await invite({ user: 'ada' }), await invite()]
    const args = (invitation: string) => ({ invitation, accept: true, idempotency_key: 'once' })
    await ada.call('answer_invitation', args(forAda.id))
    await eve.call('answer_invitation', args(forEve.url))
    await bea.call('remove_member', { organization: 'acme', user: 'ada' })
    const [repeated, again] = [
      await refused(ada.call('answer_invitation', args(forAda.id))),
      await refused(answer(ada, forAda.id)),
    ]
    expect(repeated).toMatchObject({ code: 'gone', message: again.message, fix: again.fix })
    expect(await eve.call('answer_invitation', args(forEve.url))).toMatchObject({ accepted: true })
    await bea.call('delete_organization', { organization: 'acme', confirm: 'acme' })
    expect(await refused(eve.call('answer_invitation', args(forEve.url)))).toMatchObject({ code: 'gone' })
  })
})

it('declining an invitation uses it up and changes nothing else', async () => {
  const made = await invite()
  expect(await answer(ada, made.url, false)).toMatchObject({ organization: 'acme', accepted: false })
  expect(await endOf(made)).toBe('declined')
  expect(await roleOf(ada)).toBeUndefined()
  expect(await refused(answer(eve, made.url))).toMatchObject({ code: 'gone' })
})

describe('an invitation that the caller may not answer', () => {
  it('returns the same error as a missing one', async () => {
    const made = await invite({ user: 'ada' })
    const unknown = await refused(answer(eve, mintSecret('svci').value))
    expect(unknown).toMatchObject({ code: 'not_found', fix: expect.stringContaining('list_my_invitations') })
    for (const given of [made.url, made.id, 'no-id', '../x', 'svci_']) {
      expect(await refused(answer(eve, given)), given).toMatchObject({ code: 'not_found', message: unknown.message })
      expect(await refused(answer(eve, given, false)), given).toMatchObject({ message: unknown.message })
    }
    await bea.call('revoke_invitation', { organization: 'acme', id: made.id })
    expect(await refused(answer(eve, made.url)), 'also when it is over').toMatchObject({ message: unknown.message })
    expect(await endOf(made)).toBe('revoked')
  })

  it('is a link whose ID alone is known', async () => {
    const made = await invite({ role: 'admin' })
    expect(await refused(answer(ada, made.id))).toMatchObject({ code: 'not_found' })
    expect(await endOf(made)).toBeUndefined()
  })

  it('is one to a user who calls with an organization’s token or a limited app', async () => {
    const made = await invite({ user: 'ada' })
    await world.organization('north', { ada: 'admin' })
    const args = { name: 't', scopes: ['user:read', 'user:write'], account: 'north' }
    const { token } = await ada.call<{ token: string }>('create_token', args)
    const scopes = ['user:read', 'user:write'] as const
    const own = ada.principal.user.account_id
    const limited = await connect(world.services, 'ada', { scopes, accounts: [own] })
    for (const value of [token, limited.token]) {
      const app = await world.bearer(value)
      const error = await refused(answer(app, made.id))
      expect(error).toMatchObject({ code: 'forbidden', fix: expect.any(String) })
    }
    expect(await isListed(await world.bearer(limited.token))).toBe(false)
    const whole = await connect(world.services, 'ada', { scopes })
    expect(await isListed(await world.bearer(whole.token))).toBe(true)
    expect(await answer(await world.bearer(whole.token), made.id)).toMatchObject({ accepted: true })
  })

  it('is one to their own organization: a link stays open for others', async () => {
    const meg = await world.user('meg')
    const made = await invite({ role: 'admin' })
    for (const accept of [true, false]) {
      expect(await refused(answer(meg, made.url, accept))).toMatchObject({ code: 'conflict' })
    }
    expect(await roleOf(meg)).toBe('member')
    expect(await answer(ada, made.url)).toMatchObject({ accepted: true })
  })
})

describe('an ended invitation', () => {
  it('reports its expiration, and is in no list', async () => {
    const made = await invite({ user: 'ada', expires_in_days: 1 })
    world.pass(DAY - 1)
    expect(await isListed(ada)).toBe(true)
    world.pass(1)
    await expectRefusal(answer(ada, made.url), 'gone', 'expired')
    expect(await isListed(ada)).toBe(false)
    expect(await roleOf(ada)).toBeUndefined()
  })

  it('is one of a creator who may not invite anymore, and the fix is to ask for another', async () => {
    const stops: Readonly<Record<string, () => Promise<void>>> = {
      'no member': () => setRole(undefined),
      'no administrator': () => setRole('member'),
      suspended: () => suspend(world.services.now().toISOString()),
      'without access': () => world.setAccount('bea', { has_access: false }),
    }
    const made = await invite({ user: 'ada' })
    for (const [what, stop] of Object.entries(stops)) {
      await stop()
      const error = await refused(answer(ada, made.url))
      expect(error, what).toMatchObject({ code: 'gone', message: expect.stringContaining('may not invite anymore') })
      expect(error.fix, what).toContain('a new one')
      expect(await isListed(ada), what).toBe(false)
      await Promise.all([setRole('admin'), suspend(undefined), world.setAccount('bea', { has_access: true })])
    }
    expect(await answer(ada, made.url)).toMatchObject({ accepted: true })
  })

  it('is one to a deleted organization, until that is restored', async () => {
    const made = await invite({ user: 'ada' })
    const olga = await world.user('olga')
    await olga.call('delete_organization', { organization: 'acme', confirm: 'acme' })
    await expectRefusal(answer(ada, made.url), 'gone', 'deleted')
    expect(await isListed(ada)).toBe(false)
    await olga.call('restore_organization', { organization: 'acme' })
    expect(await answer(ada, made.url)).toMatchObject({ accepted: true })
  })

  it('is every other one for the same user, so that a removed member cannot return', async () => {
    const [link, forAda] = [await invite(), await invite({ user: 'ada' })]
    const foreign = await invite({ user: 'eve' })
    await answer(ada, link.url)
    expect(await isListed(ada)).toBe(false)
    await bea.call('remove_member', { organization: 'acme', user: 'ada' })
    expect(await refused(answer(ada, forAda.id))).toMatchObject({ code: 'gone' })
    expect(await endOf(foreign)).toBeUndefined()
  })
})

it('a full organization accepts no new member, and the invitation stays open', async () => {
  await world.services.store.transaction(async tx => {
    const created_at = world.services.now().toISOString()
    for (let count = 3; count < MAX_MEMBERS; count += 1) {
      const id = world.services.newId()
      await tx.memberships.insert({ id, account_id: acme, user_id: `u${count}`, role: 'member', created_at })
    }
  })
  const made = await invite({ user: 'ada' })
  await expectRefusal(answer(ada, made.url), 'conflict', `${MAX_MEMBERS} members`)
  expect(await endOf(made)).toBeUndefined()
  await bea.call('remove_member', { organization: 'acme', user: 'meg' })
  expect(await answer(ada, made.url)).toMatchObject({ accepted: true })
})

async function setRole(role: 'admin' | 'member' | undefined): Promise<void> {
  const id = bea.principal.user.id
  await world.services.store.transaction(async tx => {
    const membership = await tx.memberships.by('pair', compoundKey(acme, id))
    if (membership !== undefined) await tx.memberships.remove(membership.id)
    if (role === undefined) return
    const created_at = world.services.now().toISOString()
    await tx.memberships.insert({ id: world.services.newId(), account_id: acme, user_id: id, role, created_at })
  })
}

async function suspend(at: string | undefined): Promise<void> {
  await world.services.store.transaction(async tx => {
    const user = await tx.users.get(bea.principal.user.id)
    if (user === undefined) throw new Error('no bea')
    const { suspended_at: _, ...rest } = user
    await tx.users.put(at === undefined ? rest : { ...rest, suspended_at: at })
  })
}
