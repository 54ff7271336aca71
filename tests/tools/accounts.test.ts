import { beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '../harness/each-test.ts'
import { openWorld } from './world.ts'

const world = allTests(() => openWorld())

beforeAll(async () => {
  await world.organization('acme', { ada: 'admin', bob: 'member' })
  await world.organization('open', { ada: 'admin' })
  await world.setAccount('open', { public: true, has_access: false })
})

describe('get_account', () => {
  it('shows the caller’s roles', async () => {
    const bob = await world.user('bob')
    expect(await bob.call('get_account', { account: 'ACME' })).toEqual({
      account: 'acme',
      name: 'acme',
      kind: 'organization',
      has_access: true,
      public: false,
      roles: ['organization_member'],
    })
    expect(await bob.call('get_account', { account: 'bob' })).toMatchObject({
      kind: 'personal',
      roles: ['account_owner'],
    })
  })

  it('shows how near its limits an account is, except to other users', async () => {
    const ada = await world.user('ada')
    await world.setAccount('open', { has_access: true, limits: { projects: 1 } })
    await ada.call('create_project', { project: 'open/app', source_locale: 'en', target_locales: ['de'] })
    const quota = ['1 of 1 projects used. Ask an operator to raise the limit.']
    expect(await ada.call('get_account', { account: 'open' })).toMatchObject({ quota })
    expect(await ada.call('get_organization', { organization: 'open' })).toMatchObject({ quota })
    const zoe = await world.user('zoe')
    expect(await zoe.call('get_account', { account: 'open' })).not.toHaveProperty('quota')
  })
})
