import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { allTests } from '../../harness/each-test.ts'
import { openWorld } from '../../tools/world.ts'
import { makeClient, makeCode } from './authorized.ts'

const world = allTests(() => openWorld())

const client = allTests(() => makeClient(world.services))

const keep = (code_challenge: string) => makeCode(world.services, { client, code: { code_challenge } })
const isS256 = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)

it('an authorization code in the store has an S256 challenge, or is not stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ maxLength: 130 }),
        fc.stringMatching(/^[\w~.+/=-]{40,46}$/),
        fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        fc.stringMatching(/^[A-Za-z0-9_-]{43}\n?$/),
      ),
      async challenge => {
        const before = await world.services.store.read.codes.count('all', '')
        const kept = await keep(challenge).then(
          () => true,
          () => false,
        )
        expect(kept).toBe(isS256(challenge))
        expect(await world.services.store.read.codes.count('all', '')).toBe(before + (kept ? 1 : 0))
      },
    ),
    { numRuns: 200 },
  )
})
