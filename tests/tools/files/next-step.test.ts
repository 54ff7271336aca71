import { describe, expect, it } from 'vitest'
import { type ImportEnd, nextAfterImport } from '../../../src/tools/files/import/next-step.ts'
import { nextAfterPull, type PullEnd } from '../../../src/tools/files/pull/next-step.ts'
import { nextAfterPush, type PushEnd } from '../../../src/tools/files/push/next-step.ts'

const PUSH: PushEnd = {
  isDryRun: false,
  hasChanges: true,
  notices: [],
  locales: 2,
  left: undefined,
  isMain: true,
  at: '',
}
const IMPORT: ImportEnd = {
  isDryRun: false,
  hasChanges: true,
  decision: '',
  imported: 3,
  faulty: 0,
  refused: 0,
  left: { de: 0 },
  at: '',
}
const PULL: PullEnd = { files: [], what: 'Write it', decision: '', leftOut: 0, placeless: [], at: '' }
const FILE = { locale: 'de', fuzzy: 0, missing: 0, stale: 0, held: 0 }
const DECISION = 'Decide the conflict first.'
const NOTHING = 'Nothing was written.'
const GET = 'Nothing is left to translate. Get the files with pull_translations'

describe('the next step of a push', () => {
  it.each<readonly [string, Partial<PushEnd>, string]>([
    ['something left', { left: { locale: 'de', count: 2 } }, 'Call get_work with locale de: 2 strings are left.'],
    ['one string left', { left: { locale: 'de', count: 1 } }, 'Call get_work with locale de: 1 string is left.'],
    ['nothing left', {}, `${GET}.`],
    ['no locale', { locales: 0 }, 'The project has no target locale: add one with update_project.'],
    [
      'new strings of a branch',
      { isMain: false, at: ', branch f', left: { locale: 'de' } },
      'Call get_work with locale de, branch f.',
    ],
    [
      'nothing new on a branch',
      { isMain: false, at: ', branch f' },
      'The push has nothing new to translate. Get the files with pull_translations, branch f.',
    ],
    ['notices first', { notices: ['One.', 'Two.'] }, `One. Two. ${GET}.`],
    ['no change', { hasChanges: false }, `${NOTHING} ${GET}.`],
    ['a dry run', { isDryRun: true }, `${NOTHING} Repeat without dry_run.`],
    [
      'a dry run that drops keys',
      { isDryRun: true, confirm: 3 },
      `${NOTHING} Repeat without dry_run, with confirm_removed: 3.`,
    ],
    ['a dry run without a change', { isDryRun: true, hasChanges: false }, `${NOTHING} The push would change nothing.`],
  ])('after %s', (_, end, next) => {
    expect(nextAfterPush({ ...PUSH, ...end })).toBe(next)
  })
})

describe('the next step of an import', () => {
  const refused = 'Refused: 1, with plural forms where the source has none, or without them; correct the file.'

  it.each<readonly [string, Partial<ImportEnd>, string]>([
    ['a full import', {}, `${GET}.`],
    ['strings left', { left: { fr: 0, de: 1 } }, 'For what is left, call get_work with locale de.'],
    ['a conflict', { decision: DECISION }, `${DECISION} Nothing else is left.`],
    ['a known file', { hasChanges: false, imported: 0 }, `${NOTHING} ${GET}.`],
    [
      'a known conflict',
      { hasChanges: false, imported: 0, decision: DECISION },
      `${NOTHING} ${DECISION} Nothing else is left.`,
    ],
    ['errors', { faulty: 2 }, `Translations with an error: 2; correct them with submit_translations. ${GET}.`],
    ['refusals', { refused: 1 }, `${refused} ${GET}.`],
    ['a branch', { at: ', branch f' }, `${GET}, branch f.`],
    ['a dry run', { isDryRun: true }, `${NOTHING} Repeat without dry_run to import.`],
    [
      'a dry run with a conflict',
      { isDryRun: true, decision: DECISION },
      `${NOTHING} ${DECISION} Repeat without dry_run to import the others.`,
    ],
    [
      'a dry run with an error',
      { isDryRun: true, faulty: 1 },
      `${NOTHING} Translations with an error: 1; correct them in the file. Repeat without dry_run to import.`,
    ],
    [
      'a dry run with a refusal',
      { isDryRun: true, refused: 1 },
      `${NOTHING} ${refused} Repeat without dry_run to import the others.`,
    ],
    ['a dry run that is refused', { isDryRun: true, refused: 1, imported: 0 }, `${NOTHING} ${refused}`],
    [
      'a dry run without a change',
      { isDryRun: true, hasChanges: false, imported: 0 },
      `${NOTHING} The import would change nothing.`,
    ],
  ])('after %s', (_, end, next) => {
    expect(nextAfterImport({ ...IMPORT, ...end })).toBe(next)
  })
})

describe('the next step of a pull', () => {
  it.each<readonly [string, Partial<PullEnd>, string]>([
    ['a complete file', { files: [FILE] }, 'Write it.'],
    ['a conflict', { files: [FILE], decision: DECISION }, `${DECISION} Write it.`],
    [
      'an incomplete file',
      { files: [FILE, { ...FILE, locale: 'fr', missing: 1 }], at: ', branch f' },
      'Write it. For missing, fuzzy or stale strings, call get_work with locale fr, branch f.',
    ],
    [
      'texts held back',
      { files: [{ ...FILE, held: 2 }] },
      'Write it. Held back: 2, because a reviewer requested changes; the files have the translation before (policy changes_requested: previous). To pull the newest, set include: all.',
    ],
    [
      'files left out',
      { leftOut: 1 },
      'Write it. Files without a translation are omitted (left_out); set locale to get them.',
    ],
    [
      'files without a path',
      { placeless: ['a.json', 'b.json', 'c.json', 'd.json'] },
      'Write it. No target path is set for a.json, b.json, c.json (4 files): push again with target.',
    ],
  ])('after %s', (_, end, next) => {
    expect(nextAfterPull({ ...PULL, ...end })).toBe(next)
  })
})
