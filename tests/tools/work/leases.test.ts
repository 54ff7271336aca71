import { describe, expect, it } from 'vitest'
import { LocalSharedState } from '../../../src/store/embedded/shared-state.ts'
import { WorkLeases } from '../../../src/tools/work/leases.ts'

const START = Date.UTC(2027, 2, 1)
const MINUTE = 60_000
const at = (ms: number) => new Date(START + ms)
const worker = (name: string) => ({ userId: 'u1', handle: 'ada', name })
const [anna, ben] = [worker('anna'), worker('ben')]
const unit = (n: number) => ({ entry_id: `entry${n}`, locale: 'de' })

/** The leases of two processes. */
function openLeases() {
  const shared = new LocalSharedState(() => START)
  return { one: new WorkLeases(shared), other: new WorkLeases(shared) }
}

describe('leases of work', () => {
  it('are seen by each process, and end when one of them releases them', async () => {
    const { one, other } = openLeases()
    await one.take('p', [unit(1), unit(2)], anna, at(0))
    const view = await other.view('p', ben, undefined, at(1))
    expect([view.getShare(unit(1)), view.getShare(unit(3))]).toEqual(['others', 'free'])
    expect(view.findHolders([unit(1)])).toBe('anna')
    await other.release('p', [unit(1)], at(2))
    const later = await one.view('p', anna, undefined, at(3))
    expect([later.getShare(unit(1)), later.getShare(unit(2))]).toEqual(['free', 'own'])
    expect((await one.view('q', ben, undefined, at(3))).marks).toEqual({})
  })

  it('go to one of two workers who take at the same time in two processes', async () => {
    const { one, other } = openLeases()
    await Promise.all([one.take('p', [unit(1)], anna, at(0)), other.take('p', [unit(1)], ben, at(0))])
    const views = await Promise.all([one.view('p', anna, undefined, at(1)), other.view('p', ben, undefined, at(1))])
    expect(views.map(view => view.getShare(unit(1)))).toEqual(['own', 'others'])
  })

  it('stay for a listing as they were when it began, whichever process reads the next page', async () => {
    const { one, other } = openLeases()
    await one.take('p', [unit(1), unit(2)], anna, at(0))
    const { marks } = await one.view('p', ben, undefined, at(0))
    await one.release('p', [unit(1)], at(0))
    await other.take('p', [unit(3)], anna, at(0))
    const next = await other.view('p', ben, marks, at(1))
    expect([1, 2, 3].map(n => next.getShare(unit(n)))).toEqual(['others', 'others', 'free'])
    const fresh = await other.view('p', ben, undefined, at(1))
    expect([1, 2, 3].map(n => fresh.getShare(unit(n)))).toEqual(['free', 'others', 'others'])
  })

  it('are seen at once by a process whose clock is behind', async () => {
    const { one, other } = openLeases()
    await one.take('p', [unit(1)], anna, at(5_000))
    expect((await other.view('p', ben, undefined, at(0))).getShare(unit(1))).toBe('others')
    await other.take('p', [unit(2)], ben, at(0))
    const { marks } = await other.view('p', ben, undefined, at(0))
    expect((await one.view('p', ben, marks, at(5_000))).getShare(unit(2))).toBe('own')
  })

  it('of a new sequence are no part of a listing that began before the shared state was lost', async () => {
    const before = openLeases()
    for (let count = 0; count < 5; count += 1) await before.one.take('p', [unit(count)], anna, at(0))
    const { marks } = await before.one.view('p', ben, undefined, at(0))
    const { one } = openLeases()
    await one.take('p', [unit(1)], anna, at(MINUTE))
    expect((await one.view('p', ben, marks, at(MINUTE))).getShare(unit(1))).toBe('free')
  })

  it('last ten minutes, extended by their worker, and are at most 4,000 in a project', async () => {
    const { one, other } = openLeases()
    await one.take('p', [unit(1), unit(2)], anna, at(0))
    await other.take('p', [unit(1)], anna, at(9 * MINUTE))
    const view = await one.view('p', ben, undefined, at(10 * MINUTE))
    expect([view.getShare(unit(1)), view.getShare(unit(2))]).toEqual(['others', 'free'])
    const many = Array.from({ length: 4_000 }, (_, n) => unit(10 + n))
    await one.take('p', many, ben, at(10 * MINUTE))
    expect((await other.view('p', anna, undefined, at(10 * MINUTE))).list('others')).toHaveLength(4_000)
    expect((await other.view('p', anna, undefined, at(10 * MINUTE))).getShare(unit(1))).toBe('free')
  })
})
