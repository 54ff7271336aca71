import { z } from 'zod'
import type { Message } from '../../l10n/message/message.ts'
import { findOpen, hasError } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { Frozen } from '../../store/frozen.ts'
import type { Translation } from '../translations/records.ts'
import type { BranchEntry } from './row.ts'

const ORIGINS: ReadonlySet<string> = new Set(['human', 'agent', 'llm', 'mt', 'memory', 'import', 'pseudo'])

/** The filter arguments of a search. */
export const filterInput = {
  text: z.string().min(1).max(200).optional(),
  file: z.string().optional(),
  state: z.enum(['untranslated', 'needs_review', 'translated', 'approved']).optional(),
  stale: z.boolean().optional(),
  finding: z.string().max(60).optional().describe('Check ID or error'),
  origin: z
    .string()
    .refine(kind => ORIGINS.has(kind), `one of ${[...ORIGINS].join(', ')}`)
    .optional(),
  suggested: z.boolean().optional(),
}

export type EntryFilter = z.output<z.ZodObject<typeof filterInput>>

/** Whether the filter needs translations, not only source strings. */
export const isTextFilter = ({ state, stale, finding, origin, suggested }: EntryFilter): boolean =>
  [state, stale, finding, origin, suggested].some(value => value !== undefined)

/** Whether an entry, with its translation in a locale if one is searched, matches the filter. */
export function matchesFilter(
  filter: EntryFilter,
  { entry, src, file }: BranchEntry,
  translation: Translation | undefined,
): boolean {
  const text = translation && shownText(translation, src).text
  const { file: path, state, stale, finding, origin, suggested } = filter
  return (
    (path === undefined || path === file) &&
    (state === undefined || (text?.state ?? 'untranslated') === state) &&
    (stale === undefined ||
      (translation !== undefined && staleReason(translation, entry, src) !== undefined) === stale) &&
    (finding === undefined || hasFinding(finding, text)) &&
    (origin === undefined || text?.origin.kind === origin) &&
    (suggested === undefined || (translation?.suggestions.length ?? 0) > 0 === suggested) &&
    (filter.text === undefined || [getSource(entry, src), text?.value ?? ''].some(createTextMatcher(filter.text)))
  )
}

function hasFinding(finding: string, text: ReturnType<typeof shownText>['text']): boolean {
  if (text === undefined) return false
  if (finding === 'error') return hasError(text)
  return findOpen(text.findings, text.ignores).some(({ id }) => id === finding)
}

const createTextMatcher =
  (wanted: string) =>
  (value: Frozen<Message>): boolean =>
    (typeof value === 'string' ? [value] : Object.values(value)).some(text =>
      text.toLowerCase().includes(wanted.toLowerCase()),
    )
