import { describe, expect, it } from 'vitest'
import { BYPASS_FORMATS, type FileTexts, JSON_FORMAT, MULTILINGUAL, type Sources } from './formats.ts'
import { type Cell, describeCells, useScenes } from './run-cells.ts'
import { BAD, BRANCH, type BypassScene, final, SOURCES, TEXTS } from './scene.ts'

const NAMES = Object.keys(SOURCES)
const allBad: FileTexts = Object.fromEntries(NAMES.map(name => [name, { ...final(BAD), fr: BAD }]))
const branch = { branch: BRANCH }
const importAll = (scene: BypassScene, more: object = {}) => scene.importTexts(scene.agent, allBad, { ...more })

/** Sources that a branch changes, and that then merge into main. */
const CHANGED: Sources = {
  ...SOURCES,
  approved: 'Save the file now',
  open: 'Open one more window',
  extra: 'Another one',
}

const BRANCH_CELLS: readonly Cell[] = [
  {
    name: 'imports texts of changed strings on a branch, which merges',
    act: async scene => {
      await scene.push(scene.agent, CHANGED, branch, TEXTS)
      const content = scene.format.writeTarget(CHANGED, { ...TEXTS, approved: BAD, open: BAD, extra: BAD })
      const answer = await scene.importFile(scene.agent, content, branch)
      await scene.push(scene.agent, CHANGED, {}, TEXTS)
      return answer
    },
    told: { imported: expect.any(Number) },
    like: async scene => {
      await scene.push(scene.admin, CHANGED, branch, TEXTS)
      await scene.push(scene.admin, CHANGED, {}, TEXTS)
    },
  },
  {
    name: 'submits texts of changed strings on a branch, which merges',
    act: async scene => {
      await scene.push(scene.agent, CHANGED, branch, TEXTS)
      const { items } = (await scene.call(scene.agent, 'get_work', { locale: 'de', ...branch })) as {
        items: readonly { id: string; src: string; text: string }[]
      }
      const changed = items.filter(({ text }) => Object.values(CHANGED).includes(text))
      const texts = changed.map(({ id, src }) => ({ id, src, text: BAD }))
      const answer = await scene.call(scene.agent, 'submit_translations', { locale: 'de', items: texts, ...branch })
      await scene.push(scene.agent, CHANGED, {}, TEXTS)
      return answer
    },
    told: { accepted: expect.any(Number) },
    like: async scene => {
      await scene.push(scene.admin, CHANGED, branch, TEXTS)
      await scene.push(scene.admin, CHANGED, {}, TEXTS)
    },
  },
  {
    name: 'deletes a branch with its imports, and pushes it again',
    act: async scene => {
      await importAll(scene, branch)
      await scene.call(scene.agent, 'delete_branch', { branch: BRANCH })
      await scene.push(scene.agent, SOURCES, branch, TEXTS)
      await importAll(scene, branch)
    },
  },
  {
    name: 'drops all strings from a branch, and brings them back',
    act: async scene => {
      await scene.push(scene.agent, { other: 'Other' }, { ...branch, confirm_removed: 8 })
      await importAll(scene, branch).catch(() => undefined)
      await scene.push(scene.agent, SOURCES, { ...branch, confirm_removed: 1 }, TEXTS)
    },
  },
]

describe('an agent that does this leaves the files of others', () => describeCells(BYPASS_FORMATS, BRANCH_CELLS))

const FILE_CELLS: readonly Cell[] = [
  { name: 'pushes other translations with the sources', act: scene => scene.push(scene.agent, SOURCES, {}, allBad) },
  {
    name: 'pushes and imports other translations',
    act: async scene => {
      await scene.push(scene.agent, SOURCES, {}, allBad)
      return scene.call(scene.agent, 'push_translations', { files: [{ path: scene.format.target }] })
    },
  },
  {
    name: 'pushes other translations on a branch',
    act: scene => scene.push(scene.agent, SOURCES, branch, allBad),
  },
]

describe('an agent that does this with a file of all locales leaves those of others', () =>
  describeCells(MULTILINGUAL, FILE_CELLS))

/** Ways to push the same source strings under other keys. */
const RENAMES: readonly (readonly [name: string, sources: readonly Sources[]])[] = [
  [
    'renames a key to that of an approved text',
    [{ ...SOURCES, approved: SOURCES['open'] ?? '', open: 'Another thing', other: SOURCES['approved'] ?? '' }],
  ],
  ['swaps two keys', [{ ...SOURCES, approved: SOURCES['open'] ?? '', open: SOURCES['approved'] ?? '' }]],
  [
    'drops a key, and gives it to another source',
    [
      { ...SOURCES, approved: 'Another thing' },
      { ...SOURCES, approved: SOURCES['review'] ?? '' },
    ],
  ],
  [
    'rotates all keys',
    [Object.fromEntries(NAMES.map((name, at) => [NAMES[(at + 1) % NAMES.length] ?? '', SOURCES[name] ?? '']))],
  ],
]

const open = useScenes()

/** The texts that pulls deliver, with the source that they are delivered for. */
const listPairs = async (scene: BypassScene, sources: Sources): Promise<ReadonlySet<string>> => {
  const pairs = new Set<string>()
  for (const [place, content] of Object.entries(await scene.pulls())) {
    if (!place.startsWith('main') || !place.endsWith('de.json')) continue
    for (const [key, text] of Object.entries(JSON.parse(content) as object)) pairs.add(`${sources[key]}: ${text}`)
  }
  return pairs
}

it.each(RENAMES)(
  'an agent that pushes the sources under other keys %s, and no string shows what nobody approved for it',
  async (_, pushes) => {
    const scene = await open(JSON_FORMAT, 'approved')
    const before = await listPairs(scene, SOURCES)
    await importAll(scene)
    for (const sources of pushes) {
      await scene.push(scene.agent, sources, { confirm_removed: 8 })
      await scene.importFile(scene.agent, scene.format.writeTarget(sources, allBad))
      for (const pair of await listPairs(scene, sources)) expect(before).toContain(pair)
    }
  },
)
