import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../src/errors.ts'
import type { Store } from '../../src/store/store.ts'
import { observeStore } from '../../src/telemetry/observed-store.ts'
import { type Meters, NO_TELEMETRY } from '../../src/telemetry/telemetry.ts'
import { eachTest } from '../harness/each-test.ts'
import { user } from '../store/contract/samples.ts'
import { openWorld } from '../tools/world.ts'

type Ended = Parameters<Meters['transactionEnded']>[0]

describe('the observed store', () => {
  const world = eachTest(() => openWorld())
  let store: Store
  let ended: Ended[]
  beforeEach(async () => {
    ended = []
    const meters = { ...NO_TELEMETRY.meters, transactionEnded: (one: Ended) => void ended.push(one) }
    store = observeStore(world.services.store, { ...NO_TELEMETRY, meters })
  })

  it('measures transactions by outcome, and passes on what they return and throw', async () => {
    const before = store.figures().commits
    expect(await store.transaction(async tx => tx.users.insert(user('u1')).then(() => 7))).toBe(7)
    const refusal = new AppError('conflict', 'No.')
    await expect(store.transaction(() => Promise.reject(refusal))).rejects.toBe(refusal)
    await expect(store.transaction(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    expect(ended.map(({ outcome, attempts }) => [outcome, attempts])).toEqual([
      ['committed', 1],
      ['refused', 1],
      ['failed', 1],
    ])
    expect(ended.every(({ seconds }) => seconds >= 0 && seconds < 60)).toBe(true)
    expect(store.figures().commits - before).toBe(1)
  })

  it('counts the attempts of a transaction that met another one', async () => {
    await store.transaction(tx => tx.users.insert(user('u1')))
    ended.length = 0
    let release = (): void => undefined
    const written = new Promise<void>(resolve => {
      release = resolve
    })
    let resume = (): void => undefined
    const mayEnd = new Promise<void>(resolve => {
      resume = resolve
    })
    const first = store.transaction(
      async tx => {
        await tx.users.put({ ...user('u1'), name: 'first' })
        release()
        await mayEnd
      },
      { lock: 'one' },
    )
    await written
    const second = store.transaction(
      async tx => {
        resume()
        await tx.users.put({ ...user('u1'), name: 'second' })
      },
      { lock: 'two' },
    )
    await Promise.all([first, second])
    expect(ended.map(({ attempts }) => attempts).toSorted((a, b) => a - b)).toEqual([1, 2])
  })
})
