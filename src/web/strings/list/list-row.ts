import { z } from 'zod'
import { LEVELS } from '../../../l10n/checks/check.ts'

/** A string of a list, as `get_entries` returns it in brief. */
export const ListRow = z.object({
  id: z.string(),
  key: z.string(),
  file: z.string(),
  /** Of a list of all locales. */
  locale: z.string().optional(),
  source: z.union([z.string(), z.record(z.string(), z.string())]),
  state: z.enum(['untranslated', 'needs_review', 'translated', 'approved']).default('untranslated'),
  text: z.string().optional(),
  forms: z.record(z.string(), z.string()).optional(),
  stale: z.string().optional(),
  locked: z.boolean().default(false),
  request: z.enum(['open', 'answered']).optional(),
  conflict: z.boolean().default(false),
  findings: z.array(z.string()).default([]),
  /** The worst of the findings. */
  level: z.enum(LEVELS).optional(),
  suggestions: z.number().default(0),
})

export type ListRow = z.output<typeof ListRow>

/** A page of a list, as `get_entries` returns it. */
export const StringList = z.object({
  entries: z.array(ListRow),
  next_cursor: z.string().optional(),
  looked_at: z.number().optional(),
})

export type StringList = z.output<typeof StringList>

/** The strings before and after an open one. */
export const Around = z.object({
  before: z.array(ListRow),
  self: z.array(ListRow),
  after: z.array(ListRow),
  is_start: z.boolean(),
})

export type Around = z.output<typeof Around>

/** Longest text of a row across the page, and beside an open string, in UTF-16 units. */
export const WIDE_EXCERPT = 70
export const NARROW_EXCERPT = 34
/** Placeholders and tags, which an excerpt never cuts. */
const TOKEN = /\{\{[^{}]*\}\}|\$?\{[^{}]*\}|%(?:\d+\$)?[a-z@]|<[^<>]*>/giu

/** The beginning of a text for a row. Never cuts a placeholder. */
export function excerpt(text: string, most = WIDE_EXCERPT): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= most) return line
  const cut = [...line.matchAll(TOKEN)].find(({ 0: token, index }) => index < most && index + token.length > most)
  const end = cut?.index ?? most
  return `${line
    .slice(0, end)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

interface RowText {
  /** Of the translation, else of the source. */
  readonly text: string
  readonly source: string
  readonly isSource: boolean
}

/** The texts of a row; of plural forms `other`. */
export function rowText({ text, forms, source }: ListRow): RowText {
  const first = (value: string | Readonly<Record<string, string>> | undefined) =>
    typeof value === 'object' ? (value['other'] ?? Object.values(value)[0]) : value
  const own = first(text ?? forms)
  const from = first(source) ?? ''
  return { text: own ?? from, source: from, isSource: own === undefined }
}
