import { describe, expect, it } from 'vitest'
import { eachTest } from '../../harness/each-test.ts'
import { refused } from '../world.ts'
import { type Acme, openAcme } from './acme.ts'

const acme = eachTest(openAcme)

const organization = 'acme'
const toCy = { organization, to: 'cy', confirm: 'acme' }

describe('transferring an organization', () => {
  it('makes a member the owner and an administrator, and keeps the former owner as administrator', async () => {
    expect(await acme.ada.call('hand_over_organization', { ...toCy, to: 'Cy' })).toMatchObject({
      owner: 'cy',
      roles: ['organization_member', 'organization_admin'],
    })
    expect([await acme.role('cy'), await acme.role('ada')]).toEqual(['owner', 'admin'])
    expect(await acme.cy.call('get_organization', { organization })).toMatchObject({
      roles: ['organization_member', 'organization_admin', 'account_owner'],
    })
    expect((await acme.events())[0]).toMatchObject({
      action: 'hand_over_organization',
      target: 'acme',
      changes: { owner: { from: 'ada', to: 'cy' }, role: { from: 'member', to: 'admin' } },
    })
    expect(await acme.cy.call('update_member', { organization, user: 'ada', role: 'member' })).toMatchObject({
      role: 'member',
    })
    expect(await acme.ada.call('leave_organization', { organization })).toMatchObject({ organization })
    expect(await refused(acme.cy.call('leave_organization', { organization }))).toMatchObject({ code: 'conflict' })
  })

  it('includes the owner’s exclusive permissions', async () => {
    const setPolicy = (who: Acme['ada']) => who.call('update_glossary_policy', { target: 'acme', agents_save: false })
    expect(await refused(setPolicy(acme.cy))).toMatchObject({ code: 'forbidden' })
    expect(await setPolicy(acme.ada)).toMatchObject({ target: 'acme' })
    await acme.ada.call('hand_over_organization', toCy)
    expect(await refused(setPolicy(acme.ada))).toMatchObject({ code: 'forbidden' })
    expect(await setPolicy(acme.cy)).toMatchObject({ target: 'acme' })
  })

  it('is for the owner only', async () => {
    expect(await refused(acme.bob.call('hand_over_organization', { ...toCy, to: 'bob' }))).toMatchObject({
      code: 'forbidden',
      message: 'Only the owner of acme, ada, can hand it over.',
    })
    expect(await refused(acme.cy.call('hand_over_organization', toCy))).toMatchObject({ code: 'forbidden' })
    expect(await refused(acme.eve.call('hand_over_organization', toCy))).toMatchObject({ code: 'not_found' })
    expect(await acme.role('ada')).toBe('owner')
  })

  it('is rejected for a token of the organization, also the owner’s', async () => {
    const { token } = await acme.token(acme.ada, ['organization:admin'])
    expect(await refused((await acme.world.bearer(token)).call('hand_over_organization', toCy))).toMatchObject({
      code: 'forbidden',
      message: 'This token was made on an organization and cannot hand acme over.',
    })
    const own = await acme.token(acme.ada, ['organization:admin'], 'ada')
    expect(await (await acme.world.bearer(own.token)).call('hand_over_organization', toCy)).toMatchObject({
      owner: 'cy',
    })
  })

  it('needs the handle as confirmation', async () => {
    for (const [confirm, given] of [
      [undefined, 'confirm is missing'],
      ['ACME', 'confirm is "ACME"'],
      ['cy', 'confirm is "cy"'],
    ]) {
      expect(await refused(acme.ada.call('hand_over_organization', { ...toCy, confirm }))).toMatchObject({
        code: 'invalid_input',
        message: `${given}. Nothing was changed. cy would own acme.`,
        fix: 'To go on, repeat the call with confirm: "acme".',
      })
    }
    expect(await acme.role('ada')).toBe('owner')
  })

  it('requires a new owner who can manage it', async () => {
    const to = (handle: string) => refused(acme.ada.call('hand_over_organization', { ...toCy, to: handle }))
    expect(await to('eve')).toMatchObject({ code: 'not_found', message: 'acme has no member "eve".' })
    expect(await to('ada')).toMatchObject({ code: 'conflict', message: 'ada already owns acme.' })
    const message = 'cy has no access to this server and cannot own acme.'
    await acme.world.setAccount('cy', { has_access: false })
    expect(await to('cy')).toMatchObject({ code: 'conflict', message })
    await acme.world.setAccount('cy', { has_access: true })
    const { store, now } = acme.world.services
    await store.transaction(async tx => {
      const cy = await tx.users.by('handle', 'cy')
      if (cy !== undefined) await tx.users.put({ ...cy, suspended_at: now().toISOString() })
    })
    expect(await to('cy')).toMatchObject({ code: 'conflict', message })
    expect(await acme.role('cy')).toBe('member')
  })

  it('is rejected for a user who owns the maximum', async () => {
    for (let count = 0; count < 10; count += 1) {
      await acme.cy.call('create_organization', { organization: `team${count}x` })
    }
    expect(await refused(acme.ada.call('hand_over_organization', toCy))).toMatchObject({
      code: 'conflict',
      message: 'cy owns 10 organizations. The limit is 10.',
    })
  })

  it('happens once of two concurrent calls', async () => {
    const outcomes = await Promise.allSettled(
      ['bob', 'cy'].map(to => acme.ada.call('hand_over_organization', { ...toCy, to })),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await acme.role('bob')).toBe('owner')
  })
})
