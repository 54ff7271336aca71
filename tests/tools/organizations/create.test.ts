import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { eachWorld, expectRefusal, refused } from '../world.ts'

const DAY = 24 * 60 * 60 * 1000
const LIMIT = 10

const world = eachWorld()

const makes = async (handle: string, organization: string, more: object = {}) =>
  (await world.user(handle)).call('create_organization', { organization, ...more })

describe('a new organization', () => {
  it('belongs to its creator, who is administrator and first member', async () => {
    verifies('1.organization-projects', '2.3.organization', '2.4.organization', '2.4.member', '5.3.organization:write')
    const made = await makes('ada', 'Acme', { name: ' Acme, Inc. ' })
    expect(made).toEqual({
      organization: 'acme',
      name: 'Acme, Inc.',
      owner: 'ada',
      has_access: true,
      public: false,
      roles: ['organization_member', 'organization_admin', 'account_owner'],
      members: 1,
      projects: 0,
      created_at: '2027-03-01T12:00:00.000Z',
      next: expect.stringContaining('invite_member') as string,
    })
    const { next: _, ...view } = made
    const ada = await world.user('ada')
    expect(await ada.call('get_organization', { organization: 'ACME' })).toMatchObject(view)
    expect(await ada.call('list_members', { organization: 'acme' })).toEqual({
      members: [{ user: 'ada', name: 'ada', role: 'owner', since: '2027-03-01T12:00:00.000Z' }],
    })
    expect(
      await ada.call('create_project', { project: 'acme/app', source_locale: 'en', target_locales: ['de'] }),
    ).toMatchObject({ project: 'acme/app' })
    expect(await ada.call('get_organization', { organization: 'acme' })).toMatchObject({ projects: 1 })
  })

  it('is one of at most 10 per owner, including deleted ones', async () => {
    for (let count = 1; count <= LIMIT; count += 1) await makes('ada', `team${count}x`)
    const ada = await world.user('ada')
    await ada.call('delete_organization', { organization: 'team7x', confirm: 'team7x' })
    expect(await refused(makes('ada', 'more'))).toMatchObject({
      code: 'conflict',
      message: 'ada owns 10 organizations. The limit is 10.',
      fix: expect.stringContaining('hand_over_organization') as string,
    })
    expect(await makes('bea', 'more')).toMatchObject({ owner: 'bea' })
    world.pass(30 * DAY)
    expect(await makes('ada', 'again')).toMatchObject({ owner: 'ada' })
  })
})

describe('the handle of a new organization', () => {
  it.each([
    ['acme inc', 'Handle "acme inc" is not valid.'],
    ['аcme', 'Handle "аcme" has the character U+0430.'],
    ['Admin', 'Handle "Admin" is reserved.'],
    ['0perator', 'Handle 0perator looks like operator, which is reserved.'],
  ])('is not %j: %s', async (handle, message) => {
    expect(await refused(makes('ada', handle))).toMatchObject({ code: 'invalid_input', message })
  })

  it('cannot be that of another user or organization', async () => {
    await world.user('bea')
    await makes('ada', 'acme')
    for (const handle of ['bea', 'BEA', 'acme', 'ada']) {
      expect(await refused(makes('ada', handle)), handle).toMatchObject({
        code: 'already_exists',
        message: `Handle ${handle.toLowerCase()} is taken.`,
      })
    }
  })

  it('cannot be that of the local user, who may not exist yet', async () => {
    const { services } = world
    const machine = { ...services, auth: { ...services.auth, machineHandle: 'grace' } }
    const { principal } = await world.user('ada')
    const { createOrganization } = await import('../../../src/tools/organizations/create-organization.ts')
    for (const [organization, message] of [
      ['grace', 'Handle grace is taken.'],
      ['gra-ce', 'Handle gra-ce looks like grace, which is taken.'],
    ]) {
      const call = { services: machine, principal, surface: 'rest', requestId: 'r' } as const
      expect(await refused(createOrganization.invoke({ organization }, call))).toMatchObject({
        code: 'already_exists',
        message,
      })
    }
  })

  it.each([
    ['al1ce', 'alice'],
    ['alice', 'a-l1ce'],
    ['g00gle', 'google'],
    ['rnodern', 'modern'],
    ['be-a', 'bea'],
  ])('is not %s when there is %s', async (handle, other) => {
    if (other === 'bea') await world.user('bea')
    else await makes('bea', other)
    expect(await refused(makes('ada', handle))).toMatchObject({
      code: 'already_exists',
      message: `Handle ${handle} looks like ${other}, which is taken.`,
      fix: expect.stringContaining('Choose another') as string,
    })
  })

  it('may differ from a handle by a digit in place of a letter', async () => {
    await makes('ada', 'stripe')
    for (const handle of ['5tripe', '4pp', 'm3', 'team3', 'teame', 'team5', 'app-5']) {
      expect(await makes('ada', handle), handle).toMatchObject({ organization: handle })
    }
  })

  it('may differ from another by i and l', async () => {
    await makes('ada', 'bali')
    expect(await makes('ada', 'ball')).toMatchObject({ organization: 'ball' })
    expect(await refused(makes('ada', 'ba11'))).toMatchObject({ code: 'already_exists' })
  })

  it('cannot be that of a restorable one, and only its administrators learn why', async () => {
    const ada = await world.user('ada')
    await makes('ada', 'acme')
    await ada.call('delete_organization', { organization: 'acme', confirm: 'acme' })
    expect(await refused(makes('ada', 'acme'))).toMatchObject({
      code: 'already_exists',
      message: 'acme was deleted on 2027-03-01T12:00:00.000Z and can still be restored.',
      fix: expect.stringContaining('restore_organization') as string,
    })
    expect(await refused(makes('eve', 'acme'))).toMatchObject({ message: 'Handle acme is taken.' })
    expect(await refused(makes('eve', 'ac-me'))).toMatchObject({ code: 'already_exists' })
    world.pass(30 * DAY)
    expect(await makes('eve', 'acme')).toMatchObject({ owner: 'eve', members: 1 })
    await expectRefusal(ada.call('restore_organization', { organization: 'acme' }), 'not_found')
  })
})
