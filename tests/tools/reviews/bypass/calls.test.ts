import { describe, expect, it } from 'vitest'
import { refused } from '../../world.ts'
import { BYPASS_FORMATS, JSON_FORMAT } from './formats.ts'
import { type Cell, describeCells, useScenes } from './run-cells.ts'
import { BAD, type BypassScene, SOURCES, TEXTS } from './scene.ts'

const NAMES = Object.keys(SOURCES)

const onEach =
  (act: (scene: BypassScene, name: string) => Promise<unknown>): Cell['act'] =>
  async scene => {
    const answers: unknown[] = []
    for (const name of NAMES) answers.push(await act(scene, name).catch((error: unknown) => error))
    return answers
  }

const tmx = (units: Readonly<Record<string, string>>): string =>
  `<tmx version="1.4"><header srclang="en"/><body>${Object.entries(units)
    .map(
      ([key, source]) =>
        `<tu><prop type="x-key">${key}</prop><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="de"><seg>${BAD}</seg></tuv></tu>`,
    )
    .join('')}</body></tmx>`

/** Units in the context of each string. */
const importMemory = (scene: BypassScene) => {
  const keyOf = (name: string, source: string): string =>
    scene.format.name === 'PO' ? source : scene.format.name === 'Qt Linguist' ? `␄${source}` : name
  const units = Object.fromEntries(Object.entries(SOURCES).map(([name, source]) => [keyOf(name, source), source]))
  return scene.call(scene.agent, 'import_memory', { files: [{ path: 'a.tmx', content: tmx(units) }] })
}

/** A decision of a user, which an agent reverts, each way that it can name it. */
const revertDecision =
  (decide: (scene: BypassScene) => Promise<Readonly<Record<string, unknown>>>): Cell['act'] =>
  async scene => {
    const { batch } = await decide(scene)
    const answers = [await scene.call(scene.agent, 'revert_changes', { batch }).catch((error: unknown) => error)]
    for (const name of NAMES) {
      const { rev } = (await scene.translation(name)) ?? {}
      const items = [{ id: await scene.idOf(name), ...(rev !== undefined && { rev }) }]
      answers.push(await scene.call(scene.agent, 'revert_changes', { batch, items }).catch((error: unknown) => error))
    }
    return answers
  }

/** The answers of these reverts. */
const KEPT = [{ refused: { count: 1 } }, ...NAMES.map(() => ({ reverted: 0 }))]

const CELLS: readonly Cell[] = [
  {
    name: 'submits over each text',
    act: onEach((scene, name) => scene.submit(scene.agent, name, BAD)),
    told: NAMES.map(name => (['approved', 'locked', 'plain'].includes(name) ? { suggested: 1 } : { accepted: 1 })),
  },
  {
    name: 'submits again and again, with another token, too',
    act: onEach(async (scene, name) => {
      for (const by of [scene.agent, scene.agent, scene.otherAgent]) await scene.submit(by, name, BAD)
      await scene.submit(scene.otherAgent, name, `${BAD}!`)
    }),
  },
  {
    name: 'approves each text, also of another agent and as stale',
    act: onEach(async (scene, name) => {
      await scene.submit(scene.agent, name, BAD)
      for (const by of [scene.agent, scene.otherAgent]) {
        const { rev } = (await scene.translation(name)) ?? {}
        await scene.review(by, { key: name, action: 'approve', stale: true, ...(rev !== undefined && { rev }) })
      }
    }),
  },
  {
    name: 'accepts its suggestion for each text',
    act: onEach(async (scene, name) => {
      await scene.submit(scene.agent, name, BAD)
      for (const by of [scene.agent, scene.otherAgent]) {
        const { rev, suggestions = [] } = (await scene.translation(name)) ?? {}
        const suggestion = suggestions.at(-1)?.id
        await scene.review(by, { key: name, action: 'accept', rev, ...(suggestion !== undefined && { suggestion }) })
      }
    }),
  },
  {
    name: 'ends a review of its texts',
    act: async scene => {
      const { batch } = await scene.submit(scene.agent, 'open', BAD)
      const { review } = await scene.call(scene.agent, 'create_review', { batch })
      const { id } = review as { id: string }
      for (const more of [
        { verdicts: [{ n: 1, verdict: 'good' }] },
        { end: 'accept', why: 'All is well.' },
        { verdicts: [{ n: 1, verdict: 'good' }], end: 'accept', why: 'All is well.' },
      ]) {
        await scene.call(scene.otherAgent, 'decide_review', { review: id, ...more }).catch(() => undefined)
      }
    },
  },
  {
    name: 'reverts an approval of a user',
    act: revertDecision(scene => scene.review(scene.ownUser, { key: 'plain', action: 'approve' })),
    told: KEPT,
    like: scene => scene.review(scene.ownUser, { key: 'plain', action: 'approve' }),
  },
  {
    name: 'reverts a rejection by a user of what was in review',
    act: revertDecision(scene => scene.review(scene.ownUser, { key: 'review', action: 'reject', comment: 'Nein.' })),
    told: KEPT,
  },
  {
    name: 'reverts the request of a user for changes',
    act: revertDecision(scene =>
      scene.review(scene.ownUser, { key: 'approved', action: 'request_changes', comment: 'Nein.' }),
    ),
    told: KEPT,
    like: scene => scene.review(scene.ownUser, { key: 'approved', action: 'request_changes', comment: 'Nein.' }),
  },
  {
    name: 'imports a memory, and fills from it',
    act: async scene => [
      await importMemory(scene),
      await scene.push(scene.agent, { ...SOURCES }, { fill_from_memory: true }, TEXTS),
    ],
    told: [{}, { filled: { de: expect.any(Number) } }],
  },
  {
    name: 'dismisses that a text is stale',
    act: onEach((scene, name) => scene.annotate(scene.agent, name, { dismiss_stale: true })),
    told: NAMES.map(name => (name === 'aged' ? { done: ['staleness_dismissed'] } : {})),
  },
  {
    name: 'ignores a finding',
    act: onEach(async (scene, name) => {
      await scene.submit(scene.agent, name, `${BAD} {x}`)
      for (const finding of ['placeholders', 'same_as_source', 'punctuation', 'length']) {
        const ignore = { finding, reason: 'Gut so.' }
        await scene.annotate(scene.agent, name, { ignore }).catch(() => undefined)
      }
    }),
  },
  { name: 'locks each text', act: onEach((scene, name) => scene.annotate(scene.agent, name, { lock: true })) },
  { name: 'unlocks each text', act: onEach((scene, name) => scene.annotate(scene.agent, name, { lock: false })) },
  {
    name: 'changes the policy',
    act: scene =>
      Promise.all(
        [{ review: 'none' }, { approve: 'anyone' }, { export: 'all' }, { agents_replace: true }].map(change =>
          refused(scene.call(scene.agent, 'update_project_policy', change)),
        ),
      ),
    told: [{ code: 'insufficient_scope' }, {}, {}, {}],
  },
]

describe('an agent that does this leaves the files of others', () => describeCells(BYPASS_FORMATS.slice(0, 6), CELLS))

/** Ways to take back what was delivered: no policy protects what agents wrote before it demanded a review. */
const WITHDRAWALS: readonly (readonly [name: string, act: Cell['act']])[] = [
  [
    'requests changes of each text, and rejects it',
    onEach(async (scene, name) => {
      for (const action of ['request_changes', 'reject']) {
        await scene.review(scene.agent, { key: name, action, comment: 'Nein.' })
      }
    }),
  ],
  [
    'reverts all that anybody did',
    scene =>
      Promise.all(
        ['ada', 'bob'].map(person =>
          scene.call(scene.agent, 'revert_changes', { person }).catch((error: unknown) => error),
        ),
      ),
  ],
]

const open = useScenes()

it.each(WITHDRAWALS)(
  'an agent that takes texts back %s, and takes only those that agents wrote without a review',
  async (_, act) => {
    const scene = await open(JSON_FORMAT, 'translated')
    const textsOf = async (): Promise<readonly string[]> =>
      Object.entries(await scene.pulls()).flatMap(([place, content]) =>
        Object.entries(JSON.parse(content) as object).map(([key, text]) => `${place}: ${key}: ${text}`),
      )
    const before = await textsOf()
    await act(scene)
    const after = await textsOf()
    expect(before).toEqual(expect.arrayContaining([...after]))
    expect(before.filter(one => !after.includes(one) && !/: (?:written|aged): /.test(one))).toEqual([])
  },
)
