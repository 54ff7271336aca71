import { describe } from 'vitest'
import { BYPASS_FORMATS } from './formats.ts'
import { type Cell, describeCells } from './run-cells.ts'
import { BAD, BRANCH, final, IN_REVIEW, SOURCES, TEXTS, unfinished } from './scene.ts'

const imports =
  (name: string, text: string | ReturnType<typeof final> = BAD, more: object = {}): Cell['act'] =>
  scene =>
    scene.importTexts(scene.agent, { [name]: text }, { ...more })

const conflict = { conflicts: { count: 1 } }
const imported = { imported: 1 }

const CELLS: readonly Cell[] = [
  { name: 'over an approved text', act: imports('approved'), told: conflict },
  { name: 'over an approved and locked text', act: imports('locked'), told: conflict },
  { name: 'of an untranslated string', act: imports('open'), told: imported },
  { name: 'over a stale text', act: imports('stale'), told: imported },
  { name: 'over a text in review', act: imports('review') },
  { name: 'over the text of a user', act: imports('plain') },
  { name: 'that calls it final, over an approved text', act: imports('approved', final(BAD)), told: conflict },
  { name: 'that calls it final, of an untranslated string', act: imports('open', final(BAD)), told: imported },
  { name: 'that calls a text in review final', act: imports('review', final(IN_REVIEW)), told: { unchanged: 7 } },
  {
    name: 'that finishes a text, which it called unfinished before',
    act: async scene => [
      await imports('open', unfinished(BAD))(scene),
      await imports('open', final(BAD))(scene),
      (await scene.translation('open'))?.state,
    ],
    told: [imported, imported, 'needs_review'],
    needsStates: true,
  },
  {
    name: 'that calls the text of another agent unfinished, and then final',
    act: async scene => [
      await imports('review', unfinished(IN_REVIEW))(scene),
      await imports('review', final(IN_REVIEW))(scene),
      (await scene.translation('review'))?.state,
    ],
    told: [{ unchanged: 7 }, imported, 'needs_review'],
    needsStates: true,
  },
  {
    name: 'that calls an approved text unfinished, and replaces it',
    act: async scene => {
      const answer = await imports('approved', unfinished(TEXTS.approved))(scene)
      return [answer, await scene.submit(scene.agent, 'approved', BAD), await imports('approved')(scene)]
    },
    needsStates: true,
  },
  {
    name: 'of the same file, again and by another agent',
    act: async scene => [
      await imports('open')(scene),
      await imports('open')(scene),
      await scene.importTexts(scene.otherAgent, { open: BAD }),
    ],
    told: [imported, { unchanged: 7 }, { unchanged: 7 }],
  },
  {
    name: 'of another text, after one that waits',
    act: async scene => [
      await imports('open')(scene),
      await imports('open', `${BAD}!`)(scene),
      await scene.importTexts(scene.otherAgent, { open: `${BAD}?`, approved: BAD }),
    ],
    told: [imported, imported, conflict],
  },
  {
    name: 'on another branch, which then merges',
    act: async scene => [
      await imports('open', final(BAD), { branch: BRANCH })(scene),
      await imports('approved', final(BAD), { branch: BRANCH })(scene),
      await scene.push(scene.agent, SOURCES, {}, TEXTS),
    ],
  },
  {
    name: 'whose conflict it rejects',
    act: async scene => {
      await imports('approved')(scene)
      const suggestion = (await scene.translation('approved'))?.suggestions[0]?.id
      return scene.review(scene.agent, { key: 'approved', action: 'reject', suggestion })
    },
    told: { suggestions_rejected: 1 },
  },
  {
    name: 'whose conflict it accepts',
    act: async scene => {
      await imports('approved')(scene)
      const suggestion = (await scene.translation('approved'))?.suggestions[0]?.id
      const rev = (await scene.translation('approved'))?.rev
      return scene.review(scene.agent, { key: 'approved', action: 'accept', suggestion, rev })
    },
    told: { refused: [{ action: 'accept' }] },
  },
  {
    name: 'that it reverts',
    act: async scene => {
      const { batch } = await scene.importTexts(scene.agent, { open: BAD, stale: BAD, approved: BAD })
      return scene.call(scene.agent, 'revert_changes', { batch })
    },
    told: { reverted: 2 },
  },
  {
    name: 'of a file without any text',
    act: scene => scene.importFile(scene.agent, scene.format.writeTarget(SOURCES, {})),
  },
  {
    name: 'with keys that nobody knows, comments and another layout',
    act: scene => {
      const content = scene.fileWith({ extra: BAD, open: BAD }, { ...SOURCES, extra: 'Extra' })
      const commented = content
        .replace(/^(?=msgid)/, '# Böser Kommentar\n')
        .replace('?>', '?>\n<!-- Böser Kommentar -->')
        .replaceAll(/^ {2}/gm, '\t')
      return scene.importFile(scene.agent, commented)
    },
    told: imported,
  },
]

describe('an import by an agent leaves the files of others', () => describeCells(BYPASS_FORMATS, CELLS))
