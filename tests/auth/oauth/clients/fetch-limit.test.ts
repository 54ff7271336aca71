import { expect, it } from 'vitest'
import { MAX_FETCHES_PER_MINUTE, rateLimitFetch } from '../../../../src/auth/oauth/clients/rate-limit-fetch.ts'
import { LocalSharedState } from '../../../../src/store/embedded/shared-state.ts'

it('fetches of client documents by two processes have the limits of one', async () => {
  let time = 0
  const shared = new LocalSharedState(() => time)
  let fetched = 0
  const [one, other] = [1, 2].map(() =>
    rateLimitFetch(
      async () => {
        fetched += 1
        return { fault: { why: 'network', detail: 'There is no network here.' } }
      },
      { shared, now: () => new Date(time) },
    ),
  )
  if (one === undefined || other === undefined) throw new Error('two processes')
  const lookUp = (n: number): Promise<unknown> =>
    (n % 2 === 0 ? one : other)(`https://app${n}.example/client.json`, '192.0.2.1', async read => {
      await read()
      return { fault: { why: 'unreachable' } }
    })
  await Promise.all(Array.from({ length: 50 }, (_, n) => lookUp(n)))
  expect(fetched).toBe(MAX_FETCHES_PER_MINUTE.network)
  time += 60_000
  await lookUp(99)
  expect(fetched).toBe(MAX_FETCHES_PER_MINUTE.network + 1)
})
