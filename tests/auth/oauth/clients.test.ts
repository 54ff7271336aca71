import { describe, expect, it } from 'vitest'
import { clientFailure, findClient } from '../../../src/auth/oauth/clients/find.ts'
import { toCustomerNetwork } from '../../../src/auth/oauth/clients/limit.ts'
import type { ClientFault } from '../../../src/auth/oauth/clients/lookup.ts'
import { register } from '../../../src/auth/oauth/clients/registration.ts'
import { mintSecret } from '../../../src/auth/secrets.ts'
import { allTests } from '../../harness/each-test.ts'
import { openWorld } from '../../tools/world.ts'

const world = allTests(() => openWorld())

const find = (clientId: string) => findClient(clientId, { services: world.services, address: '192.0.2.1' })

describe('a client', () => {
  it('that registered is found by its ID', async () => {
    const outcome = register(
      { redirect_uris: ['https://claude.ai/cb'] },
      { network: '192.0.2.1', now: world.services.now() },
    )
    if ('fault' in outcome) throw new Error(outcome.fault.problem)
    await world.services.store.transaction(tx => tx.clients.insert(outcome.client))
    expect(await find(outcome.client.id)).toEqual({ client: outcome.client })
  })

  it.each(['', 'x', mintSecret('svcc').value, 'ftp://h/x', '__proto__'])('is unknown by %j', async id => {
    expect(await find(id)).toEqual({ fault: { why: 'unknown' } })
  })
})

it.each<[ClientFault, number, string]>([
  [{ why: 'unknown' }, 401, 'invalid_client'],
  [{ why: 'not_taken', setting: 'off' }, 401, 'invalid_client'],
  [{ why: 'not_taken', setting: 'known' }, 401, 'invalid_client'],
  [{ why: 'address', problem: 'x.' }, 401, 'invalid_client'],
  [{ why: 'document', problem: 'x.' }, 401, 'invalid_client'],
  [{ why: 'unreachable' }, 503, 'temporarily_unavailable'],
])('a client that is not found because %j returns %i %s', (fault, status, error) => {
  expect(clientFailure(fault)).toMatchObject({ status, error })
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['2001:db8:a:b::192.0.2.1', '2001:db8:a::/48'],
  ['', ''],
  ['not an address', 'not an address'],
])('the network of an address %j is %j', (address, network) => {
  expect(toCustomerNetwork(address)).toBe(network)
})
