import { z } from 'zod'
import { shownText } from '../../../l10n/translation/shown-text.ts'
import { echo } from '../../../text/escape.ts'
import { ShortText, toShortText } from '../../entries/compact-row.ts'
import type { Actors } from '../../translations/actors.ts'
import type { ConflictText } from '../import/apply-text.ts'

/** The conflicts of an import, with the first 20. Long texts are cut. */
export const ImportConflicts = z.object({
  count: z.number().int(),
  first: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      locale: z.string(),
      why: z.enum(['both_changed', 'by_user', 'approved', 'locked']),
      ours: ShortText.optional(),
      theirs: ShortText,
      /** Why the file's text cannot be accepted. */
      error: z.string().optional(),
      suggestion: z.string().optional(),
      by: z.object({ kind: z.string(), person: z.string().optional() }).optional(),
    }),
  ),
})

type ConflictRow = z.output<typeof ImportConflicts>['first'][number]

/** The conflicts of a pull, with the first five. A client that writes the files itself says `decide` in its own answer. */
export const PullConflicts = z.object({
  count: z.number().int(),
  first: z.array(z.object({ id: z.string(), key: z.string(), locale: z.string(), suggestion: z.string() })),
  decide: z.string(),
})

/**
 * One conflict of an import, with both texts.
 * @param error of the file's text
 * @param isStored whether the suggestion is stored, unlike in a dry run
 */
export async function toConflictRow(
  { one: { entry, key, translation, line, theirs }, why, suggestion }: ConflictText,
  error: string | undefined,
  isStored: boolean,
  actors: Actors,
): Promise<ConflictRow> {
  const { text } = shownText(translation, line)
  const known = translation.suggestions.some(({ id }) => id === suggestion.id)
  const { kind, person } = text === undefined ? {} : await actors.describe(text.origin)
  return {
    id: entry.short,
    key: echo(key),
    locale: translation.locale,
    why,
    ...(text !== undefined && { ours: toShortText(text.value) }),
    theirs: toShortText(theirs.value),
    ...(error !== undefined && { error }),
    ...((isStored || known) && { suggestion: suggestion.id }),
    ...(kind !== undefined && { by: { kind, ...(person !== undefined && { person }) } }),
  }
}
