import { setTimeout as pause } from 'node:timers/promises'
import { median, type Round } from './load.ts'
import { post, type Step, work } from './operations.ts'
import { type Peer, start } from './process.ts'
import { type Authorization, REDIRECT, VERIFIER } from './servers/authorization.ts'

/**
 * What the authorization server costs for each thing that clients do often, against oidc-provider in the same run, in interleaved rounds. The
 * service works on its real, durable store; oidc-provider keeps everything in memory and forgets it. `--quick` makes one short round: it proves
 * that everything runs, not how fast.
 */
const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 1 : 7
/** Steps of one kind at one peer in a round. */
const STEPS = quick ? 64 : 1500
const CLIENTS = 32
/** Of what leaves records: oidc-provider's store in memory holds 1000, and the service wants to see clients used. */
const BATCH = 96

const peers = [await start('dragoman', 'authorization-server'), await start('oidc-provider', 'oidc-provider')]

const at = ({ name, ready: { authorization } }: Peer): Authorization => {
  if (authorization === undefined) throw new Error(`${name} is no authorization server`)
  return authorization
}

const basic = (peer: Peer): Readonly<Record<string, string>> => {
  const { clientId, clientSecret } = at(peer)
  return { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }
}

const exchange = async (peer: Peer, code: string): Promise<Record<string, unknown>> => {
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: VERIFIER }
  return post(peer, at(peer).token, new URLSearchParams(form), basic(peer))
}

const tokens = async (peer: Peer): Promise<Record<string, unknown>[]> =>
  Promise.all((await peer.codes(CLIENTS)).map(code => exchange(peer, code)))

/** What the preparation leaves to do, such as writing a snapshot, is not counted. */
const SETTLE_MS = 20

interface Operation {
  /** Steps without a pause to prepare more. */
  readonly batch: number
  /** Makes what the steps need, before the clock runs. */
  readonly prepare: (peer: Peer, steps: number) => Promise<readonly Step[]>
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  introspection: {
    batch: STEPS,
    prepare: async peer =>
      (await tokens(peer)).map(({ access_token: token }) => async () => {
        const answer = await post(peer, at(peer).introspect, new URLSearchParams({ token: String(token) }), basic(peer))
        if (answer['active'] !== true) throw new Error(`${peer.name}: a live token is not active`)
      }),
  },
  refresh: {
    batch: BATCH,
    prepare: async peer =>
      (await tokens(peer)).map(first => {
        let current = String(first['refresh_token'])
        return async () => {
          const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: current })
          const answer = await post(peer, at(peer).token, form, basic(peer))
          if (answer['refresh_token'] === current) throw new Error(`${peer.name}: the refresh token was not rotated`)
          current = String(answer['refresh_token'])
        }
      }),
  },
  'code exchange': {
    batch: BATCH,
    prepare: async (peer, steps) => {
      const codes = [...(await peer.codes(steps))]
      return Array.from({ length: CLIENTS }, () => async () => void (await exchange(peer, codes.pop() ?? '')))
    },
  },
  registration: {
    batch: BATCH,
    prepare: async peer => {
      const metadata = {
        client_name: 'A client of the benchmark',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      }
      await peer.codes(0)
      return Array.from({ length: CLIENTS }, () => async () => void (await post(peer, at(peer).register, metadata)))
    },
  },
}

for (const [title, operation] of Object.entries(OPERATIONS)) {
  const rounds = new Map<Peer, Round[]>(peers.map(peer => [peer, []]))
  for (const peer of peers) await measure(peer, operation, Math.min(STEPS, BATCH))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const peer of peers) rounds.get(peer)?.push(await measure(peer, operation, STEPS))
  }
  print(title, rounds)
}
await Promise.all(peers.map(peer => peer.stop()))

async function measure(peer: Peer, { batch, prepare }: Operation, steps: number): Promise<Round> {
  const batches: Round[] = []
  for (let left = steps; left > 0; left -= batch) {
    const size = Math.min(left, batch)
    const clients = await prepare(peer, size)
    await pause(SETTLE_MS)
    batches.push(await work(peer, clients, size))
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  return { cpu: mean(batches.map(({ cpu }) => cpu)), rate: 1 / mean(batches.map(({ rate }) => 1 / rate)) }
}

function print(title: string, rounds: ReadonlyMap<Peer, readonly Round[]>): void {
  const [ours = [], theirs = []] = [...rounds.values()]
  const columns = [title.padEnd(24), 'CPU µs'.padStart(9), 'requests/s'.padStart(13)]
  console.log(`\n${columns.join('')}`)
  for (const [peer, own] of rounds) {
    const cpu = median(own.map(round => round.cpu)).toFixed(0)
    const rate = median(own.map(round => round.rate)).toFixed(0)
    console.log(`${peer.name.padEnd(24)}${cpu.padStart(9)}${rate.padStart(13)}`)
  }
  const ratio = (of: (round: Round) => number): string =>
    median(ours.map((round, n) => of(round) / (theirs[n] === undefined ? Number.NaN : of(theirs[n])))).toFixed(2)
  console.log(`dragoman / oidc-provider${ratio(({ cpu }) => cpu).padStart(9)}${ratio(({ rate }) => rate).padStart(13)}`)
}
