import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { assertGrantedScopes } from '../../src/http/mcp/step-up.ts'
import { recordMissingScopes } from '../../src/http/missing-scopes.ts'
import { openWorld, type World } from '../tools/world.ts'
import { connect } from './oauth/granted.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('a want that cannot be noted', () => {
  it('is told in words, because a challenge that is not remembered would come again and again', async () => {
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

  it('is noted when the store writes again, and challenged', async () => {
    const { token, grantId } = await connect(world.services, 'ada')
    const { principal } = await world.bearer(token)
    expect(await recordMissingScopes({ services: world.services, principal }, ['project:delete'])).toBe('challenge')
    expect((await world.services.store.read.grants.get(grantId))?.wanted).toHaveLength(1)
  })
})
