import { describe, expect, it } from 'vitest'
import { createDeviceGuesses } from '../../../../src/auth/oauth/device/guess-limit.ts'
import { LocalSharedState } from '../../../../src/store/embedded/shared-state.ts'

/** Two processes. */
function counters() {
  let time = 0
  const shared = new LocalSharedState(() => time)
  const [one, other] = [1, 2].map(() => createDeviceGuesses(shared, () => new Date(time)))
  if (one === undefined || other === undefined) throw new Error('no counters')
  return {
    one,
    other,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

describe('wrong device codes', () => {
  it('are limited to five in ten minutes for each user, in all processes', async () => {
    const { one, other, pass } = counters()
    const tries = await Promise.all([one, other, one, other, one, other, one].map(guesses => guesses.take('eve')))
    expect(tries).toEqual([undefined, undefined, undefined, undefined, undefined, 600, 600])
    expect(await other.take('ada')).toBeUndefined()
    pass(599_999)
    expect(await other.take('eve')).toBe(1)
    pass(1)
    expect(await one.take('eve')).toBeUndefined()
    expect(await other.take('eve')).toBeUndefined()
  })

  it('do not count codes that were right', async () => {
    const { one, other } = counters()
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await one.take('ada')).toBeUndefined()
      await other.giveBack('ada')
    }
  })

  it('are forgotten for the oldest guessers beyond 10,000 users', async () => {
    const { one } = counters()
    for (let guess = 0; guess < 5; guess += 1) await one.take('eve')
    for (let person = 0; person < 9_999; person += 1) await one.take(`person ${person}`)
    expect(await one.take('eve')).toBe(600)
    await one.take('one more')
    expect(await one.take('eve')).toBeUndefined()
  })
})
