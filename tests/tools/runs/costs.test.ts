import { describe, expect, it } from 'vitest'
import { fakeEngine } from './fake-engine.ts'
import { openRunScene, type RunScene } from './scene.ts'

/** 10 tokens in and 5 out for each string: 20 micro-dollars. */
const PRICES = { input: 1, output: 2, characters: 0 }
const CONTENT = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`key${n}`, `Text ${n}`]))

const enable = async ({ team }: RunScene, monthly_budget: number): Promise<void> => {
  await team.world.services.store.transaction(async tx => {
    const account = await tx.accounts.by('handle', 'acme')
    if (account === undefined) throw new Error('no account')
    await tx.accounts.put({ ...account, engines: { fake: { monthly_budget } } })
  })
}

describe('the cost of a run', () => {
  it('is estimated before anything is sent', async () => {
    const engine = fakeEngine({ prices: PRICES })
    const scene = await openRunScene({ engines: [engine], content: CONTENT, targets: ['de', 'fr'] })
    const run = await scene.start({ estimate: true })
    expect(run.estimate).toEqual({
      translations: 10,
      strings: 5,
      words: 10,
      requests: 2,
      input_tokens: 100,
      output_tokens: 50,
      characters: 60,
      cost: 0.0002,
    })
    expect(engine.batches).toEqual([])
    expect(await scene.team.ada.call('get_runs', { project: scene.team.project })).toEqual({ runs: [] })
  })

  it('is kept for the run and for each translation', async () => {
    const scene = await openRunScene({ engines: [fakeEngine({ prices: PRICES })], content: CONTENT })
    const run = await scene.run({ batch_size: 2 })
    expect(run.usage).toEqual({ requests: 3, input_tokens: 50, output_tokens: 25, characters: 30, cost: 0.0001 })
    expect(run.estimate).toMatchObject({ requests: 3, cost: 0.0001 })
    const items = await scene.items(run.id)
    expect(items).toHaveLength(5)
    for (const { usage } of items) expect(usage).toMatchObject({ input_tokens: 10, output_tokens: 5, cost: 0.00002 })
  })

  it('has the estimate for what an engine cannot have consumed', async () => {
    const amounts = [-1_000_000, 1e15, 1.5, Number.NaN, '7' as unknown as number]
    const report = (nth: number) => {
      const amount = amounts[nth] ?? 0
      return { requests: amount, input_tokens: amount, output_tokens: amount, characters: amount }
    }
    const scene = await openRunScene({
      engines: [fakeEngine({ isPaid: true, prices: PRICES, report })],
      content: CONTENT,
    })
    await enable(scene, 1_000_000)
    expect(await scene.run({ batch_size: 1, concurrency: 1 })).toMatchObject({
      state: 'completed',
      usage: { requests: 5, input_tokens: 50, output_tokens: 25, characters: 30, cost: 0.0001 },
    })
    const { read } = scene.team.world.services.store
    const account = await read.accounts.by('handle', 'acme')
    expect(await read.engine_spends.list('account', account?.id ?? '')).toMatchObject([{ spent: 100 }])
  })

  it('does not fall below zero by what an earlier version stored', async () => {
    const engine = fakeEngine({ prices: PRICES })
    const scene = await openRunScene({ engines: [engine], content: CONTENT })
    const { store } = scene.team.world.services
    await scene.stopJob()
    const { id } = await scene.start({ batch_size: 1, concurrency: 1, budget: 0.0001 })
    await store.transaction(async tx => {
      const run = await tx.runs.get(id)
      if (run === undefined) throw new Error('no run')
      const usage = { requests: 1, input_tokens: -1_000_000, output_tokens: 0, characters: 0, cost: -1_000_000 }
      await tx.runs.put({ ...run, usage })
      await tx.run_spends.insert({ id, project_id: run.project_id, spent: -1_000_000 })
    })
    scene.startJob()
    expect(await scene.settled(id)).toMatchObject({ state: 'completed', usage: { input_tokens: 50, cost: 0.0001 } })
    expect(await store.read.run_spends.get(id)).toMatchObject({ spent: 100 })
  })

  it('pauses the run before it begins if the estimate exceeds the budget', async () => {
    const engine = fakeEngine({ prices: PRICES })
    const scene = await openRunScene({ engines: [engine], content: CONTENT })
    const run = await scene.run({ batch_size: 1, concurrency: 1, budget: 0.00005 })
    expect(run).toMatchObject({ state: 'paused', reason: 'budget', estimate: { cost: 0.0001 } })
    expect(engine.batches).toEqual([])
    await scene.start({ resume: run.id })
    const stopped = await scene.settled(run.id)
    expect(stopped).toMatchObject({ state: 'paused', reason: 'budget', counts: { translated: 2 } })
    expect(stopped.usage.cost).toBe(0.00004)
    for (const more of [{ estimate: true }, { locales: ['de'] }, { kind: 'revise' }, { note: 'again' }]) {
      await expect(scene.start({ resume: run.id, budget: 1, ...more })).rejects.toMatchObject({
        code: 'invalid_input',
        field: Object.keys(more)[0],
      })
    }
    expect(await scene.view(run.id)).toEqual(stopped)
    await scene.start({ resume: run.id, budget: 1, idempotency_key: 'resume-1' })
    expect(await scene.settled(run.id)).toMatchObject({ state: 'completed', counts: { translated: 5 } })
  })

  it('never exceeds the budget of the month', async () => {
    const engine = fakeEngine({ isPaid: true, prices: PRICES })
    const scene = await openRunScene({ engines: [engine], content: CONTENT })
    await enable(scene, 60)
    const run = await scene.run({ batch_size: 1, concurrency: 4 })
    expect(run).toMatchObject({ state: 'paused', reason: 'monthly_budget', counts: { translated: 3 } })
    expect(engine.batches).toHaveLength(3)
    // In the next month the budget is new.
    scene.team.world.pass(40 * 86_400_000)
    await scene.start({ resume: run.id })
    expect(await scene.settled(run.id)).toMatchObject({ state: 'completed' })
  })

  it('is not possible for an account whose operator did not enable the engine', async () => {
    const scene = await openRunScene({ engines: [fakeEngine({ isPaid: true, prices: PRICES })], content: CONTENT })
    await expect(scene.start({ engines: ['fake'] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('costs money and is off for acme') as string,
    })
    await expect(scene.start()).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('the engines of a run', () => {
  it('are those that the policy allows, in its order', async () => {
    const scene = await openRunScene({ engines: [fakeEngine({ id: 'one' }), fakeEngine({ id: 'two' })] })
    const { team } = scene
    expect(await scene.start({ estimate: true })).toMatchObject({ engines: ['memory', 'one'] })
    await team.call('update_project_policy', { engines: ['two'] })
    expect(await scene.start({ estimate: true })).toMatchObject({ engines: ['two'] })
    await expect(scene.start({ engines: ['one'] })).rejects.toMatchObject({
      message: 'The policy of this project does not allow engine "one".',
    })
  })

  it('must exist, and support a locale', async () => {
    const scene = await openRunScene({ engines: [fakeEngine({ locales: ['fr'] })] })
    await expect(scene.start({ engines: ['fak'] })).rejects.toMatchObject({
      message: 'Engine "fak" does not exist on this server.',
      fix: expect.stringContaining('Did you mean fake?') as string,
    })
    await expect(scene.start({ engines: ['fake'] })).rejects.toMatchObject({
      message: 'Engine fake cannot translate into de.',
    })
  })

  it('are used by one open run for each locale', async () => {
    const scene = await openRunScene({ engines: [fakeEngine()], targets: ['de', 'fr'] })
    await scene.stopJob()
    const first = await scene.start({ locales: ['de'] })
    await expect(scene.start()).rejects.toMatchObject({
      code: 'conflict',
      message: `Run ${first.id} is pending and translates into de, too.`,
    })
    expect(await scene.start({ locales: ['fr'] })).toMatchObject({ state: 'pending' })
  })
})
