import { describe, expect, it } from 'vitest'
import { sweep } from '../../../src/tools/retention/sweep.ts'
import { fakeEngine } from './fake-engine.ts'
import { openRunScene } from './scene.ts'

const DAY = 86_400_000

describe('the readers of a run', () => {
  it('see neither costs, notes nor people if they only read a public project', async () => {
    const engine = fakeEngine({ prices: { input: 1, output: 2, characters: 0 } })
    const scene = await openRunScene({ engines: [engine] })
    const { team } = scene
    const run = await scene.run({ note: 'For the release', budget: 5 })
    const query = { project: team.project, run: run.id, items: 'all' }
    const own = JSON.stringify(await team.bob.call('get_runs', query))
    for (const word of ['cost', 'budget', 'note', 'ada']) expect(own).toContain(`"${word}"`)
    await expect(team.cleo.call('get_runs', query)).rejects.toMatchObject({ code: 'not_found' })
    await team.world.setAccount('acme', { public: true })
    const other = JSON.stringify(await team.cleo.call('get_runs', query))
    expect(other).toContain('"outcome":"translated"')
    for (const word of ['cost', 'budget', 'note', 'ada']) expect(other).not.toContain(`"${word}"`)
    await expect(team.cleo.call('start_run', { project: team.project })).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('list runs by state, newest first', async () => {
    const scene = await openRunScene({ engines: [fakeEngine()] })
    const { team } = scene
    const first = await scene.run()
    team.world.pass(1000)
    const second = await scene.run()
    const list = async (more: object) => (await team.call<{ runs: readonly { id: string }[] }>('get_runs', more)).runs
    expect((await list({})).map(({ id }) => id)).toEqual([second.id, first.id])
    expect(second).toMatchObject({ state: 'completed', message: 'Nothing is left to translate.' })
    expect(await list({ state: 'open' })).toEqual([])
    expect(await list({ state: 'completed', limit: 1 })).toHaveLength(1)
  })

  it('do not see what became of each translation 30 days after the run', async () => {
    const scene = await openRunScene({ engines: [fakeEngine()] })
    const { team } = scene
    const { id } = await scene.run()
    await scene.stopJob()
    team.world.pass(29 * DAY)
    await sweep(team.world.services)
    expect(await scene.items(id)).toHaveLength(2)
    team.world.pass(2 * DAY)
    await sweep(team.world.services)
    expect(await scene.items(id)).toEqual([])
    expect(await scene.view(id)).toMatchObject({ counts: { translated: 2 } })
    expect(await team.shown('a')).toBe('translated [Apple]')
  })

  it('find nothing of a project that was purged', async () => {
    const scene = await openRunScene({ engines: [fakeEngine()] })
    const { team } = scene
    await scene.run()
    await scene.stopJob()
    await team.call('delete_project', { confirm: team.project })
    team.world.pass(31 * DAY)
    await sweep(team.world.services)
    const { counts } = await team.world.services.store.status()
    expect(counts).toMatchObject({ runs: 0, run_parts: 0, run_spends: 0 })
  })
})
