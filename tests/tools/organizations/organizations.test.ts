import { describe, expect, it } from 'vitest'
import { ORGANIZATION_ROLES } from '../../../src/auth/policy/organization-roles.ts'
import { eachTest } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { expectRefusal, refused } from '../world.ts'
import { openAcme } from './acme.ts'

const acme = eachTest(openAcme)

const organization = 'acme'

describe('an organization', () => {
  it('is readable for its members, with their own roles, and for nobody else', async () => {
    expect(await acme.cy.call('get_organization', { organization })).toEqual({
      organization: 'acme',
      name: 'acme',
      owner: 'ada',
      has_access: true,
      public: false,
      roles: ['organization_member'],
      members: 3,
      projects: 1,
      created_at: '2027-03-01T12:00:00.000Z',
      role_rights: ORGANIZATION_ROLES,
    })
    expect(await acme.bob.call('get_organization', { organization })).toMatchObject({
      roles: ['organization_member', 'organization_admin'],
    })
    await acme.world.setAccount('acme', { public: true })
    const words = (error: { message: string; fix: string | undefined }, handle: string) =>
      `${error.message} ${error.fix}`.replace(handle, '?')
    const unknown = words(await refused(acme.eve.call('get_organization', { organization: 'nix' })), 'nix')
    for (const handle of ['acme', 'ada']) {
      const hidden = await refused(acme.eve.call('get_organization', { organization: handle }))
      expect(hidden.code).toBe('not_found')
      expect(words(hidden, handle)).toBe(unknown)
    }
  })

  it('is listed for its members by handle and in pages', async () => {
    verifies('5.3.organization:read')
    for (const handle of ['zeta', 'beta']) await acme.eve.call('create_organization', { organization: handle })
    await acme.world.organization('gamma', { ada: 'admin', eve: 'member' })
    const first = await acme.eve.call<{ organizations: { organization: string }[]; next_cursor?: string }>(
      'list_organizations',
      { limit: 2 },
    )
    expect(first.organizations.map(one => one.organization)).toEqual(['beta', 'gamma'])
    const second = await acme.eve.call<typeof first>('list_organizations', { limit: 2, cursor: first.next_cursor })
    expect(second.organizations.map(one => one.organization)).toEqual(['zeta'])
    expect(second.next_cursor).toBeUndefined()
    expect(await refused(acme.eve.call('list_organizations', { cursor: 'x' }))).toMatchObject({ code: 'invalid_input' })
  })

  it('can be renamed by its administrators, and the log has both names', async () => {
    expect(await acme.bob.call('update_organization', { organization, name: 'Acme & Co' })).toMatchObject({
      organization: 'acme',
      name: 'Acme & Co',
    })
    expect((await acme.events())[0]).toMatchObject({
      action: 'update_organization',
      user_id: acme.bob.principal.user.id,
      target: 'acme',
      changes: { name: { from: 'acme', to: 'Acme & Co' } },
    })
    await expectRefusal(acme.cy.call('update_organization', { organization, name: 'x' }), 'forbidden')
    await expectRefusal(acme.eve.call('update_organization', { organization, name: 'x' }), 'not_found')
    for (const name of ['', ' ', 'two\nlines', 'hid\u200bden', 'x'.repeat(101), undefined]) {
      expect(await refused(acme.bob.call('update_organization', { organization, name })), name).toMatchObject({
        code: 'invalid_input',
      })
    }
    expect(
      await refused(acme.bob.call('update_organization', { organization, handle: 'new', name: 'x' })),
    ).toMatchObject({
      code: 'invalid_input',
    })
  })

  it('can be made public and private by its administrators, at once', async () => {
    verifies('5.3.organization:admin')
    const read = () => acme.eve.call('get_project', { project: 'acme/app' })
    expect(await refused(read())).toMatchObject({ code: 'not_found' })
    expect(await acme.bob.call('set_organization_visibility', { organization, public: true })).toMatchObject({
      public: true,
    })
    expect(await read()).toMatchObject({ project: 'acme/app' })
    expect(await refused(acme.eve.call('list_members', { organization }))).toMatchObject({ code: 'not_found' })
    expect(await refused(acme.eve.call('get_glossary', { target: 'acme/app' }))).toMatchObject({ code: 'forbidden' })
    await acme.bob.call('set_organization_visibility', { organization, public: false })
    expect(await refused(read())).toMatchObject({ code: 'not_found' })
    expect((await acme.events())[0]).toMatchObject({ changes: { public: { from: true, to: false } } })
    await expectRefusal(acme.cy.call('set_organization_visibility', { organization, public: true }), 'forbidden')
  })
})
