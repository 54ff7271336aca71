import { expect, it } from 'vitest'
import { nextAfterPull, type PullEnd } from '../../../src/tools/files/pull/next-step.ts'
import { nextAfterPacket, type PacketFacts } from '../../../src/tools/next/next-packet.ts'
import { type NextFacts, nextStep, type Outcome } from '../../../src/tools/next/next-step.ts'

const WRITTEN: Outcome = { isDryRun: false, hasChanges: true, call: 'push' }
const DRY: Outcome = { isDryRun: true, hasChanges: true, call: 'push' }
const NONE: Outcome = { isDryRun: false, hasChanges: false, call: 'push' }
const DONE = { work: undefined }
const DECISION = 'Decide the conflict first.'
const FIX = 'Correct it.'
const NOTHING = 'Nothing was written.'
const GET = 'Get the files with pull_translations.'

it.each<readonly [string, NextFacts, string]>([
  ['nothing was pushed', { isPushed: false }, 'Nothing was pushed yet. Send the source files with push_source.'],
  [
    'nothing was pushed, and a reader asks',
    { isPushed: false, noWriting: 'your role does not allow project:write', remaining: DONE },
    'Nothing was pushed yet. You cannot write here: your role does not allow project:write.',
  ],
  ['nothing is left', { remaining: DONE }, `Nothing is left to translate. ${GET}`],
  [
    'strings are left',
    { outcome: WRITTEN, remaining: { work: { locale: 'de', count: 2 } } },
    'Call get_work with locale de: 2 strings are left.',
  ],
  [
    'one string is left on a branch',
    { at: ', branch f', remaining: { work: { locale: 'de', count: 1 } } },
    'Call get_work with locale de, branch f: 1 string is left.',
  ],
  [
    'an unknown number is left of another project',
    { project: 'ada/app', remaining: { work: { locale: 'de' } } },
    'Call get_work with locale de, project ada/app.',
  ],
  [
    'a reviewer requested changes',
    { remaining: { work: { locale: 'de', count: 3, revise: 1 } } },
    'Call get_work with locale de: 3 strings are left, first 1 for which a reviewer requested changes.',
  ],
  [
    'only decisions are left',
    { remaining: { work: undefined, waiting: { conflicts: 1, unreviewed: 3, revised: 1, suggestions: 2 } } },
    `Nothing is left to translate. For a reviewer: 1 conflict (conflict: true), 3 translations in review (state: needs_review), 1 answered request (request: answered), 2 strings with suggestions (suggested: true). get_entries lists them. ${GET}`,
  ],
  [
    'a review is open',
    { page: 'http://localhost/p/acme/app', remaining: { work: undefined, waiting: { reviews: 1 } } },
    `Nothing is left to translate. For a reviewer: 1 open review (get_review). Users decide on http://localhost/p/acme/app. ${GET}`,
  ],
  [
    'translations have findings',
    { remaining: { work: undefined, waiting: { errors: 2, warnings: 1 } } },
    `Left to revise: 2 with errors (finding: error), 1 with warnings (finding: warning). Call get_work with one of these filters. ${GET}`,
  ],
  [
    'translations have an earlier voice on a branch, and one waits for a reviewer',
    { at: ', branch f', remaining: { work: undefined, waiting: { outdated: 2, unreviewed: 1 } } },
    'Left to revise: 2 of an earlier voice (outdated_voice: true). Call get_work with one of these filters, branch f. For a reviewer: 1 translation in review (state: needs_review). get_entries lists them (branch f). Get the files with pull_translations, branch f.',
  ],
  [
    'another locale has strings left',
    { remaining: { work: undefined, other: { locale: 'fr', count: 1, than: 'de' } } },
    `Nothing is left to translate in de; fr has 1 string left. ${GET}`,
  ],
  ['a dry run would change something', { outcome: DRY }, `${NOTHING} Repeat without dry_run.`],
  [
    'a dry run needs another argument',
    { outcome: { ...DRY, repeatWith: ', with confirm_removed: 3' } },
    `${NOTHING} Repeat without dry_run, with confirm_removed: 3.`,
  ],
  [
    'a dry run would change nothing',
    { outcome: { ...DRY, hasChanges: false } },
    `${NOTHING} The push would change nothing.`,
  ],
  [
    'a dry run would be refused as a whole',
    { outcome: { ...DRY, refusal: { fix: FIX, isWhole: true } } },
    `${NOTHING} ${FIX}`,
  ],
  [
    'a dry run would refuse some',
    { outcome: { ...DRY, refusal: { fix: FIX } } },
    `${NOTHING} ${FIX} Repeat without dry_run for the others.`,
  ],
  [
    'all was refused',
    { outcome: { ...NONE, refusal: { fix: FIX, isWhole: true } }, remaining: { work: { locale: 'de', count: 2 } } },
    `${NOTHING} ${FIX} Call get_work with locale de: 2 strings are left.`,
  ],
  [
    'everything happened at once',
    {
      at: ', branch f',
      outcome: { ...WRITTEN, notices: ['One.'], decision: DECISION, refusal: { fix: FIX } },
      remaining: DONE,
      more: ['Last.'],
    },
    `One. ${DECISION} ${FIX} Nothing else is left to translate. Last.`,
  ],
  [
    'a push had nothing new for a branch',
    { outcome: WRITTEN, remaining: { work: undefined, nothing: 'The push has nothing new to translate.' } },
    `The push has nothing new to translate. ${GET}`,
  ],
])('the next step when %s', (_, facts, next) => {
  expect(nextStep(facts)).toBe(next)
})

const PACKET: PacketFacts = {
  count: 0,
  left: 0,
  unfiltered: 0,
  remaining: undefined,
  project: 'ada/app',
  page: 'http://localhost/p/ada/app',
  at: '',
  locales: ['de'],
  isPushed: true,
  isFiltered: false,
  hasMore: false,
  isContinued: false,
  hasTexts: false,
  hasKept: false,
  repeats: undefined,
  heldUntil: undefined,
  hasForms: false,
  hasFileTexts: false,
  isAmbiguous: false,
  noWriting: undefined,
}
const done = 'Get the files with pull_translations, project ada/app'

it.each<readonly [string, Partial<PacketFacts>, string]>([
  [
    'nothing was pushed',
    { isPushed: false },
    'Nothing was pushed yet. Send the source files with push_source, project ada/app.',
  ],
  ['nothing is left', {}, `Nothing is left to translate. ${done}.`],
  [
    'nothing matches or is left',
    { isFiltered: true },
    `No string matches the filters. Nothing is left to translate. ${done}.`,
  ],
  [
    'no string matches',
    { unfiltered: 3, isFiltered: true },
    'No string matches the filters. get_work without them gives the 3 that are left.',
  ],
  [
    'the search goes on',
    { left: 3, hasMore: true },
    'No match so far. To search on, repeat with cursor = next_cursor.',
  ],
  [
    'no string matches, but others have findings',
    { isFiltered: true, remaining: { work: undefined, waiting: { warnings: 2 } } },
    `No string matches the filters. Left to revise: 2 with warnings (finding: warning). Call get_work with one of these filters, project ada/app. ${done}.`,
  ],
  [
    'the cursor has nothing more',
    { left: 3, isContinued: true },
    'Nothing is left behind this cursor. Call get_work without cursor to start again.',
  ],
  [
    'it has strings',
    { count: 2, left: 2 },
    'submit_translations with project ada/app, locale de and items [{id, src, text}].',
  ],
  [
    'it has plural forms',
    { count: 2, left: 2, hasForms: true },
    'submit_translations with project ada/app, locale de and items [{id, src, text}]. For a row with forms, send forms in the place of its text.',
  ],
  [
    'it has texts of several locales',
    { count: 2, left: 2, locales: ['de', 'fr'], hasTexts: true, at: ', branch f' },
    'submit_translations with project ada/app, branch f and items [{id, src, texts: {"de": "..."}, rev}].',
  ],
  [
    'a string is a single word without a note',
    { count: 1, left: 1, isAmbiguous: true },
    'submit_translations with project ada/app, locale de and items [{id, src, text}]. Single words can be ambiguous: add what the code shows with annotate_entry {id, note}.',
  ],
  [
    'a text is protected',
    { count: 1, hasTexts: true, hasKept: true },
    'submit_translations with project ada/app, locale de and items [{id, src, text, rev}]. A text for a row with protected or locked becomes a suggestion, which a user accepts on http://localhost/p/ada/app.',
  ],
  [
    'others hold all strings',
    { count: 1, left: 1, heldUntil: '2027-03-01T09:10:00.000Z' },
    'submit_translations with project ada/app, locale de and items [{id, src, text}]. Other workers hold all of these until 2027-03-01T09:10:00.000Z at the latest: leave them, or send yours; whoever is second needs the new rev.',
  ],
  [
    'a reader asks',
    { count: 2, left: 2, noWriting: 'your role does not allow project:write' },
    'You cannot write here: your role does not allow project:write.',
  ],
])('the next step of a work packet when %s', (_, facts, next) => {
  expect(nextAfterPacket({ ...PACKET, ...facts })).toBe(next)
})

const PAGE = 'http://localhost/p/acme/app'
const PULL: PullEnd = {
  files: [],
  waiting: undefined,
  what: 'Write it',
  decision: '',
  leftOut: [],
  demandsReview: false,
  placeless: [],
  at: '',
}
const FILE = {
  locale: 'de',
  path: 'de.po',
  corrected: undefined,
  fallback: 0,
  held: 0,
  work: 0,
  onlyInFile: 0,
  omitted: 0,
  unwritten: 0,
}

it.each<readonly [string, Partial<PullEnd>, string]>([
  ['a file is complete', { files: [FILE] }, 'Write it.'],
  [
    'a header was corrected',
    { files: [{ ...FILE, corrected: { line: 'a', right: 'Plural-Forms: b', why: 'c' } }] },
    'Write it. Corrected the wrong Plural-Forms of de.po to "Plural-Forms: b" (c).',
  ],
  [
    'a file is incomplete',
    { files: [FILE, { ...FILE, locale: 'fr', work: 1 }], at: ', branch f' },
    'Write it. For missing, fuzzy or stale strings, call get_work with locale fr, branch f.',
  ],
  [
    'texts are omitted',
    { files: [{ ...FILE, omitted: 2 }] },
    'Write it. Omitted: 2 translations of older source strings. They count as missing.',
  ],
  [
    'texts are held back',
    { files: [{ ...FILE, held: 2 }] },
    'Write it. Held back: 2, because a reviewer requested changes; the files have the translation before, or none (policy changes_requested: previous).',
  ],
  [
    'translations are in review',
    { files: [FILE], waiting: { in_review: 2, page: PAGE }, demandsReview: true },
    'Write it. In review: 2, not in the files; a reviewer approves them first (policy review: required). Users approve on http://localhost/p/acme/app.',
  ],
  [
    'translations are not approved',
    { files: [FILE], waiting: { unapproved: 2, page: PAGE } },
    'Write it. Not approved: 2; until a reviewer approves them, the files keep the text before, or have none (export: approved). Users approve on http://localhost/p/acme/app.',
  ],
  [
    'files are left out',
    { files: [FILE], leftOut: [{ work: 1 }] },
    'Write it. Files without a translation are omitted (left_out); set locale to get them.',
  ],
  [
    'all files are left out',
    { leftOut: [{ work: 1 }] },
    'Write it. Call get_work for what is missing. Files without a translation are omitted (left_out); set locale to get them.',
  ],
  [
    'files have no path',
    { placeless: ['a.json', 'b.json', 'c.json', 'd.json'] },
    'Write it. No target path is set for a.json, b.json, c.json (4 files): push again with target.',
  ],
])('the next step of a pull when %s', (_, end, next) => {
  expect(nextAfterPull({ ...PULL, ...end })).toBe(next)
})
