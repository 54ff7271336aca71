import { z } from 'zod'
import type { Message } from '../../l10n/message/message.ts'
import { currentIgnores, listIgnored } from '../../l10n/translation/findings.ts'
import { findRequest } from '../../l10n/translation/request.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { needsWork, staleReason } from '../../l10n/translation/staleness.ts'
import type { SourceLine } from '../../l10n/translation/translation.ts'
import { isOutdatedVoice } from '../../l10n/voice/stamp.ts'
import type { Frozen } from '../../store/frozen.ts'
import { hasFinding } from '../translations/check-rules.ts'
import type { TextVersion, Translation } from '../translations/records.ts'
import type { BranchEntry } from './row.ts'

const ORIGINS: ReadonlySet<string> = new Set(['human', 'agent', 'llm', 'mt', 'memory', 'import', 'pseudo'])

const STATES = ['untranslated', 'needs_review', 'translated', 'approved'] as const
/** Room for each state once, in UTF-16 units. */
const MAX_STATE_UNITS = STATES.join(',').length

const isState = (name: string): name is (typeof STATES)[number] => STATES.some(state => state === name)

/** The filter arguments of a search. */
export const filterInput = {
  text: z.string().min(1).max(200).optional(),
  file: z.string().min(1).optional(),
  tag: z.string().min(1).optional(),
  state: z
    .string()
    .refine(
      value => value.length <= MAX_STATE_UNITS && value.split(',').every(isState),
      `one or several of ${STATES.join(', ')}, separated by commas`,
    )
    .optional()
    .describe(`some of ${STATES.join(',')}`),
  /** What get_status counts as `left`, or what it does not. */
  work: z.boolean().optional(),
  stale: z.boolean().optional(),
  finding: z.string().min(1).max(60).optional().describe('any, error, warning, info or a check'),
  ignored: z.literal(true).optional(),
  request: z.enum(['open', 'answered']).optional(),
  conflict: z.literal(true).optional(),
  outdated_voice: z.literal(true).optional(),
  origin: z
    .string()
    .refine(kind => ORIGINS.has(kind), `one of ${[...ORIGINS].join(', ')}`)
    .optional(),
  suggested: z.boolean().optional(),
}

export type EntryFilter = z.output<z.ZodObject<typeof filterInput>>

/** The states of a filter, any of which matches; undefined if it has none. */
export const listStates = ({ state }: EntryFilter): readonly (typeof STATES)[number][] | undefined =>
  state?.split(',').filter(isState)

/** Whether the filter needs translations, not only source strings. */
export const isTextFilter = ({ text: _text, file: _file, tag: _tag, ...ofTexts }: EntryFilter): boolean =>
  Object.values(ofTexts).some(value => value !== undefined)

/**
 * Whether an entry, with its translation in a locale if one is searched, matches the filter.
 * @param stamp of the present voice of the locale
 * @param hasConflict whether the branch's file has another text, which waits for a decision
 */
export function matchesFilter(
  filter: EntryFilter,
  string: BranchEntry,
  translation: Translation | undefined,
  { stamp, hasConflict }: { readonly stamp: string; readonly hasConflict: boolean },
): boolean {
  const { entry, line, key } = string
  const { tag, file, conflict, text: words } = filter
  const text = translation && shownText(translation, line).text
  return (
    (tag === undefined || entry.tags.includes(tag)) &&
    (file === undefined || file === string.file) &&
    (conflict === undefined || hasConflict) &&
    matchesText(filter, text, stamp) &&
    matchesTranslation(filter, string, translation) &&
    (words === undefined || [key, getSource(entry, line.src), text?.value ?? ''].some(createTextMatcher(words)))
  )
}

/** Whether the shown text matches the filters about it. */
function matchesText(filter: EntryFilter, text: TextVersion | undefined, stamp: string): boolean {
  const states = listStates(filter)
  const { origin, outdated_voice } = filter
  return (
    (states === undefined || states.includes(text?.state ?? 'untranslated')) &&
    (origin === undefined || text?.origin.kind === origin) &&
    (outdated_voice === undefined || isOutdatedVoice(text, stamp))
  )
}

/** Whether a translation matches the filters about what is left to do with it. */
function matchesTranslation(
  { work, stale, finding, suggested, ignored, request }: EntryFilter,
  { entry, line }: BranchEntry,
  translation: Translation | undefined,
): boolean {
  return (
    (work === undefined || (translation !== undefined && needsWork(translation, entry, line)) === work) &&
    (stale === undefined ||
      (translation !== undefined && staleReason(translation, entry, line) !== undefined) === stale) &&
    (finding === undefined || hasFinding(finding, translation, line)) &&
    (suggested === undefined || (translation?.suggestions.length ?? 0) > 0 === suggested) &&
    (ignored === undefined || (translation !== undefined && isAnyIgnored(translation, line))) &&
    (request === undefined || getRequestState(translation, line) === request)
  )
}

const isAnyIgnored = (translation: Translation, line: SourceLine): boolean =>
  listIgnored(shownText(translation, line).text?.findings ?? [], currentIgnores(translation, line)).length > 0

/** The state of a reviewer's request about a source; undefined if there is none. */
export function getRequestState(
  translation: Translation | undefined,
  line: SourceLine,
): 'open' | 'answered' | undefined {
  const request = translation && findRequest(translation, line)
  if (request === undefined) return undefined
  return request.answered_at === undefined ? 'open' : 'answered'
}

const createTextMatcher =
  (wanted: string) =>
  (value: Frozen<Message>): boolean =>
    (typeof value === 'string' ? [value] : Object.values(value)).some(text =>
      text.toLowerCase().includes(wanted.toLowerCase()),
    )
