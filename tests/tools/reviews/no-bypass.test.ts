import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Surface } from '../../../src/tools/pipeline/call.ts'
import { findTool } from '../../../src/tools/registry.ts'
import { sweep } from '../../../src/tools/retention/sweep.ts'
import type { ReviewView } from '../../../src/tools/reviews/view.ts'
import { isNightly } from '../../runs.ts'
import { fakeEngine } from '../runs/fake-engine.ts'
import { openSharedRunScene } from '../runs/scene.ts'
import { type Caller, openTeam, type Team } from '../team.ts'

/** Who writes, through which surface, and how. */
interface Row {
  readonly name: string
  readonly surface: Surface
  readonly by: 'person' | 'token' | 'admin' | 'local'
  readonly writes: 'submit' | 'import' | 'run'
  /** The state of what it writes where the policy demands a review; without, it is translated. */
  readonly required: 'translated' | 'needs_review'
}

const ROWS = (
  [
    ['person in a browser', 'web', 'person', 'submit', 'translated'],
    ['agent over MCP', 'mcp', 'token', 'submit', 'needs_review'],
    ['script over REST', 'rest', 'token', 'submit', 'needs_review'],
    ['command line', 'cli', 'token', 'submit', 'needs_review'],
    ['agent over stdio', 'stdio', 'local', 'submit', 'needs_review'],
    ['control socket', 'control', 'local', 'submit', 'needs_review'],
    ['run', 'rest', 'token', 'run', 'needs_review'],
    ['import by a token', 'rest', 'token', 'import', 'needs_review'],
    ['import by a token with `project:admin`', 'rest', 'admin', 'import', 'translated'],
    ['import by a person', 'web', 'person', 'import', 'translated'],
  ] as const
).map(([name, surface, by, writes, required]): Row => ({ name, surface, by, writes, required }))

const POLICIES = ['none', 'required'].flatMap(review =>
  ['people', 'anyone'].flatMap(approve =>
    [false, true].flatMap(four_eyes =>
      [false, true].map(agents_replace => ({ review, approve, four_eyes, agents_replace })),
    ),
  ),
)
type Policy = (typeof POLICIES)[number]

/** A policy as a reader sees it. */
const describePolicy = ({ review, approve, four_eyes, agents_replace }: Policy): string =>
  `review ${review}, approve ${approve}${four_eyes ? ', four_eyes' : ''}${agents_replace ? ', agents_replace' : ''}`

let scene: Awaited<ReturnType<typeof openSharedRunScene>>
let team: Team

/** By day every second policy, the other half for every second writer: so each pair of settings occurs. */
const isTried = (row: Row, at: number): boolean => {
  const bits = at.toString(2).replaceAll('0', '').length
  return isNightly || (bits + ROWS.indexOf(row)) % 2 === 0
}

describe.each(ROWS)('$name', row => {
  beforeAll(async () => {
    scene = await openSharedRunScene({
      engines: [fakeEngine()],
      content: Object.fromEntries(POLICIES.map((_, at) => [`s${at}`, `Source ${at}`])),
    })
    team = scene.team
  })
  afterAll(() => scene.close())

  const cases = POLICIES.map((policy, at) => [describePolicy(policy), policy, `s${at}`] as const)
  it.each(cases.filter((_, at) => isTried(row, at)))('%s', async (_, policy, key) => {
    await team.settings(policy as Parameters<Team['settings']>[0])
    const writer = await openCaller('ada', row)
    const written = policy.review === 'none' ? 'translated' : row.required
    const batch = await write(row, key, writer)
    const state = async () => (await team.unit(key)).state
    expect(await state()).toBe(written)

    // Neither time nor a review, which nobody read, approves anything.
    const { review } = (await writer('create_review', { project: team.project, batch })) as { review: ReviewView }
    team.world.pass(40 * 86_400_000)
    await sweep(team.world.services)
    expect(await state()).toBe(written)

    const [ada, bob] = await Promise.all([openCaller('ada', row), openCaller('bob', row)])
    const mayApprove = row.by === 'person' || policy.approve === 'anyone'
    await attempt(ada, key, review)
    expect(await state()).toBe(mayApprove && !policy.four_eyes ? 'approved' : written)
    await attempt(bob, key, review)
    expect(await state()).toBe(mayApprove ? 'approved' : written)
  })

  it('is a row of the table in docs/review.md', () => {
    const table = readFileSync('docs/review.md', 'utf8')
    const approves = row.by === 'person' ? 'yes' : 'only with `approve: anyone`'
    expect(table).toContain(`| ${row.name} | \`translated\` | \`${row.required}\` | ${approves} |`)
  })
})

const SCOPES = {
  token: ['project:read', 'project:write'],
  admin: ['project:read', 'project:write', 'project:admin'],
} as const

type CallTool = (tool: string, args: object) => Promise<unknown>

/** A caller of a row: its credential, on its surface. */
async function openCaller(handle: string, { surface, by }: Row): Promise<CallTool> {
  const { world, ada, bob } = team
  const own = handle === 'ada' ? ada : bob
  const caller: Pick<Caller, 'principal'> =
    by === 'person'
      ? await world.human(handle)
      : by === 'local'
        ? own
        : await team.token(own, `${handle} ${surface}`, SCOPES[by])
  return (tool, args) =>
    findTool(tool).invoke(args, {
      services: world.services,
      principal: caller.principal,
      surface,
      requestId: 'req-test',
      client: 'test/1',
    })
}

/** Writes a translation; returns its batch. */
async function write({ writes }: Row, key: string, call: CallTool): Promise<string> {
  const { project } = team
  team.world.pass(1000)
  if (writes === 'run') {
    const entry = await team.world.services.store.read.entries.list('key', `${(await team.record()).id}\u0000${key}`)
    const { run } = (await call('start_run', { project, ids: entry.map(({ short }) => short) })) as {
      run: { id: string }
    }
    return (await scene.settled(run.id)).batch ?? ''
  }
  if (writes === 'import') {
    const files = [{ path: 'locales/de.json', content: `${JSON.stringify({ [key]: `Ziel ${key}` })}\n` }]
    return ((await call('push_translations', { project, files })) as { batch: string }).batch
  }
  const items = [{ key, src: (await team.src(key)).slice(0, 8), text: `Ziel ${key}` }]
  return ((await call('submit_translations', { project, locale: 'de', items })) as { batch: string }).batch
}

/** Tries every way to approve. */
async function attempt(call: CallTool, key: string, { id }: ReviewView): Promise<void> {
  const { project } = team
  team.world.pass(1000)
  await call('review_translations', { project, locale: 'de', items: [{ key, action: 'approve' }] })
  for (const more of [
    { verdicts: [{ n: 1, verdict: 'good' }] },
    { end: 'accept', why: 'All is well.' },
    { verdicts: [{ n: 1, verdict: 'good' }], take_out: [{ n: 1 }], end: 'accept', why: 'All is well.' },
  ]) {
    await call('decide_review', { project, review: id, ...more }).catch(() => undefined)
  }
}

describe('an agent that replaces an approved translation', () => {
  beforeAll(async () => {
    team = await openTeam({ a: 'Apple' })
    await team.settings({ agents_replace: true })
    await team.submit(team.ada, 'a', 'Apfel')
    await team.review(team.bobByHand, [{ key: 'a', action: 'approve' }])
  })
  afterAll(() => team.close())

  it('waits for review with a suggestion that an agent accepts', async () => {
    await team.settings({ agents_replace: false })
    await team.submit(team.ada, 'a', 'Das ist ein Apfel')
    await team.settings({ agents_replace: true })
    await team.submit(team.ada, 'a', 'Dieser Apfel')
    const { rev } = await team.unit('a')
    const { refused } = await team.review(team.bob, [{ key: 'a', action: 'accept', rev }])
    expect(refused ?? []).toEqual([])
    expect(await team.shown('a')).toBe('needs_review Das ist ein Apfel')
  })

  it('waits for review with every further text, until a user decides', async () => {
    for (const text of ['Der Apfel', 'Ein Apfel', 'Kein Apfel']) {
      await team.submit(team.ada, 'a', text)
      expect(await team.shown('a')).toBe(`needs_review ${text}`)
    }
    await team.review(team.bobByHand, [{ key: 'a', action: 'request_changes', comment: 'Shorter.' }])
    await team.submit(team.bob, 'a', 'Äpfel')
    expect(await team.shown('a')).toBe('needs_review Äpfel')
    await team.push({ a: 'Apples' })
    await team.submit(team.ada, 'a', 'Die Äpfel')
    await team.submit(team.ada, 'a', 'Zwei Äpfel')
    expect(await team.shown('a')).toBe('needs_review Zwei Äpfel')
    await team.submit(team.bobByHand, 'a', 'Ein paar Äpfel')
    await team.submit(team.ada, 'a', 'Viele Äpfel')
    expect(await team.shown('a')).toBe('translated Viele Äpfel')
  })
})
