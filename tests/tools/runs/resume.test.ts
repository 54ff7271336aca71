import { describe, expect, it } from 'vitest'
import { fakeEngine } from './fake-engine.ts'
import { holdRequests } from './hold-requests.ts'
import { openRunScene } from './scene.ts'

const CONTENT = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`key${n}`, `Text ${n}`]))

describe('a run that is interrupted', () => {
  it('stores the answers of open requests when the process stops, and goes on with the others', async () => {
    const hold = holdRequests()
    const engine = fakeEngine({ before: hold.before })
    const scene = await openRunScene({ engines: [engine], content: CONTENT })
    const { id } = await scene.start({ batch_size: 1, concurrency: 2 })
    await hold.open(2)
    const stopped = scene.stopJob()
    hold.letGo()
    await stopped
    expect(await scene.view(id)).toMatchObject({ state: 'running', counts: { total: 6, done: 2, translated: 2 } })
    scene.startJob()
    for (let left = 4; left > 0; left -= 2) {
      await hold.open(2)
      hold.letGo()
    }
    expect(await scene.settled(id)).toMatchObject({ state: 'completed', counts: { translated: 6 } })
    expect(engine.asked().toSorted()).toEqual(Object.values(CONTENT))
  })

  it('applies stored answers without asking again', async () => {
    const engine = fakeEngine()
    const scene = await openRunScene({ engines: [engine], content: CONTENT })
    const { store } = scene.team.world.services
    await scene.stopJob()
    const { id } = await scene.start({ batch_size: 3 })
    scene.startJob()
    await scene.settled(id)
    await scene.stopJob()
    // As a crash between the answer and the translation leaves it.
    const run = await store.read.runs.get(id)
    const parts = await store.read.run_parts.list('run', id)
    const part = parts.find(({ position }) => position === 0)
    if (run === undefined || part === undefined) throw new Error('no run')
    const { event: _, ...open } = part
    await scene.team.revert(scene.team.ada, { batch: run.batch_id })
    await store.transaction(async tx => {
      const items = open.items.map(({ outcome: _outcome, ...item }, at) => ({ ...item, answer: `Answer ${at}` }))
      await tx.run_parts.put({ ...open, state: 'answered', engine: 'fake', items })
      const { ended_at: _end, ...rest } = run
      await tx.runs.put({ ...rest, state: 'running' })
    })
    const before = engine.batches.length
    scene.startJob()
    expect(await scene.settled(id)).toMatchObject({ state: 'completed' })
    expect(engine.batches).toHaveLength(before)
    expect(await scene.team.shown('key0')).toBe('translated Answer 0')
  })

  it('sends nothing more after it was cancelled, and keeps what it wrote', async () => {
    const hold = holdRequests()
    const engine = fakeEngine({ before: hold.before })
    const scene = await openRunScene({ engines: [engine], content: CONTENT })
    const { project, ada } = scene.team
    const { id } = await scene.start({ batch_size: 2, concurrency: 1 })
    await hold.open(1)
    hold.letGo()
    await hold.open(1)
    const { batch } = await scene.until(id, ({ counts }) => counts['done'] === 2)
    await expect(scene.team.revert(scene.team.ada, { batch })).rejects.toMatchObject({ code: 'conflict' })
    const cancelled = await ada.call<{ run: { state: string; batch: string }; next: string }>('cancel_run', {
      project,
      run: id,
    })
    expect(cancelled.run).toMatchObject({ state: 'cancelled', counts: { translated: 2 } })
    expect(cancelled.next).toContain(`revert_changes { batch: "${cancelled.run.batch}" }`)
    await scene.stopJob()
    expect(engine.batches).toHaveLength(2)
    expect(await scene.view(id)).toMatchObject({ state: 'cancelled', counts: { done: 2 } })
    expect(await ada.call('cancel_run', { project, run: id })).toMatchObject({
      next: 'The run had already ended as cancelled. Nothing was changed.',
    })
  })

  it('pauses before its next request when its token is revoked', async () => {
    const hold = holdRequests()
    const engine = fakeEngine({ before: hold.before })
    const scene = await openRunScene({ engines: [engine], content: CONTENT })
    const { team } = scene
    const program = await team.token(team.ada, 'ci')
    const { run } = await program.call<{ run: { id: string } }>('start_run', {
      project: team.project,
      batch_size: 1,
      concurrency: 1,
    })
    await hold.open(1)
    await team.adaByHand.call('revoke_token', { id: program.id })
    hold.letGo()
    const paused = await scene.settled(run.id)
    expect(paused).toMatchObject({ state: 'paused', reason: 'credential_revoked', counts: { done: 0 } })
    expect(engine.batches).toHaveLength(1)
    await scene.start({ resume: run.id })
    for (let left = 5; left > 0; left -= 1) {
      await hold.open(1)
      hold.letGo()
    }
    expect(await scene.settled(run.id)).toMatchObject({ state: 'completed', counts: { translated: 6 } })
    // The answer that was stored before the revocation was not asked for again.
    expect(engine.asked().toSorted()).toEqual(Object.values(CONTENT))
  })
})
