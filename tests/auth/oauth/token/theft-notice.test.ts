import { expect, it } from 'vitest'
import { expiredRecords } from '../../../../src/auth/expired-records.ts'
import { revokeStolenFamily } from '../../../../src/auth/oauth/grants/lifecycle.ts'
import { allTests } from '../../../harness/each-test.ts'
import { openWorld } from '../../../tools/world.ts'
import { connect } from '../granted.ts'

const DAY = 24 * 60 * 60 * 1000
const world = allTests(() => openWorld())

it('the sweep keeps a stolen family for 30 days, so that its user can be notified', async () => {
  const { store, now } = world.services
  const { familyId } = await connect(world.services, 'ada')
  const swept = () =>
    store.transaction(async tx => {
      const ids: string[] = []
      for await (const { table, id } of expiredRecords(tx, now())) {
        if (table === 'access_tokens') await tx.access_tokens.remove(id)
        ids.push(id)
      }
      return ids
    })
  world.pass(20 * DAY)
  await store.transaction(async tx => {
    const family = await tx.families.get(familyId)
    if (family !== undefined) await revokeStolenFamily(tx, family, now())
  })
  world.pass(30 * DAY - 1)
  expect(await swept()).not.toContain(familyId)
  world.pass(1)
  expect(await swept()).toContain(familyId)
})
