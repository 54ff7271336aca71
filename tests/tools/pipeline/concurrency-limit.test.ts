import { expect, it } from 'vitest'
import { withConcurrencyLimit } from '../../../src/tools/pipeline/concurrency-limit.ts'

/** Calls that end on a signal. */
function openCalls() {
  const ends: (() => void)[] = []
  const begin = (user: string): Promise<void> =>
    withConcurrencyLimit(
      user,
      () =>
        new Promise<void>(resolve => {
          ends.push(resolve)
        }),
    )
  return { ends, begin }
}

it('at most 16 calls of a user run at once; others wait in order, and other users are not blocked', async () => {
  const { ends, begin } = openCalls()
  const calls = Array.from({ length: 18 }, () => begin('eve'))
  expect(ends).toHaveLength(16)
  const other = begin('bob')
  expect(ends).toHaveLength(17)
  ends[0]?.()
  await calls[0]
  expect(ends).toHaveLength(18)
  ends[1]?.()
  await calls[1]
  expect(ends).toHaveLength(19)
  for (const end of ends) end()
  await Promise.all([...calls, other])
})

it('a failed call frees its place', async () => {
  const calls = Array.from({ length: 20 }, (_, at) =>
    withConcurrencyLimit('eve', () => Promise.reject(new Error(`failed ${at}`))),
  )
  const ended = await Promise.allSettled(calls)
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(20)
  await expect(withConcurrencyLimit('eve', async () => 'room')).resolves.toBe('room')
})

it('a call that waits lets another run, and takes a place again before it goes on', async () => {
  const { ends, begin } = openCalls()
  let answer: () => void = () => undefined
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  const steps: string[] = []
  const waiting = withConcurrencyLimit('mia', async leaveSlot => {
    await leaveSlot(() => answered)
    steps.push('went on')
  })
  const calls = Array.from({ length: 17 }, () => begin('mia'))
  expect(ends).toHaveLength(16)
  answer()
  await new Promise(resolve => setImmediate(resolve))
  expect(steps).toEqual([])
  ends[0]?.()
  await calls[0]
  ends[1]?.()
  await waiting
  expect(steps).toEqual(['went on'])
  for (const end of ends) end()
  await Promise.all(calls)
})
