import { describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { refused } from '../world.ts'
import { openAcme } from './acme.ts'

const acme = eachTest(openAcme)

const DAY = 24 * 60 * 60 * 1000
const organization = 'acme'
const confirmed = { organization, confirm: 'acme' }
const project = 'acme/app'

describe('deleting an organization', () => {
  it('needs its handle as confirmation, and previews what is deleted', async () => {
    await acme.token(acme.cy, ['project:read'])
    for (const [confirm, given] of [
      [undefined, 'confirm is missing'],
      ['Acme', 'confirm is "Acme"'],
    ]) {
      expect(await refused(acme.ada.call('delete_organization', { organization, confirm }))).toMatchObject({
        code: 'invalid_input',
        message: `${given}. Nothing was deleted. acme has 3 members, 1 project and 1 token.`,
        fix: 'To go on, repeat the call with confirm: "acme".',
      })
    }
    expect(await acme.ada.call('get_organization', { organization })).toMatchObject({ projects: 1 })
  })

  it('is for its administrators only', async () => {
    verifies('5.3.organization:delete')
    expect(await refused(acme.cy.call('delete_organization', confirmed))).toMatchObject({ code: 'forbidden' })
    expect(await refused(acme.eve.call('delete_organization', confirmed))).toMatchObject({ code: 'not_found' })
    expect(await acme.bob.call('delete_organization', confirmed)).toEqual({
      organization,
      deleted_at: '2027-03-01T12:00:00.000Z',
      restorable_until: '2027-03-31T12:00:00.000Z',
      next: expect.stringContaining('restore_organization') as string,
    })
    expect((await acme.events())[0]).toMatchObject({ action: 'delete_organization', target: 'acme' })
  })

  it('hides it with its content from all users at once, also from its owner', async () => {
    await acme.world.setAccount('acme', { public: true })
    await acme.ada.call('delete_organization', confirmed)
    for (const who of [acme.ada, acme.cy, acme.eve]) {
      for (const [tool, args] of [
        ['get_organization', { organization }],
        ['list_members', { organization }],
        ['update_organization', { organization, name: 'x' }],
        ['update_member', { organization, user: 'cy', role: 'admin' }],
        ['hand_over_organization', { organization, to: 'bob', confirm: 'acme' }],
        ['set_organization_visibility', { organization, public: false }],
        ['leave_organization', { organization }],
        ['get_project', { project }],
        ['list_projects', { account: 'acme' }],
        ['create_project', { project: 'acme/new', source_locale: 'en', target_locales: ['de'] }],
        ['push_source', { project, files: [{ path: 'l/en.json', content: '{"a":"A"}' }] }],
        ['delete_project', { project, confirm: project }],
        ['restore_project', { project }],
        ['get_voice', { target: 'acme' }],
        ['get_glossary', { target: project }],
        ['create_token', { name: 'ci', scopes: ['project:read'], account: 'acme' }],
      ] as const) {
        expect(await refused(who.call(tool, args)), tool).toMatchObject({ code: 'not_found' })
      }
      expect(await who.call('list_organizations')).toEqual({ organizations: [] })
    }
    expect(await refused(acme.ada.call('get_user', { handle: 'cy' }))).toMatchObject({ code: 'not_found' })
    expect(await acme.cy.call('list_accounts')).toMatchObject({ accounts: [{ account: 'cy' }] })
    expect(await acme.ada.call('get_context')).toMatchObject({ accounts: [{ account: 'ada' }] })
  })

  it('stops its tokens until it is restored', async () => {
    const { token } = await acme.token(acme.cy, ['project:read'])
    const held = await acme.world.bearer(token)
    await acme.ada.call('delete_organization', confirmed)
    expect(await refused(acme.world.bearer(token))).toMatchObject({ message: 'organization_deleted' })
    expect(await refused(held.call('get_context'))).toMatchObject({ code: 'invalid_token' })
    await acme.ada.call('restore_organization', { organization })
    expect(await (await acme.world.bearer(token)).call('get_project', { project })).toMatchObject({ project })
  })

  it('works once', async () => {
    await acme.ada.call('delete_organization', confirmed)
    expect(await refused(acme.ada.call('delete_organization', confirmed))).toMatchObject({
      code: 'not_found',
      fix: expect.stringContaining('restore_organization') as string,
    })
  })
})

describe('restoring an organization', () => {
  it('restores it with members, roles and projects', async () => {
    await acme.ada.call('set_organization_visibility', { organization, public: true })
    const before = await acme.ada.call('get_organization', { organization })
    await acme.ada.call('delete_organization', confirmed)
    acme.world.pass(30 * DAY - 1)
    const { role_rights: _, ...view } = before
    expect(await acme.bob.call('restore_organization', { organization })).toMatchObject({
      ...view,
      roles: ['organization_member', 'organization_admin', 'public_account'],
    })
    expect(await acme.ada.call('get_organization', { organization })).toEqual(before)
    expect([await acme.role('bob'), await acme.role('cy')]).toEqual(['admin', 'member'])
    expect(await acme.cy.call('get_project', { project })).toMatchObject({ project })
    expect((await acme.events())[0]).toMatchObject({ action: 'restore_organization' })
  })

  it('is for its former administrators only, and not for its tokens', async () => {
    const { token } = await acme.token(acme.ada, ['organization:delete'])
    const held = await acme.world.bearer(token)
    await acme.ada.call('delete_organization', confirmed)
    for (const [tool, args] of [
      ['restore_organization', {}],
      ['delete_organization', { confirm: 'acme' }],
    ] as const) {
      const { message, fix } = await refused(acme.eve.call(tool, { organization: 'nix', ...args }))
      for (const { call } of [acme.cy, acme.eve]) {
        const error = await refused(call(tool, { organization, ...args }))
        expect(error, tool).toMatchObject({ code: 'not_found', message: message.replace('nix', 'acme'), fix })
      }
    }
    expect(await refused(held.call('restore_organization', { organization }))).toMatchObject({ code: 'invalid_token' })
    await acme.world.setAccount('acme', { has_access: false })
    expect(await refused(acme.ada.call('restore_organization', { organization }))).toMatchObject({ code: 'no_access' })
  })

  it('is not possible without a deletion, nor after 30 days', async () => {
    expect(await refused(acme.ada.call('restore_organization', { organization }))).toMatchObject({
      code: 'conflict',
      message: 'acme is not deleted.',
    })
    await acme.ada.call('delete_organization', confirmed)
    acme.world.pass(30 * DAY)
    expect(await refused(acme.ada.call('restore_organization', { organization }))).toMatchObject({
      code: 'not_found',
      message: 'acme was deleted on 2027-03-01T12:00:00.000Z. It could be restored until 2027-03-31T12:00:00.000Z.',
    })
  })

  it('keeps projects deleted that were deleted before', async () => {
    await acme.ada.call('delete_project', { project, confirm: project })
    await acme.ada.call('delete_organization', confirmed)
    await acme.ada.call('restore_organization', { organization })
    expect(await refused(acme.ada.call('get_project', { project }))).toMatchObject({ code: 'not_found' })
    expect(await acme.ada.call('restore_project', { project })).toMatchObject({ project })
  })
})
