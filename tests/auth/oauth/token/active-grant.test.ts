import { expect, it } from 'vitest'
import { revokeGrant } from '../../../../src/auth/oauth/grants/lifecycle.ts'
import { findActiveGrant } from '../../../../src/auth/oauth/token/active-grant.ts'
import { allTests } from '../../../harness/each-test.ts'
import { openWorld } from '../../../tools/world.ts'
import { makeClient, makeCode } from '../authorized.ts'

const world = allTests(() => openWorld())

async function allowed() {
  const { id } = await makeClient(world.services)
  const { grantId: grant_id, userId: user_id } = await makeCode(world.services, { client: { id, secret: '' } })
  const client = await world.services.store.read.clients.get(id)
  if (client === undefined) throw new Error('no client')
  return { client, grant_id, user_id }
}

it('a grant is not active once its client is deleted', async () => {
  const { client, ...held } = await allowed()
  const stands = () => world.services.store.transaction(tx => findActiveGrant(tx, held, client))
  expect(await stands()).toMatchObject({ grant: { id: held.grant_id } })
  await world.services.store.transaction(tx => tx.clients.remove(client.id))
  expect(await stands()).toEqual({ fault: 'client_gone' })
})

it('a revoked grant leaves no code behind', async () => {
  const { grant_id } = await allowed()
  const { store, now } = world.services
  expect(await store.read.codes.count('grant', grant_id)).toBe(1)
  await store.transaction(async tx => {
    const grant = await tx.grants.get(grant_id)
    if (grant !== undefined) await revokeGrant(tx, grant, 'user', now())
  })
  expect(await store.read.codes.count('grant', grant_id)).toBe(0)
})
