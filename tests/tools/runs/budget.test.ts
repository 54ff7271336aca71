import { describe, expect, it } from 'vitest'
import { findEngineFault, readSpend, reserve, settle, spendId } from '../../../src/tools/runs/budget.ts'
import { eachWorld } from '../world.ts'

const PAID = { id: 'gpt', isPaid: true }
const FREE = { id: 'local', isPaid: false }
const ACME = { id: 'a1', handle: 'acme', engines: { gpt: { monthly_budget: 1_000 } } }
const NOVEMBER = new Date('2026-11-30T23:59:59.999Z')
const DECEMBER = new Date('2026-12-01T00:00:00.000Z')

const world = eachWorld()

const reserveNow = (micros: number, { engine = PAID, account = ACME, now = NOVEMBER } = {}): Promise<boolean> =>
  world.services.store.transaction(tx => reserve(account, engine, micros, tx, now))

const settleNow = (reserved: number, cost: number, at = NOVEMBER): Promise<void> =>
  world.services.store.transaction(tx => settle(ACME, PAID, { reserved, cost }, tx, at))

const spent = async (engine = 'gpt', now = NOVEMBER): Promise<number> =>
  (await readSpend(ACME, engine, world.services.store.read, now)).spent

describe('an engine that costs money', () => {
  it('is off for an account until an operator enables it, and says who can', () => {
    const fault = findEngineFault(PAID, { id: 'a2', handle: 'beta', engines: undefined })
    expect(fault).toBe(
      'Engine gpt costs money and is off for beta. An operator can enable it with a monthly budget, at /operator/accounts/beta or with the command "engines enable beta gpt --budget 20".',
    )
    expect(findEngineFault(PAID, ACME)).toBeUndefined()
  })

  it('reserves up to the budget of the month, and nothing beyond it', async () => {
    expect(await reserveNow(600)).toBe(true)
    expect(await reserveNow(401)).toBe(false)
    expect(await spent()).toBe(600)
    expect(await reserveNow(400)).toBe(true)
    expect(await reserveNow(1)).toBe(false)
    expect(await readSpend(ACME, 'gpt', world.services.store.read, NOVEMBER)).toEqual({ spent: 1_000, budget: 1_000 })
  })

  it('reserves nothing for an account without a budget', async () => {
    expect(await reserveNow(0, { account: { ...ACME, engines: {} as typeof ACME.engines } })).toBe(false)
    expect(await spent()).toBe(0)
  })

  it('starts at zero in the next month (UTC)', async () => {
    await reserveNow(1_000)
    expect(await reserveNow(1, { now: DECEMBER })).toBe(true)
    expect([await spent(), await spent('gpt', DECEMBER)]).toEqual([1_000, 1])
  })

  it('counts the actual cost instead of the reservation, also above the budget', async () => {
    await reserveNow(600)
    await settleNow(600, 150)
    expect(await spent()).toBe(150)
    await reserveNow(850)
    await settleNow(850, 1_200)
    expect(await spent()).toBe(1_350)
    expect(await reserveNow(1)).toBe(false)
  })

  it('settles in the month of the reservation', async () => {
    await reserveNow(600)
    await reserveNow(100, { now: DECEMBER })
    await settleNow(600, 0)
    expect([await spent(), await spent('gpt', DECEMBER)]).toEqual([0, 100])
  })

  it('never counts less than zero', async () => {
    await settleNow(600, 0, DECEMBER)
    expect(await spent('gpt', DECEMBER)).toBe(0)
  })

  it('keeps the budget when requests of two runs are reserved at the same time', async () => {
    const { store } = world.services
    const asked = Array.from({ length: 20 }, (_, lock) =>
      store.transaction(tx => reserve(ACME, PAID, 100, tx, NOVEMBER), { lock: `run-${lock}` }),
    )
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(10)
    expect(await spent()).toBe(1_000)
  })
})

describe('an engine that is free', () => {
  it('is usable by every account', () => {
    expect(findEngineFault(FREE, { id: 'a2', handle: 'beta', engines: undefined })).toBeUndefined()
  })

  it('is counted without a limit', async () => {
    expect(await reserveNow(5_000, { engine: FREE })).toBe(true)
    expect(await readSpend(ACME, 'local', world.services.store.read, NOVEMBER)).toEqual({ spent: 5_000 })
  })

  it('leaves no record of requests without a cost', async () => {
    expect(await reserveNow(0, { engine: FREE })).toBe(true)
    expect(await world.services.store.read.engine_spends.get(spendId('a1', 'local', NOVEMBER))).toBeUndefined()
  })
})
