import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { assertGrantedScopes } from '../../src/http/mcp/step-up.ts'
import { recordMissingScopes } from '../../src/http/missing-scopes.ts'
import { connect } from '../auth/oauth/granted.ts'
import { allTests } from '../harness/each-test.ts'
import { openWorld } from '../tools/world.ts'

const world = allTests(() => openWorld())

describe('a missing scope that cannot be recorded', () => {
  it('gets an error result, because an unrecorded challenge would repeat forever', async () => {
    const { token, grantId } = await connect(world.services, 'ada')
    const { principal } = await world.bearer(token)
    const full = () => Promise.reject(new AppError('store_unavailable', 'The disk is full.'))
    const services = {
      ...world.services,
      store: { ...world.services.store, read: world.services.store.read, transaction: full },
    }
    expect(await recordMissingScopes({ services, principal }, ['project:delete'])).toBe('text')
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'delete_project', arguments: {} } }
    await expect(assertGrantedScopes(call, { services, principal })).resolves.toBeUndefined()
    expect((await world.services.store.read.grants.get(grantId))?.wanted).toEqual([])
  })

  it('is recorded and challenged when the store writes again', async () => {
    const { token, grantId } = await connect(world.services, 'ada')
    const { principal } = await world.bearer(token)
    expect(await recordMissingScopes({ services: world.services, principal }, ['project:delete'])).toBe('challenge')
    expect((await world.services.store.read.grants.get(grantId))?.wanted).toHaveLength(1)
  })
})
