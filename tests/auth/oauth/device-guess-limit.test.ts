import { describe, expect, it } from 'vitest'
import { createDeviceGuesses } from '../../../src/auth/oauth/device/guess-limit.ts'

function counter() {
  let time = 0
  const guesses = createDeviceGuesses(() => new Date(time))
  return {
    ...guesses,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

describe('wrong device codes', () => {
  it('are limited to five in ten minutes for each user', () => {
    const { getRetryAfter: wait, recordFailure: wrong, pass } = counter()
    for (let guess = 0; guess < 5; guess += 1) {
      expect(wait('eve')).toBeUndefined()
      wrong('eve')
    }
    expect(wait('eve')).toBe(600)
    expect(wait('ada')).toBeUndefined()
    pass(599_999)
    expect(wait('eve')).toBe(1)
    pass(1)
    expect(wait('eve')).toBeUndefined()
    wrong('eve')
    expect(wait('eve')).toBeUndefined()
  })

  it('are forgotten for the oldest guessers beyond 10,000 users', () => {
    const { getRetryAfter: wait, recordFailure: wrong } = counter()
    for (let guess = 0; guess < 5; guess += 1) wrong('eve')
    for (let person = 0; person < 9_999; person += 1) wrong(`person ${person}`)
    expect(wait('eve')).toBe(600)
    wrong('one more')
    expect(wait('eve')).toBeUndefined()
  })
})
