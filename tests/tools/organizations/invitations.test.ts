import { beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '../../../src/auth/policy/scopes.ts'
import { hashSecret } from '../../../src/auth/secrets.ts'
import type { Frozen } from '../../../src/store/frozen.ts'
import type { InvitationRecord } from '../../../src/store/records/identity.ts'
import type { listInvitations } from '../../../src/tools/invitations/list-invitations.ts'
import type { InvitationView } from '../../../src/tools/invitations/view.ts'
import { eachTest } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { hash } from '../../store/contract/samples.ts'
import type { AnswerOf } from '../answer.ts'
import { eachWorld, expectRefusal, refused, type World } from '../world.ts'

type Caller = Awaited<ReturnType<World['user']>>
type Made = InvitationView & { url: string }
type Listed = AnswerOf<typeof listInvitations>

const DAY = 24 * 60 * 60 * 1000

const world = eachWorld()
const bea = eachTest(() => world.user('bea'))
const ada = eachTest(() => world.user('ada'))

beforeEach(() => world.organization('acme', { bea: 'admin', meg: 'member' }))

const invite = (args: object = {}, by = bea) => by.call<Made>('invite_member', { organization: 'acme', ...args })
const listed = async (by = bea) => (await by.call<Listed>('list_invitations', { organization: 'acme' })).invitations
const mine = async (by: Caller) => (await by.call<Listed>('list_my_invitations')).invitations
const secretOf = ({ url }: Made): string => url.slice(url.lastIndexOf('/') + 1)
const recordOf = async (id: string): Promise<Frozen<InvitationRecord>> => {
  const found = await world.services.store.read.invitations.get(id)
  if (found === undefined) throw new Error(`no invitation ${id}`)
  return found
}

describe('an invitation', () => {
  it('is a link that is shown once and stored as a hash', async () => {
    verifies('2.4.invitation', '5.3.members:write')
    const made = await invite({ note: 'For the new translator' })
    expect(made).toEqual({
      id: expect.any(String),
      organization: 'acme',
      role: 'member',
      note: 'For the new translator',
      invited_by: 'bea',
      created_at: '2027-03-01T12:00:00.000Z',
      expires_at: '2027-03-08T12:00:00.000Z',
      url: expect.stringMatching(/^http:\/\/localhost:4050\/invite\/svci_[0-9a-f]{48}$/),
    })
    const { url, ...view } = made
    expect(await listed()).toEqual([view])
    const record = await recordOf(made.id)
    expect(record.hash).toBe(hashSecret(secretOf(made)))
    expect(JSON.stringify(record)).not.toContain(secretOf(made).slice(9))
    const { items } = await world.services.store.read.audit.page('all', '', { limit: 5 })
    expect(items[0]).toMatchObject({ action: 'invite_member', target: made.id, detail: { role: 'member' } })
    expect(JSON.stringify(items)).not.toContain(url.slice(-40))
  })

  it('is for the holder of the link, or for one user who sees it in their list', async () => {
    const [open, forAda] = [await invite(), await invite({ user: 'ADA', role: 'admin', expires_in_days: 30 })]
    expect(open).not.toHaveProperty('user')
    expect(forAda).toMatchObject({ user: 'ada', role: 'admin', expires_at: '2027-03-31T12:00:00.000Z' })
    const { url: _url, ...view } = forAda
    expect(await mine(ada)).toEqual([view])
    expect(await mine(await world.user('eve'))).toEqual([])
  })

  it('is shown by get_context to its user while they may answer it with their credential', async () => {
    const next = async (scopes?: Scope[]) => {
      const { next: told } = await (await world.user('ada', scopes)).call<{ next: string }>('get_context')
      return told
    }
    expect(await next()).not.toContain('invited')
    await invite()
    await invite({ user: 'ada', expires_in_days: 1 })
    expect(await next()).toContain('create_project')
    expect(await next()).toContain(
      'Your user is invited to acme: they can answer at http://localhost:4050/account/invitations, or ask you to call answer_invitation.',
    )
    expect(await next(['project:read'])).not.toContain('acme')
    world.pass(DAY)
    expect(await next()).not.toContain('acme')
  })

  it.each([0, 31, 1.5, -1])('expires after 1 to 30 days, not %s', async expires_in_days => {
    expect(await refused(invite({ expires_in_days }))).toMatchObject({ code: 'invalid_input' })
  })

  it('rejects an unknown handle, and explains how to invite a new user', async () => {
    const error = await refused(invite({ user: 'nobody' }))
    expect(error).toMatchObject({ code: 'not_found', message: expect.stringContaining('"nobody"') })
    expect(error.fix).toContain('Leave user out')
    const organization = await refused(invite({ user: 'acme' }))
    expect(organization.message.replaceAll('acme', 'nobody')).toBe(error.message)
  })

  it('is rejected for a member, and for a user with an open one', async () => {
    expect(await refused(invite({ user: 'meg' }))).toMatchObject({ code: 'already_exists', fix: expect.any(String) })
    expect(await refused(invite({ user: 'bea' }))).toMatchObject({ code: 'already_exists' })
    const { id } = await invite({ user: 'ada' })
    const twice = await refused(invite({ user: 'ada', role: 'admin' }))
    expect(twice).toMatchObject({ code: 'already_exists', fix: expect.stringContaining(id) })
    expect(twice.fix).toContain('revoke_invitation')
    await bea.call('revoke_invitation', { organization: 'acme', id })
    expect(await invite({ user: 'ada', expires_in_days: 1 })).toMatchObject({ user: 'ada' })
    world.pass(DAY)
    expect(await invite({ user: 'ada' }), 'after the one before has expired').toMatchObject({ user: 'ada' })
  })

  it('is one of at most 200 open ones', async () => {
    for (let count = 0; count < 200; count += 1) await invite({ expires_in_days: count === 0 ? 1 : 7 })
    await expectRefusal(invite(), 'conflict', '200 open invitations')
    world.pass(DAY)
    await invite()
    expect(await refused(invite())).toMatchObject({ code: 'conflict' })
  })
})

it('ended invitations are kept up to 1,000, and then the oldest are deleted', async () => {
  const { store } = world.services
  const first = await invite({ expires_in_days: 1 })
  const open = await invite()
  const { id: _, ...like } = await recordOf(first.id)
  const ended = { at: like.created_at, as: 'revoked', user_id: like.invited_by } as const
  const copy = (at: number) => ({ ...like, id: `i${at}`, hash: hash(`${at}`), ended, expires_at: open.expires_at })
  await store.transaction(async tx => {
    for (let at = 0; at < 997; at++) await tx.invitations.insert(copy(at))
  })
  await invite()
  expect(await recordOf(first.id)).toBeDefined()
  world.pass(DAY)
  await invite()
  expect(await store.read.invitations.get(first.id)).toBeUndefined()
  await invite()
  expect(await store.read.invitations.count('account', like.account_id)).toBe(1000)
  expect((await listed()).map(({ id }) => id)).toContain(open.id)
})

it('permission to invite is limited to administrators with access', async () => {
  verifies('5.6.members:write', '5.6.members:read')
  await world.organization('north', { nora: 'admin' })
  const [meg, nora] = [await world.user('meg'), await world.user('nora')]
  const made = await invite()
  const revoke = (by: Caller) => by.call('revoke_invitation', { organization: 'acme', id: made.id })
  expect(await refused(invite({}, meg))).toMatchObject({ code: 'forbidden' })
  expect(await refused(revoke(meg))).toMatchObject({ code: 'forbidden' })
  expect(await listed(meg), 'members see who is invited').toHaveLength(1)
  for (const call of [() => invite({}, nora), () => revoke(nora), () => listed(nora)]) {
    expect(await refused(call())).toMatchObject({ code: 'not_found' })
  }
  const foreign = nora.call('revoke_invitation', { organization: 'north', id: made.id })
  expect(await refused(foreign), 'by the address of one’s own').toMatchObject({ code: 'not_found' })
  await world.setAccount('acme', { has_access: false })
  expect(await refused(invite())).toMatchObject({ code: 'no_access' })
  expect(await listed()).toHaveLength(1)
})

it('list_invitations lists only open ones, the next to expire first, in pages', async () => {
  const ids: string[] = []
  for (const days of [5, 2, 9, 1, 7]) ids.push((await invite({ expires_in_days: days })).id)
  const [five, two, nine, , seven] = ids
  await bea.call('revoke_invitation', { organization: 'acme', id: two })
  world.pass(DAY)
  const first = await bea.call<Listed>('list_invitations', { organization: 'acme', limit: 2 })
  expect(first.invitations.map(({ id }) => id)).toEqual([five, seven])
  const rest = { organization: 'acme', limit: 2, cursor: first.next_cursor }
  const second = await bea.call<Listed>('list_invitations', rest)
  expect(second.invitations.map(({ id }) => id)).toEqual([nine])
  expect(second).not.toHaveProperty('next_cursor')
  await world.organization('north', { bea: 'admin' })
  await expectRefusal(bea.call('list_invitations', { ...rest, organization: 'north' }), 'invalid_input', 'cursor')
})

describe('revoke_invitation', () => {
  it('ends a link at once and can be repeated; an unknown ID is an error', async () => {
    const made = await invite({ user: 'ada' })
    const revoke = (id: string) => bea.call('revoke_invitation', { organization: 'acme', id })
    expect(await revoke(made.id)).toEqual({ id: made.id })
    const { ended } = await recordOf(made.id)
    world.pass(1)
    expect(await revoke(made.id)).toEqual({ id: made.id })
    expect((await recordOf(made.id)).ended, 'as it was').toEqual(ended)
    expect(await listed()).toEqual([])
    expect(await mine(ada)).toEqual([])
    const answered = ada.call('answer_invitation', { invitation: made.url, accept: true })
    await expectRefusal(answered, 'gone', 'was revoked')
    expect(await refused(revoke('nothing'))).toMatchObject({ code: 'not_found' })
    const { items } = await world.services.store.read.audit.page('all', '', { limit: 1 })
    const account = await world.services.store.read.accounts.by('handle', 'acme')
    expect(items[0]).toMatchObject({ action: 'revoke_invitation', account_id: account?.id, target: made.id })
  })

  it('does not remove a member who has joined', async () => {
    const made = await invite()
    await ada.call('answer_invitation', { invitation: made.url, accept: true })
    const error = await refused(bea.call('revoke_invitation', { organization: 'acme', id: made.id }))
    expect(error).toMatchObject({ code: 'conflict', fix: expect.stringContaining('remove_member, user ada') })
  })
})
