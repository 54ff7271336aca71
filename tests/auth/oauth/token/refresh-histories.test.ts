import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { exchangeCode } from '../../../../src/auth/oauth/token/exchange-code.ts'
import type { TokenContext } from '../../../../src/auth/oauth/token/first-tokens.ts'
import { refreshTokens } from '../../../../src/auth/oauth/token/refresh.ts'
import { hashSecret } from '../../../../src/auth/secrets.ts'
import type { Frozen } from '../../../../src/store/frozen.ts'
import type { ClientRecord } from '../../../../src/store/records/authorization.ts'
import { allTests } from '../../../harness/each-test.ts'
import { openWorld } from '../../../tools/world.ts'
import { makeClient, makeCode, REDIRECT, VERIFIER } from '../authorized.ts'

const WINDOW_MS = 60_000

const world = allTests(() => openWorld())
let client: Frozen<ClientRecord>

beforeAll(async () => {
  const made = await makeClient(world.services)
  const found = await world.services.store.read.clients.get(made.id)
  if (found === undefined) throw new Error('no client')
  client = found
})

const context = (): TokenContext => {
  const { now, newId, auth } = world.services
  return { now: now(), newId, lifetimes: auth.lifetimes, requestId: 'req-test' }
}
const caller = () => ({ client })
const everything = { scopes: undefined, resources: undefined }

/** The tokens that one process of a client holds. */
interface Racer {
  token: string
}

const refresh = (token: string, scopes?: readonly string[]) =>
  world.services.store.transaction(tx =>
    refreshTokens(tx, { caller: caller(), token, ...everything, scopes }, context()),
  )

async function firstToken(): Promise<{ token: string; familyId: string }> {
  const { store } = world.services
  const { code } = await makeCode(world.services, { client: { id: client.id, secret: '' } })
  const issued = await store.transaction(tx =>
    exchangeCode(tx, { caller: caller(), code, verifier: VERIFIER, redirectUri: REDIRECT, ...everything }, context()),
  )
  if ('fault' in issued || issued.refreshToken === undefined) throw new Error('no tokens')
  const familyId = (await store.read.families.by('refresh', hashSecret(issued.refreshToken)))?.id ?? ''
  return { token: issued.refreshToken, familyId }
}

/** Some racers refresh at one moment, all for the same; then time passes. */
const stepOf = (narrow: fc.Arbitrary<boolean>) =>
  fc.record({
    who: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
    narrow,
    pass: fc.integer({ min: 0, max: 90_000 }),
  })

it.each([
  ['all with the same scopes', fc.constant(false), []],
  // A repeat with other scopes is rejected. That process then reads the tokens of the others, as after a lost race.
  ['sometimes with fewer scopes', fc.boolean(), ['asked_otherwise']],
])(
  'several processes with one refresh token never hold two live token pairs, and lose none within the window: %s',
  async (_, narrow, faults) => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepOf(narrow), { minLength: 1, maxLength: 12 }), async steps => {
        const { token, familyId } = await firstToken()
        const racers: Racer[] = Array.from({ length: 4 }, () => ({ token }))
        const { read } = world.services.store
        for (const step of steps) {
          const racing = racers.filter((_racer, at) => step.who.includes(at))
          // A process that was away for longer than the window reads the tokens of the others first.
          for (const racer of racing) if (await isLate(racer)) racer.token = await liveToken(racers)
          await Promise.all(
            racing.map(async racer => {
              const answer = await refresh(racer.token, step.narrow ? ['project:read'] : undefined)
              if ('fault' in answer) expect(faults).toContain(answer.fault)
              else racer.token = answer.refreshToken
            }),
          )
          if (faults.length > 0) for (const racer of racing) racer.token = await liveToken(racers)
          expect((await read.families.get(familyId))?.refresh).toBe(hashSecret(await liveToken(racers)))
          for (const racer of racing) expect(await isLate(racer)).toBe(false)
          expect((await read.families.get(familyId))?.revoked_at).toBeNull()
          world.pass(step.pass)
        }
      }),
      { numRuns: 40 },
    )
  },
)

async function isLate({ token }: Racer): Promise<boolean> {
  const gave = await world.services.store.read.access_tokens.by('used', hashSecret(token))
  return gave !== undefined && world.services.now().getTime() >= Date.parse(gave.created_at) + WINDOW_MS
}

async function liveToken(racers: readonly Racer[]): Promise<string> {
  for (const { token } of racers) {
    if ((await world.services.store.read.families.by('refresh', hashSecret(token))) !== undefined) return token
  }
  throw new Error('nobody has a live token')
}
