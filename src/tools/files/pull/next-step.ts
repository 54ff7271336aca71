import type { z } from 'zod'
import { escapeInvisible } from '../../../text/escape.ts'
import { nextStep } from '../../next/next-step.ts'
import { pluralize } from '../../pluralize.ts'
import type { BlankFile, RenderedFile } from './render-file.ts'
import type { Waiting as WaitingSchema } from './rows.ts'

type Waiting = z.output<typeof WaitingSchema>

/** The outcome of a pull. */
export interface PullEnd {
  readonly files: readonly Pick<
    RenderedFile,
    'locale' | 'path' | 'corrected' | 'fallback' | 'omitted' | 'held' | 'onlyInFile' | 'unwritten' | 'work'
  >[]
  /** What to do with the files, without a full stop. */
  readonly what: string
  /** What to do about conflicts; empty without any. */
  readonly decision: string
  /** Files without a translation that the pull omits. */
  readonly leftOut: readonly Pick<BlankFile, 'work'>[]
  /** What users approve before it is in the files. */
  readonly waiting: Waiting | undefined
  /** Whether the policy demands a review of all texts by agents. */
  readonly demandsReview: boolean
  /** Source files without a target path. */
  readonly placeless: readonly string[]
  /** Suffix that keeps a next step on the branch. */
  readonly at: string
}

/** Counts what waits for approval; undefined if nothing does. */
export function countUnapproved(
  files: readonly Pick<BlankFile, 'inReview' | 'unapproved'>[],
  page: string,
): Waiting | undefined {
  const inReview = files.reduce((sum, file) => sum + file.inReview, 0)
  const unapproved = files.reduce((sum, file) => sum + file.unapproved, 0)
  if (inReview + unapproved === 0) return undefined
  return { ...(inReview > 0 && { in_review: inReview }), ...(unapproved > 0 && { unapproved }), page }
}

/** Returns what to do after a pull: conflicts first. */
export function nextAfterPull(end: PullEnd): string {
  const { files, what, decision, leftOut, waiting, demandsReview, placeless, at } = end
  const held = files.reduce((sum, file) => sum + file.held, 0)
  const fallback = files.reduce((sum, file) => sum + file.fallback, 0)
  const omitted = files.reduce((sum, file) => sum + file.omitted, 0)
  const open = files.find(({ work }) => work > 0)
  const isMissing = files.length === 0 && leftOut.some(({ work }) => work > 0)
  const onlyInFile = files.reduce((sum, file) => sum + file.onlyInFile, 0)
  return nextStep({
    outcome: { isDryRun: false, hasChanges: true, decision },
    more: [
      `${what}.`,
      ...(isMissing ? ['Call get_work for what is missing.'] : []),
      ...describeCorrections(files),
      ...(fallback > 0 ? [describeFallback(fallback)] : []),
      ...(omitted > 0 ? [describeOmitted(omitted)] : []),
      ...(held > 0 ? [describeWithheld(held)] : []),
      ...(waiting === undefined ? [] : describeWaiting(waiting, demandsReview)),
      ...(onlyInFile > 0 ? [describeOnlyInFile(onlyInFile)] : []),
      ...describeUnwritten(files),
      ...(open === undefined
        ? []
        : [`For missing, fuzzy or stale strings, call get_work with locale ${open.locale}${at}.`]),
      ...(leftOut.length > 0 ? ['Files without a translation are omitted (left_out); set locale to get them.'] : []),
      ...(placeless.length > 0 ? [describeMissingPlaces(placeless)] : []),
    ],
  })
}

const describeWaiting = (
  { in_review = 0, unapproved = 0, page }: Waiting,
  demandsReview: boolean,
): readonly string[] => [
  ...(in_review > 0
    ? [
        `In review: ${in_review}, not in the files; a reviewer approves them first${demandsReview ? ' (policy review: required)' : ''}.`,
      ]
    : []),
  ...(unapproved > 0
    ? [
        `Not approved: ${unapproved}; until a reviewer approves them, the files keep the text before, or have none (export: approved).`,
      ]
    : []),
  `Users approve on ${page}.`,
]

const describeOnlyInFile = (count: number): string =>
  `Only in the files: ${pluralize(count, 'translation')}, of obsolete entries whose strings are in use again; push the written files with push_translations to import ${count === 1 ? 'it' : 'them'}.`

function describeUnwritten(files: PullEnd['files']): readonly string[] {
  const unwritten = files.reduce((sum, file) => sum + file.unwritten, 0)
  if (unwritten === 0) return []
  const one = files.find(file => file.unwritten > 0)
  return [
    `Not in the files: ${pluralize(unwritten, 'translation')} of list items, such as in ${escapeInvisible(one?.path ?? '')}. A list is written once all its items are translated.`,
  ]
}

const describeFallback = (count: number): string =>
  `From fallbacks: ${pluralize(count, 'text')}, for strings without a translation. They count as missing.`

const describeOmitted = (count: number): string =>
  `Omitted: ${pluralize(count, 'translation')} of older source strings. They count as missing.`

const describeWithheld = (held: number): string =>
  `Held back: ${held}, because a reviewer requested changes; the files have the translation before, or none (policy changes_requested: previous).`

const MAX_CORRECTIONS = 3

function describeCorrections(files: PullEnd['files']): readonly string[] {
  const corrected = files.filter(file => file.corrected !== undefined)
  if (corrected.length === 0) return []
  const listed = corrected.slice(0, MAX_CORRECTIONS).map(({ path, corrected: fault }) => {
    return `${escapeInvisible(path)} to "${fault?.right}" (${fault?.why})`
  })
  const more = corrected.length > MAX_CORRECTIONS ? `, and ${corrected.length - MAX_CORRECTIONS} more` : ''
  return [`Corrected the wrong Plural-Forms of ${listed.join(', ')}${more}.`]
}

const describeMissingPlaces = (paths: readonly string[]): string =>
  `No target path is set for ${paths.slice(0, 3).map(escapeInvisible).join(', ')}${paths.length > 3 ? ` (${paths.length} files)` : ''}: push again with target.`
