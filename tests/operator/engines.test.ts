import { beforeEach, describe, expect, it } from 'vitest'
import { describeChangedEngine, describeEngines } from '../../src/cli/output/engines.ts'
import { disableEngine, enableEngine, listEngines } from '../../src/operator/accounts/engines.ts'
import { reserve } from '../../src/tools/runs/budget.ts'
import { fakeEngine, paidEngine } from '../engines/fake-engine.ts'
import { eachTest } from '../harness/each-test.ts'
import { openWorld, refused } from '../tools/world.ts'
import { atMachine } from './at-machine.ts'

const world = eachTest(() => {
  const unpriced = fakeEngine('claude', { isPaid: true })
  return openWorld({ engines: [paidEngine('gpt'), unpriced, fakeEngine('local')] })
})
beforeEach(async () => {
  await world.user('ada')
  await world.organization('acme', { ada: 'admin' })
})

const enable = async (input: object) =>
  atMachine(world.services, enableEngine, { account: 'acme', engine: 'gpt', ...input })
const disable = (engine = 'gpt') => atMachine(world.services, disableEngine, { account: 'acme', engine })
const list = (account?: string) => atMachine(world.services, listEngines, { account })
const acme = () => world.services.store.read.accounts.by('handle', 'acme')

async function spend(engine: string, micros: number): Promise<void> {
  const [account, found] = [await acme(), world.services.engines.find(engine)]
  if (account === undefined || found === undefined) throw new Error('missing')
  await world.services.store.transaction(tx => reserve(account, found, micros, tx, world.services.now()))
}

describe('the engines of an account', () => {
  it('are off if they cost money, until an operator gives them a budget', async () => {
    expect(await enable({ budget: '20' })).toEqual({
      account: 'acme',
      engine: 'gpt',
      budget: 20,
      before: null,
      changed: true,
    })
    expect((await acme())?.engines).toEqual({ gpt: { monthly_budget: 20_000_000 } })
    expect(await enable({ budget: '1,000.50' })).toMatchObject({ budget: 1000.5, before: 20, changed: true })
    expect(await enable({ budget: 1000.5 })).toMatchObject({ changed: false })
    expect(await disable()).toMatchObject({ budget: null, before: 1000.5, changed: true })
    expect(await disable()).toMatchObject({ changed: false })
    expect(await acme()).not.toHaveProperty('engines')
  })

  it.each(['0', '0.001', '-1', '1000001', 'much', '1.000,5'])('refuses the budget %s', async budget => {
    const { code, message } = await refused(enable({ budget }))
    expect(code).toBe('invalid_input')
    expect(message).toContain('a number of US dollars from 0.01 to 1,000,000, such as 20')
  })

  it('refuses engines that do not exist or cost nothing, and unknown accounts', async () => {
    const fix = 'Engines that cost money: gpt, claude.'
    expect(await refused(enable({ engine: 'gtp', budget: 1 }))).toMatchObject({
      code: 'not_found',
      message: 'Engine "gtp" not found.',
      fix,
    })
    expect(await refused(enable({ engine: 'local', budget: 1 }))).toMatchObject({
      code: 'invalid_input',
      message: 'Engine local costs nothing: every account can use it.',
      fix,
    })
    expect(await refused(enable({ account: 'nobody', budget: 1 }))).toMatchObject({ code: 'not_found' })
    expect(await refused(disable('gtp'))).toMatchObject({ code: 'not_found' })
  })

  it('add an event with the old and the new budget, and none without a change', async () => {
    await enable({ budget: 20 })
    await enable({ budget: 20 })
    await disable()
    const { items } = await world.services.store.read.audit.page('account', (await acme())?.id ?? '', { limit: 10 })
    expect(items.map(({ action, target, detail, changes }) => ({ action, target, detail, changes }))).toEqual([
      {
        action: 'engines disable',
        target: 'acme',
        detail: { engine: 'gpt' },
        changes: { monthly_budget: { from: 20, to: null } },
      },
      {
        action: 'engines enable',
        target: 'acme',
        detail: { engine: 'gpt' },
        changes: { monthly_budget: { from: null, to: 20 } },
      },
    ])
  })

  it('are listed with budget and spend of the month, for all accounts or one', async () => {
    expect(describeEngines(await list())).toBe(
      `ENGINE  KIND  MODEL  COST
gpt     llm   gpt-5  paid
claude  llm          paid, no prices
local   llm          free

No account has a paid engine, or spent money in 2027-03.`,
    )
    await enable({ budget: 20 })
    await spend('gpt', 1_234_567)
    await spend('local', 1_500)
    expect(
      describeEngines(await list())
        .split('\n')
        .slice(5),
    ).toEqual([
      'ACCOUNT  ENGINE  STATE    SPENT IN 2027-03  BUDGET A MONTH',
      'acme     gpt     enabled  $1.23             $20.00',
      'acme     local   enabled  $0.0015',
    ])
    expect((await list('ACME')).accounts).toEqual([
      { account: 'acme', engine: 'gpt', enabled: true, budget: 20, spent: 1.234567 },
      { account: 'acme', engine: 'claude', enabled: false, spent: 0 },
      { account: 'acme', engine: 'local', enabled: true, spent: 0.0015 },
    ])
    world.pass(31 * 86_400_000)
    expect((await list()).accounts).toEqual([{ account: 'acme', engine: 'gpt', enabled: true, budget: 20, spent: 0 }])
  })

  it('can be turned off after they were removed from the configuration', async () => {
    await world.services.store.transaction(async tx => {
      const account = await tx.accounts.by('handle', 'acme')
      if (account !== undefined) await tx.accounts.put({ ...account, engines: { old: { monthly_budget: 5_000_000 } } })
    })
    expect((await list()).accounts).toEqual([
      { account: 'acme', engine: 'old', enabled: true, budget: 5, spent: 0, missing: true },
    ])
    expect(describeChangedEngine(await disable('old'))).toBe("acme can't use old anymore.")
    expect((await list()).accounts).toEqual([])
  })

  it('are described after a change', async () => {
    expect(describeChangedEngine(await enable({ budget: 20 }))).toBe('acme can use gpt for $20.00 a month.')
    expect(describeChangedEngine(await enable({ budget: 5 }))).toBe(
      'acme can use gpt for $5.00 a month, before: $20.00.',
    )
    expect(describeChangedEngine(await enable({ budget: 5 }))).toBe('acme could already use gpt for $5.00 a month.')
    await disable()
    expect(describeChangedEngine(await disable())).toBe('gpt was already off for acme.')
  })
})
