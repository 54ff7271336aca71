import { beforeEach, describe, expect, it } from 'vitest'
import type { listOrganizations } from '../../../src/tools/organizations/read-organizations.ts'
import type { AnswerOf } from '../answer.ts'
import { eachWorld } from '../world.ts'

const DAY = 24 * 60 * 60_000

const world = eachWorld()
beforeEach(async () => {
  await world.organization('acme', { ada: 'admin', bob: 'admin', carol: 'member' })
  const ada = await world.user('ada')
  await ada.call('delete_organization', { organization: 'acme', confirm: 'acme' })
})

const list = async (handle: string, deleted = true) =>
  (await world.user(handle)).call<AnswerOf<typeof listOrganizations>>('list_organizations', { deleted })
const listed = async (...args: Parameters<typeof list>): Promise<readonly string[]> =>
  (await list(...args)).organizations.map(({ organization }) => organization)

describe('list_organizations with deleted', () => {
  it('returns those that the caller can restore with their deadline, and no others', async () => {
    await world.organization('other', { ada: 'admin' })
    expect((await list('ada')).organizations).toMatchObject([
      {
        organization: 'acme',
        roles: ['organization_member', 'organization_admin', 'account_owner'],
        deleted_at: '2027-03-01T12:00:00.000Z',
        restorable_until: '2027-03-31T12:00:00.000Z',
      },
    ])
    expect(await listed('ada', false)).toEqual(['other'])
    expect(await listed('bob')).toEqual(['acme'])
  })

  it('omits restored ones, and those whose 30 days are over', async () => {
    const bob = await world.user('bob')
    await bob.call('restore_organization', { organization: 'acme' })
    expect(await listed('ada')).toEqual([])
    await bob.call('delete_organization', { organization: 'acme', confirm: 'acme' })
    world.pass(30 * DAY - 1)
    expect(await listed('ada')).toEqual(['acme'])
    world.pass(1)
    expect(await listed('ada')).toEqual([])
  })
})
