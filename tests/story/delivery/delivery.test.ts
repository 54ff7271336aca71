import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeDatabases } from '../../postgres/stores.ts'
import { describeWith } from '../../require.ts'
import { atNight, isNightly } from '../../runs.ts'
import { openWorld } from '../../tools/world.ts'
import { drawHistory, type History, STEP_NAMES } from './history.ts'
import { type Outcome, play } from './play.ts'
import { type Cast, openCast } from './project.ts'
import { REPLAYED } from './replayed.ts'
import { describeOutcomes } from './report.ts'
import { shrink } from './shrink.ts'
import { KINDS, type Kind } from './verdicts.ts'

/** Another first seed plays other histories: DRAGOMAN_TEST_SEED=1000. */
const FIRST = Number(process.env['DRAGOMAN_TEST_SEED'] ?? 1)
/** A history takes twenty times as long in PostgreSQL, so that failures are shortened in the embedded store only. */
const EMBEDDED = { replayed: REPLAYED, count: isNightly ? 2000 : 40, tries: 100 }
const IN_DATABASE = { replayed: atNight(REPLAYED), count: isNightly ? 100 : 3, tries: 0 }

/** Histories of one world: each step takes a minute of its clock, after 30 days of which sessions end. */
const WORLD_HISTORIES = 100

/** Each play of a history has a project of its own. */
const LIMITS = { projects: 100_000 }

const databases = storeDatabases()
afterAll(() => databases.drop())

describe('what pulls deliver, in the embedded store', () => {
  judgeHistories(EMBEDDED, () => openWorld({ limits: LIMITS }))
})

describeWith('postgres', 'what pulls deliver, in PostgreSQL', () => {
  judgeHistories(IN_DATABASE, async () => openWorld({ url: (await databases.take()).url, limits: LIMITS }))
})

function judgeHistories({ replayed, count, tries }: typeof EMBEDDED, open: () => ReturnType<typeof openWorld>): void {
  let cast: Cast
  let played = 0
  beforeAll(async () => {
    cast = await openCast(await open())
  })
  afterAll(() => cast.world.close())
  const playOne = (history: History): Promise<Outcome> => play(history, cast, `h${(played += 1)}`)

  it('is written for the source of its string or one of its line, and the policy lets it through', async () => {
    const histories = [...replayed, ...Array.from({ length: count }, (_, at) => drawHistory(FIRST + at))]
    const outcomes: Outcome[] = []
    for (const [at, history] of histories.entries()) {
      if (at > 0 && at % WORLD_HISTORIES === 0) {
        await cast.world.close()
        cast = await openCast(await open())
      }
      outcomes.push(await playOne(history))
    }
    process.stderr.write(describeOutcomes(outcomes))
    const failures: string[] = []
    for (const kind of KINDS) {
      const at = outcomes.findIndex(({ findings }) => findings.some(finding => finding.kind === kind))
      const history = histories[at]
      if (history === undefined) continue
      const name = at < replayed.length ? `replayed ${at}` : `seed ${FIRST + at - replayed.length}`
      failures.push(`${kind}, ${name}: ${await describeFailure(history, kind)}`)
    }
    expect(failures.join('\n\n')).toBe('')
    if (count < STEP_NAMES.length) return
    const steps = new Set(outcomes.flatMap(({ done }) => [...done.keys()]))
    expect(STEP_NAMES.filter(name => !steps.has(name))).toEqual([])
  })

  /** The shortest part of a history that fails in the same way, to paste into `replayed.ts`. */
  async function describeFailure(history: History, kind: Kind): Promise<string> {
    const findKind = async (one: History) => (await playOne(one)).findings.filter(finding => finding.kind === kind)
    const shortest = await shrink(history, async shorter => (await findKind(shorter)).length > 0, tries)
    const [first] = await findKind(shortest)
    return `step ${first?.step}: ${first?.what}\n${JSON.stringify(shortest)}`
  }
}
