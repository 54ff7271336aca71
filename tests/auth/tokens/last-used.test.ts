import { describe, expect, it } from 'vitest'
import { revokeGrant } from '../../../src/auth/oauth/grants/lifecycle.ts'
import { createUseRecorder } from '../../../src/auth/tokens/last-used.ts'
import { allTests } from '../../harness/each-test.ts'
import { verifies } from '../../requirements.ts'
import { openWorld } from '../../tools/world.ts'
import { connect } from '../oauth/granted.ts'

const world = allTests(() => openWorld())

const nowhere = () => ({ address: '192.0.2.1', userAgent: undefined })
/** A token of ada that was never used. */
const newToken = async () => {
  const ada = await world.user('ada')
  const { id } = await ada.call<{ id: string }>('create_token', { name: 'x', scopes: ['user:read'] })
  const record = await world.services.store.read.tokens.get(id)
  if (record === undefined) throw new Error('no token')
  return { id, record }
}
const recorder = () => {
  const { store, now } = world.services
  return createUseRecorder({ store, now, onError: error => expect.unreachable(String(error)) })
}
/** Waits for the writes that were begun before. */
const settle = () => world.services.store.transaction(async () => undefined)

describe('the last use of a token', () => {
  it('is written once a minute, however often the token is used', async () => {
    verifies('2.2.last-used')
    const { store, now } = world.services
    const { id } = await newToken()
    const writes: string[] = []
    const stop = store.watch(changes =>
      writes.push(...changes.filter(change => change.id === id).map(({ kind }) => kind)),
    )
    const note = recorder()
    const useManyTimes = async (): Promise<void> => {
      for (let n = 0; n < 50; n += 1) {
        const token = await store.read.tokens.get(id)
        if (token !== undefined) note({ kind: 'token', record: token }, nowhere)
      }
      await settle()
    }
    await useManyTimes()
    expect(writes).toEqual(['put'])
    expect((await store.read.tokens.get(id))?.last_used_at).toBe(now().toISOString())
    world.pass(59_999)
    await useManyTimes()
    expect(writes).toHaveLength(1)
    world.pass(1)
    await useManyTimes()
    expect(writes).toHaveLength(2)
    stop()
  })

  it('is not written again by a concurrent request that read the old record', async () => {
    const { store } = world.services
    const { id, record: token } = await newToken()
    const { grantId } = await connect(world.services, 'ada')
    const grant = await store.read.grants.get(grantId)
    if (grant === undefined) throw new Error('no grant')
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const note = recorder()
      note({ kind: 'token', record: token }, () => ({ address, userAgent: undefined }))
      note({ kind: 'grant', record: grant }, () => ({ address, userAgent: undefined }))
      await settle()
    }
    expect(await store.read.tokens.get(id)).toMatchObject({ address: '192.0.2.1' })
    expect(await store.read.grants.get(grantId)).toMatchObject({ address: '192.0.2.1' })
  })

  it('includes the address, and the first part of a long user agent', async () => {
    const { store } = world.services
    const { id } = await newToken()
    const use = async (userAgent: string | undefined, address: string) => {
      const record = await store.read.tokens.get(id)
      if (record === undefined) throw new Error('no token')
      const note = recorder()
      note({ kind: 'token', record }, () => ({ address, userAgent }))
      await settle()
      return store.read.tokens.get(id)
    }
    expect(await use('x'.repeat(5000), '192.0.2.7')).toMatchObject({
      address: '192.0.2.7',
      user_agent: 'x'.repeat(200),
    })
    world.pass(59_999)
    expect(await use('curl/8', '192.0.2.8')).toMatchObject({ address: '192.0.2.7' })
    world.pass(1)
    const later = await use(undefined, '192.0.2.9')
    expect(later).toMatchObject({ address: '192.0.2.9' })
    expect(later).not.toHaveProperty('user_agent')
  })

  it('never fails the request when the address or the store fails', async () => {
    const { store, now } = world.services
    const { id, record } = await newToken()
    const errors: unknown[] = []
    const full = {
      ...store,
      transaction: (): never => {
        throw new Error('the disk is full')
      },
    }
    const note = createUseRecorder({ store: full, now, onError: error => errors.push(error) })
    note({ kind: 'token', record }, () => {
      throw new Error('the socket is gone')
    })
    await expect.poll(() => errors.map(String)).toEqual(['Error: the socket is gone'])
    note({ kind: 'token', record }, nowhere)
    await expect.poll(() => errors.map(String)).toContain('Error: the disk is full')
    expect((await store.read.tokens.get(id))?.last_used_at).toBeNull()
  })

  it('does not bring a revoked token back', async () => {
    const { id, record } = await newToken()
    await (await world.user('ada')).call('revoke_token', { id })
    recorder()({ kind: 'token', record }, nowhere)
    await settle()
    const revoked = await world.services.store.read.tokens.get(id)
    expect(revoked).toMatchObject({ last_used_at: null, revoked_at: expect.any(String) })
    expect(revoked).not.toHaveProperty('address')
  })

  it('does not bring a revoked grant back', async () => {
    const { store, now } = world.services
    const { grantId } = await connect(world.services, 'ada')
    const stale = await store.read.grants.get(grantId)
    if (stale === undefined) throw new Error('no grant')
    await store.transaction(tx => revokeGrant(tx, stale, 'user', now()))
    recorder()({ kind: 'grant', record: stale }, nowhere)
    await settle()
    expect(await store.read.grants.get(grantId)).toMatchObject({ last_used_at: null, revoked_for: 'user' })
  })
})
