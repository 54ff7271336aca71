import { describe, expect, it } from 'vitest'
import { EngineError } from '../../../src/l10n/engines/engine.ts'
import { bracket, fakeEngine } from './fake-engine.ts'
import { openRunScene } from './scene.ts'

/** Fails the first requests. */
const failing = (times: number, error: () => Error) => {
  let left = times
  return async () => {
    if (left-- > 0) throw error()
  }
}

describe('a run whose provider fails', () => {
  it('waits as long as the provider says, and goes on', async () => {
    const engine = fakeEngine({
      before: failing(2, () => new EngineError('rate_limited', 'Too many requests.', { retryAfter: 7 })),
    })
    const scene = await openRunScene({ engines: [engine] })
    expect(await scene.run()).toMatchObject({ state: 'completed', counts: { translated: 2 } })
    expect(scene.waits).toEqual([7_000, 7_000])
  })

  it('waits longer after each failure', async () => {
    const engine = fakeEngine({ before: failing(3, () => new EngineError('unavailable', 'The server answered 500.')) })
    const scene = await openRunScene({ engines: [engine] })
    expect(await scene.run()).toMatchObject({ state: 'completed' })
    expect(scene.waits).toEqual([1_000, 2_000, 4_000])
  })

  it('pauses after five failures in a row, and goes on when it is resumed', async () => {
    const engine = fakeEngine({ before: failing(5, () => new EngineError('unavailable', 'The server answered 500.')) })
    const scene = await openRunScene({ engines: [engine] })
    const paused = await scene.run()
    expect(paused).toMatchObject({ state: 'paused', reason: 'provider_failed', counts: { done: 0 } })
    expect(paused.message).toBe('The server answered 500. It failed 5 times in a row.')
    await scene.start({ resume: paused.id })
    expect(await scene.settled(paused.id)).toMatchObject({ state: 'completed', counts: { translated: 2 } })
  })

  it('counts requests that fail together as one failure', async () => {
    const content = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`key${n}`, `Text ${n}`]))
    const waiting: (() => void)[] = []
    let isDown = true
    const engine = fakeEngine({
      before: async () => {
        if (!isDown) return
        await new Promise<void>(resolve => {
          waiting.push(resolve)
          if (waiting.length < 8) return
          isDown = false
          for (const go of waiting) go()
        })
        throw new EngineError('unavailable', 'The server answered 500.')
      },
    })
    const scene = await openRunScene({ engines: [engine], content })
    expect(await scene.run({ batch_size: 1, concurrency: 8 })).toMatchObject({ state: 'completed' })
    expect(scene.waits).toEqual([1_000])
  })

  it('pauses at once when the request itself is refused', async () => {
    const engine = fakeEngine({
      before: failing(1, () => new EngineError('rejected', 'The API key of engine fake is not valid.')),
    })
    const scene = await openRunScene({ engines: [engine] })
    const run = await scene.run()
    expect(run).toMatchObject({ state: 'paused', reason: 'engine_unavailable' })
    expect(run.message).toBe('The API key of engine fake is not valid.')
    expect(scene.waits).toEqual([])
  })

  it('asks again for strings without an answer, at most twice', async () => {
    let rounds = 0
    const engine = fakeEngine({
      before: async () => {
        rounds += 1
      },
      reply: item => (item.key === 'a' || (item.key === 'b' && rounds > 1) ? bracket(item) : undefined),
    })
    const scene = await openRunScene({ engines: [engine], content: { a: 'Apple', b: 'Pear', c: 'Plum' } })
    const run = await scene.run()
    expect(run.counts).toMatchObject({ translated: 2, unresolved: 1 })
    expect(engine.asked()).toEqual(['Apple', 'Pear', 'Plum', 'Pear', 'Plum', 'Plum'])
    expect(await scene.items(run.id, 'unresolved')).toMatchObject([
      { key: 'c', message: 'The engine gave no usable translation.' },
    ])
  })

  it('pauses for an unexpected error, and says that its answers are stored', async () => {
    const scene = await openRunScene({ engines: [fakeEngine({ before: failing(1, () => new Error('a bug')) })] })
    const run = await scene.run()
    expect(run).toMatchObject({ state: 'paused', reason: 'internal_error' })
    expect(run.message).not.toContain('a bug')
  })
})
