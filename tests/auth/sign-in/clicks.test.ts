import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClickResults } from '../../../src/auth/sign-in/repeated-clicks.ts'
import { LocalSharedState } from '../../../src/store/embedded/shared-state.ts'

afterEach(() => vi.restoreAllMocks())

const CLICK = { id: 'a click', browser: 'the secret of a browser' }
type Outcome = { readonly session: string } | { readonly fault: string }

/** The clicks of two processes. */
function open() {
  let time = 0
  const shared = new LocalSharedState(() => time)
  const create = () => createClickResults<Outcome>({ shared, now: () => new Date(time) })
  return { one: create(), other: create(), shared, pass: (ms: number) => (time += ms) }
}

/** An action that ends when the test says so. */
function slow() {
  let end: (outcome: Outcome) => void = () => undefined
  const result = new Promise<Outcome>(resolve => {
    end = resolve
  })
  return { work: vi.fn(() => result), end }
}

describe('a click that reaches two processes', () => {
  it('runs its action once, and both get the result', async () => {
    const { one, other } = open()
    const { work, end } = slow()
    const answers = [one.run(CLICK, work), other.run(CLICK, work), other.find(CLICK)]
    end({ session: 's1' })
    expect(await Promise.all(answers)).toEqual([{ session: 's1' }, { session: 's1' }, { session: 's1' }])
    expect(work).toHaveBeenCalledTimes(1)
    expect(await other.find(CLICK)).toEqual({ session: 's1' })
    expect(await other.find({ ...CLICK, id: 'another click' })).toBeUndefined()
  })

  it('gets an error only if it waited for it', async () => {
    const { one, other } = open()
    const { work, end } = slow()
    const first = one.run(CLICK, work)
    const waiting = other.find(CLICK)
    end({ fault: 'denied' })
    expect([await first, await waiting]).toEqual([{ fault: 'denied' }, { fault: 'denied' }])
    expect(await other.find(CLICK)).toBeUndefined()
    expect(await other.run(CLICK, async () => ({ session: 's2' }))).toEqual({ session: 's2' })
  })

  it('runs again when the first process was killed, a minute later', async () => {
    const { one, other, pass } = open()
    void one.run(CLICK, () => new Promise(() => undefined))
    pass(60_000)
    expect(await other.run(CLICK, async () => ({ session: 's2' }))).toEqual({ session: 's2' })
  })

  it('keeps its result encrypted with the secret of the browser', async () => {
    const { one, other, shared } = open()
    await one.run(CLICK, async () => ({ session: 'svcw_secret' }))
    expect(JSON.stringify([...(await shared.list('clicks'))])).not.toMatch(/svcw|secret of/)
    await expect(other.find({ ...CLICK, browser: 'another browser' })).rejects.toThrow()
  })
})
