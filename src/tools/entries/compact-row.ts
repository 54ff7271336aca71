import { z } from 'zod'
import { LEVELS } from '../../l10n/checks/check.ts'
import type { Message } from '../../l10n/message/message.ts'
import { currentIgnores, findOpen } from '../../l10n/translation/findings.ts'
import { shownText } from '../../l10n/translation/shown-text.ts'
import { getSource } from '../../l10n/translation/sources.ts'
import { staleReason } from '../../l10n/translation/staleness.ts'
import type { Frozen } from '../../store/frozen.ts'
import { escapeInvisible } from '../../text/escape.ts'
import type { Translation } from '../translations/records.ts'
import { getRequestState } from './filter.ts'
import { type BranchEntry, toTextFields } from './row.ts'

/** Longest string that a search shows in full, in UTF-16 units. */
const MAX_WHOLE_TEXT = 200

/** A search result in brief. `locale` is set if several locales are searched; `hasConflict`: see `matchesFilter`. */
export function compactRow(
  { entry, line, key, file }: BranchEntry,
  translation: Translation | undefined,
  locale: string | undefined,
  hasConflict: boolean,
) {
  const base = {
    id: entry.short,
    key: escapeInvisible(key),
    file: escapeInvisible(file),
    src: line.src.slice(0, 8),
    source: shortenValue(getSource(entry, line.src)),
  }
  if (translation === undefined) return base
  const { text } = shownText(translation, line)
  const why = staleReason(translation, entry, line)
  const request = getRequestState(translation, line)
  const findings = text === undefined ? [] : findOpen(text.findings, currentIgnores(translation, line))
  const worst = LEVELS.find(one => findings.some(({ level }) => level === one))
  return {
    ...base,
    ...(locale !== undefined && { locale }),
    state: text?.state ?? ('untranslated' as const),
    ...(text !== undefined && toTextFields(shortenValue(text.value))),
    ...(text !== undefined && { origin: text.origin.kind }),
    ...(translation.rev > 0 && { rev: translation.rev }),
    ...(why !== undefined && { stale: why }),
    ...(translation.locked && { locked: true }),
    ...(request !== undefined && { request }),
    ...(hasConflict && { conflict: true }),
    ...(findings.length > 0 && { findings: [...new Set(findings.map(({ id }) => id))] }),
    ...(worst !== undefined && { level: worst }),
    ...(translation.suggestions.length > 0 && { suggestions: translation.suggestions.length }),
  }
}

/** A string or plural forms with long texts cut. */
const shortenValue = (value: Frozen<Message>): Frozen<Message> =>
  typeof value === 'string'
    ? cutText(value)
    : Object.fromEntries(Object.entries(value).map(([category, text]) => [category, cutText(text)]))

/** The answer's schema of a string or plural forms. */
export const ShortText = z.union([z.string(), z.record(z.string(), z.string())])

/** A string or plural forms for an answer, with long texts cut. */
export function toShortText(value: Frozen<Message>): z.input<typeof ShortText> {
  const short = shortenValue(value)
  return typeof short === 'string' ? short : { ...short }
}

/** Never cuts a surrogate pair. */
const cutText = (text: string): string =>
  text.length > MAX_WHOLE_TEXT ? `${text.slice(0, MAX_WHOLE_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
