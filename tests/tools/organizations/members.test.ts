import { describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { expectRefusal, refused } from '../world.ts'
import { type Acme, openAcme } from './acme.ts'

const acme = eachTest(openAcme)

const organization = 'acme'
const OWNER_STAYS = 'ada owns acme. Owners cannot leave, be removed or change role.'

describe('members', () => {
  it('are listed for members, in pages, by the time they joined', async () => {
    verifies('5.3.members:read')
    acme.world.pass(1000)
    await acme.join('eve')
    const list = (more: object) =>
      acme.cy.call<{ members: object[]; next_cursor?: string }>('list_members', { organization, ...more })
    const first = await list({ limit: 2 })
    const cursor = first.next_cursor
    const second = await list({ cursor })
    const since = '2027-03-01T12:00:00.000Z'
    const members = [...first.members, ...second.members]
    expect(members).toHaveLength(4)
    expect(members.slice(0, 3)).toEqual(
      expect.arrayContaining([
        { user: 'ada', name: 'ada', role: 'owner', since },
        { user: 'bob', name: 'bob', role: 'admin', since },
        { user: 'cy', name: 'cy', role: 'member', since },
      ]),
    )
    expect(members[3]).toEqual({ user: 'eve', name: 'eve', role: 'member', since: '2027-03-01T12:00:01.000Z' })
    expect(second.next_cursor).toBeUndefined()
    await acme.cy.call('leave_organization', { organization })
    await acme.cy.call('create_organization', { organization: 'other' })
    await expectRefusal(acme.cy.call('list_members', { organization: 'other', cursor }), 'invalid_input')
    expect(await refused(acme.cy.call('list_members', { organization }))).toMatchObject({ code: 'not_found' })
  })

  it('are promoted and demoted by administrators, and the log has both roles', async () => {
    verifies('5.3.members:write')
    expect(await acme.bob.call('update_member', { organization, user: 'CY', role: 'admin' })).toMatchObject({
      user: 'cy',
      role: 'admin',
    })
    expect((await acme.events())[0]).toMatchObject({
      action: 'update_member',
      target: 'cy',
      changes: { role: { from: 'member', to: 'admin' } },
    })
    expect(await acme.cy.call('update_member', { organization, user: 'bob', role: 'member' })).toMatchObject({
      role: 'member',
    })
    expect(await refused(acme.bob.call('update_member', { organization, user: 'cy', role: 'member' }))).toMatchObject({
      code: 'forbidden',
      message: 'You can see acme, but your role there does not allow members:write.',
    })
  })

  it('have one of two roles, and must be members', async () => {
    for (const role of ['owner', 'ADMIN', '', undefined]) {
      expect(await refused(acme.ada.call('update_member', { organization, user: 'cy', role })), role).toMatchObject({
        code: 'invalid_input',
      })
    }
    for (const user of ['eve', 'nobody']) {
      for (const [tool, args] of [
        ['update_member', { role: 'admin' }],
        ['remove_member', {}],
      ] as const) {
        expect(await refused(acme.ada.call(tool, { organization, user, ...args }))).toMatchObject({
          code: 'not_found',
          message: `acme has no member "${user}".`,
          fix: 'Call list_members for its members.',
        })
      }
    }
  })

  it('always include an administrator: the owner cannot be demoted, removed or leave', async () => {
    await acme.ada.call('update_member', { organization, user: 'bob', role: 'member' })
    for (const [who, tool, args] of [
      [acme.ada, 'update_member', { user: 'ada', role: 'member' }],
      [acme.ada, 'remove_member', { user: 'ada' }],
      [acme.ada, 'leave_organization', {}],
    ] as const) {
      expect(await refused(who.call(tool, { organization, ...args })), tool).toMatchObject({
        code: 'conflict',
        message: OWNER_STAYS,
        fix: expect.stringContaining('hand_over_organization') as string,
      })
    }
    expect(await acme.ada.call('update_member', { organization, user: 'ada', role: 'admin' })).toMatchObject({
      role: 'owner',
    })
    await acme.ada.call('update_member', { organization, user: 'bob', role: 'admin' })
    expect(await refused(acme.bob.call('remove_member', { organization, user: 'ada' }))).toMatchObject({
      message: OWNER_STAYS,
    })
    expect(await acme.role('ada')).toBe('owner')
  })
})

describe('a membership', () => {
  it('ends when an administrator removes it, with the role in the log', async () => {
    expect(await acme.bob.call('remove_member', { organization, user: 'cy' })).toEqual({
      user: 'cy',
      revoked_tokens: 0,
    })
    expect(await acme.role('cy')).toBeUndefined()
    expect((await acme.events())[0]).toMatchObject({
      action: 'remove_member',
      user_id: acme.bob.principal.user.id,
      target: 'cy',
      changes: { role: { from: 'member', to: null } },
    })
    for (const [tool, args] of [
      ['get_organization', { organization }],
      ['list_members', { organization }],
      ['get_project', { project: 'acme/app' }],
      ['leave_organization', { organization }],
    ] as const) {
      expect(await refused(acme.cy.call(tool, args)), tool).toMatchObject({ code: 'not_found' })
    }
    expect(await acme.cy.call('list_organizations')).toEqual({ organizations: [] })
  })

  it('ends when its user leaves, also without access, and the organization’s log has it', async () => {
    await acme.world.setAccount('cy', { has_access: false })
    expect(await acme.cy.call('leave_organization', { organization: 'Acme' })).toEqual({
      organization,
      revoked_tokens: 0,
    })
    expect(await acme.role('cy')).toBeUndefined()
    expect((await acme.events())[0]).toMatchObject({
      action: 'leave_organization',
      user_id: acme.cy.principal.user.id,
      target: 'acme',
      changes: { role: { from: 'member', to: null } },
    })
  })

  it('cannot be left by a non-member, with the error for a missing organization', async () => {
    await acme.world.setAccount('acme', { public: true })
    const [none, unknown, own] = [
      await refused(acme.eve.call('leave_organization', { organization })),
      await refused(acme.eve.call('leave_organization', { organization: 'nix' })),
      await refused(acme.eve.call('leave_organization', { organization: 'eve' })),
    ]
    expect(none.code).toBe('not_found')
    expect(none.message.replace('acme', 'nix')).toBe(unknown.message)
    expect(own.message.replace('eve', 'nix')).toBe(unknown.message)
    expect([none.fix, own.fix]).toEqual([unknown.fix, unknown.fix])
  })

  it('cannot be ended with a credential that has no access to the organization', async () => {
    const { token } = await acme.token(acme.cy, ['user:write', 'organization:read'])
    const made = await acme.world.bearer(token)
    expect(await refused(made.call('leave_organization', { organization }))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('token of an organization') as string,
    })
    const elsewhere = {
      ...acme.cy.principal,
      reach: { accounts: new Set([acme.cy.principal.user.account_id]) },
    }
    const { leaveOrganization } = await import('../../../src/tools/members/end-membership.ts')
    const call = { services: acme.world.services, principal: elsewhere, surface: 'rest', requestId: 'r' } as const
    expect(await refused(leaveOrganization.invoke({ organization }, call))).toMatchObject({ code: 'not_found' })
    expect(await acme.role('cy')).toBe('member')
  })

  it('ends access to the profiles of other members at once', async () => {
    verifies('5.5.organization_member', '5.6.user:read')
    expect(await acme.cy.call('get_user', { handle: 'ada' })).toMatchObject({ handle: 'ada' })
    await acme.cy.call('leave_organization', { organization })
    expect(await refused(acme.cy.call('get_user', { handle: 'ada' }))).toMatchObject({ code: 'not_found' })
    expect(await refused(acme.ada.call('get_user', { handle: 'cy' }))).toMatchObject({ code: 'not_found' })
    expect(await acme.bob.call('get_user', { handle: 'ada' })).toMatchObject({ handle: 'ada' })
  })
})

describe('the tokens of a former member', () => {
  it.each(['leave_organization', 'remove_member'])('on the organization are revoked by %s', async tool => {
    const onAcme = [await acme.token(acme.cy, ['project:read']), await acme.token(acme.cy, ['project:write'])]
    const [personal, ofBob] = [
      await acme.token(acme.cy, ['project:read'], 'cy'),
      await acme.token(acme.bob, ['project:read']),
    ]
    const answer =
      tool === 'leave_organization'
        ? await acme.cy.call(tool, { organization })
        : await acme.bob.call(tool, { organization, user: 'cy' })
    expect(answer).toMatchObject({ revoked_tokens: 2 })
    expect((await acme.events())[0]).toMatchObject({ detail: { revoked_tokens: 2 } })
    for (const { token } of onAcme)
      expect(await refused(acme.world.bearer(token))).toMatchObject({ message: 'revoked' })
    await expect(acme.world.bearer(ofBob.token)).resolves.toBeDefined()
    const own = await acme.world.bearer(personal.token)
    expect(await refused(own.call('get_project', { project: 'acme/app' }))).toMatchObject({ code: 'not_found' })
    expect(await own.call('list_projects')).toEqual({ projects: [] })
  })

  it('stay revoked when the user joins again', async () => {
    const { token } = await acme.token(acme.cy, ['project:read'])
    await acme.cy.call('leave_organization', { organization })
    await acme.join('cy')
    expect(await refused(acme.world.bearer(token))).toMatchObject({ message: 'revoked' })
  })

  it('are rejected for every non-member, however the membership ended', async () => {
    const { token } = await acme.token(acme.cy, ['project:read'])
    const held = await acme.world.bearer(token)
    await acme.world.services.store.transaction(async tx => {
      for (const { id } of await tx.memberships.list('user', acme.cy.principal.user.id)) await tx.memberships.remove(id)
    })
    expect(await refused(acme.world.bearer(token))).toMatchObject({ message: 'organization_left' })
    expect(await refused(held.call('get_context'))).toMatchObject({
      code: 'invalid_token',
      message: 'The organization of this token was deleted, or you left it.',
    })
  })
})

const invite = (by: Acme['ada'], more: object = {}) =>
  by.call<{ id: string; url: string }>('invite_member', { organization, ...more })

it.each([
  ['leave_organization', () => acme.bob.call('leave_organization', { organization })],
  ['remove_member', () => acme.ada.call('remove_member', { organization, user: 'bob' })],
  ['update_member', () => acme.ada.call('update_member', { organization, user: 'bob', role: 'member' })],
])(
  'the invitations of a former administrator are revoked for good by %s, and the log has their number',
  async (tool, end) => {
    await invite(acme.bob, { expires_in_days: 1 })
    acme.world.pass(24 * 60 * 60 * 1000)
    const [link, forEve] = [await invite(acme.bob), await invite(acme.bob, { user: 'eve' })]
    const ofAda = await invite(acme.ada)
    await end()
    expect((await acme.events())[0]).toMatchObject({ action: tool, detail: { revoked_invitations: 2 } })
    const { invitations } = await acme.ada.call<{ invitations: { id: string }[] }>('list_invitations', { organization })
    expect(invitations.map(({ id }) => id)).toEqual([ofAda.id])
    if (tool !== 'update_member') await acme.join('bob')
    await acme.ada.call('update_member', { organization, user: 'bob', role: 'admin' })
    for (const invitation of [link.url, forEve.url, forEve.id]) {
      expect(await refused(acme.eve.call('answer_invitation', { invitation, accept: true }))).toMatchObject({
        code: 'gone',
        message: 'This invitation was revoked.',
      })
    }
    expect(await acme.eve.call('answer_invitation', { invitation: ofAda.url, accept: true })).toMatchObject({
      accepted: true,
    })
  },
)
